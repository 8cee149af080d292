import Wayleave
package import WayleaveWire

/// The HTTP messages of a record in the form of HAR 1.2, which browsers and proxies read; redacted as the record is.
///
/// Of a body there are only its fields: a request has them as parameters, an answer as JSON text.
package enum TraceArchive {
  package static func json(of record: TraceRecord) -> JSON {
    [
      "log": [
        "version": "1.2", "creator": ["name": "wayleave", "version": .string(record.program)],
        "comment": "Redacted: a fingerprint stands for each secret.",
        "entries": .array(TraceExchange.all(in: record.steps).map { entry(of: $0, since: record.date) }),
      ]
    ]
  }

  /// What stands in a message's head; all else is in its query or body.
  private static let headers: Set<String> = ["authorization", "dpop", "www-authenticate", "retry-after", "location"]

  private static func entry(of exchange: TraceExchange, since start: Instant) -> JSON {
    let time = exchange.answer.map { max(0, ($0.after - exchange.request.after).wholeMilliseconds) } ?? 0
    return [
      "startedDateTime": .string("\(start + exchange.request.after)"), "time": JSON(time),
      "request": request(of: exchange), "response": response(of: exchange), "cache": [:],
      "timings": ["send": 0, "wait": JSON(time), "receive": 0],
    ]
  }

  private static func request(of exchange: TraceExchange) -> JSON {
    let (head, body) = parted(exchange.request.event.fields)
    let hasBody = exchange.method != "GET" && !body.isEmpty
    var request: JSON.Object = JSON.Object()
    request["method"] = .string(exchange.method)
    request["url"] = .string(exchange.url)
    request["httpVersion"] = "HTTP/1.1"
    request["cookies"] = []
    request["headers"] = pairs(head)
    request["queryString"] = hasBody ? [] : pairs(body)
    if hasBody {
      request["postData"] = [
        "mimeType": "application/x-www-form-urlencoded", "params": pairs(body), "text": "", "comment": "redacted",
      ]
    }
    request["headersSize"] = -1
    request["bodySize"] = -1
    return .object(request)
  }

  private static func response(of exchange: TraceExchange) -> JSON {
    let (head, body) = parted(exchange.answer?.event.fields ?? [])
    var content = JSON.Object()
    for field in body { content[field.name] = .string(field.value) }
    return [
      "status": JSON(Int64(exchange.status ?? 0)), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": pairs(head), "redirectURL": .string(head.first { $0.name == "location" }?.value ?? ""),
      "content": [
        "size": JSON(Int64(exchange.size ?? 0)), "mimeType": .string(exchange.type ?? ""),
        "text": .string(body.isEmpty ? "" : JSON.object(content).encodedText()), "comment": "redacted",
      ],
      "headersSize": -1, "bodySize": JSON(Int64(exchange.size ?? -1)),
    ]
  }

  private static func parted(_ fields: [Event.Field]) -> (head: [Event.Field], body: [Event.Field]) {
    (
      fields.filter { headers.contains($0.name.lowercased()) },
      fields.filter { !headers.contains($0.name.lowercased()) }
    )
  }

  private static func pairs(_ fields: [Event.Field]) -> JSON {
    .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
  }
}
