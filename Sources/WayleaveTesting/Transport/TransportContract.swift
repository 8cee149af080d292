import HTTPTypes
public import Wayleave
import WayleaveWire

/// What all transports keep to.
///
/// Most rules start a server of their own on 127.0.0.1, one looks for a name that does not exist, and each takes at most
/// a few seconds. The rules do not cover TLS and proxies.
public enum TransportContract {
  /// The rules.
  public static let rules: [ContractRule<any Transport>] = [
    ContractRule("a request arrives as it was made, and its path and query byte for byte") { transport in
      let targets = [
        "/token?x=%7E&y=a+b&z=", "/a%2Fb/c", "/a/../b", "/a//b", "/a;p=1", "/%c3%a9", "/x?q=%41%7e&q=a%20b",
      ]
      try await ScriptedServer.answering(.ok) { server in
        for (number, target) in targets.enumerated() {
          var request = RequestMessage(number == 0 ? .post : .get, to: try server.url(target))
          request.head.headerFields[.authorization] = "Bearer some-token"
          if number == 0 { request.body = Array(0...255) }
          _ = try await transport.send(request, within: .contract)
          guard let received = server.requests.last else { throw ContractBreach("No request came.") }
          try requireSame(received.lines[0], "\(number == 0 ? "POST" : "GET") \(target) HTTP/1.1")
          try requireSame(received.field("authorization"), "Bearer some-token")
          try require(received.body == request.body, "A body of 256 bytes arrived as another one.")
        }
      }
    },
    ContractRule("a header field that the request has arrives once, and as it is") { transport in
      let fields: [(HTTPField.Name, String)] = [
        (.accept, "application/json"), (.acceptEncoding, "identity"), (.userAgent, "example/1.0"),
        (.contentType, "text/plain;charset=utf-8"),
      ]
      try await ScriptedServer.answering(.ok) { server in
        var request = RequestMessage(.post, to: try server.url())
        request.body = Array("hello".utf8)
        for (name, value) in fields { request.head.headerFields[name] = value }
        _ = try await transport.send(request, within: .contract)
        guard let received = server.requests.last else { throw ContractBreach("No request came.") }
        for (name, value) in fields {
          let lines = received.lines.filter { $0.lowercased().hasPrefix(name.canonicalName + ":") }
          try requireSame(lines.count, 1)
          try requireSame(received.field(name.canonicalName), value)
        }
      }
    },
    ContractRule("a request without a body says so in the way of its method") { transport in
      try await ScriptedServer.answering(.ok) { server in
        for method in [HTTPRequest.Method.get, .head, .delete] {
          _ = try await transport.send(RequestMessage(method, to: server.url()), within: .contract)
          // RFC 9110 §8.6. Load balancers refuse a GET that has one.
          try require(server.requests.last?.field("content-length") == nil, "\(method) has a Content-Length.")
          try require(server.requests.last?.field("transfer-encoding") == nil, "\(method) has a Transfer-Encoding.")
        }
      }
    },
    ContractRule("a POST without a body has a length of 0") { transport in
      try await ScriptedServer.answering(.ok) { server in
        for method in [HTTPRequest.Method.post, .put, .patch] {
          _ = try await transport.send(RequestMessage(method, to: server.url()), within: .contract)
          try requireSame(server.requests.last?.field("content-length"), "0")
        }
      }
    },
    ContractRule("an answer comes as it was sent: status, header fields that repeat, and body") { transport in
      for (status, body) in [(201, "hello"), (204, ""), (401, "no"), (503, "later")] {
        let length = status == 204 ? "" : "Content-Length: \(body.utf8.count)\r\n"
        let head =
          "HTTP/1.1 \(status) x\r\nWWW-Authenticate: Basic realm=\"a\"\r\nX-One: a\r\nX-One: b\r\n\(length)\r\n"
        try await ScriptedServer.answering(.send(head + body), .close) { server in
          let answer = try await transport.send(RequestMessage(.get, to: server.url()), within: .contract)
          try requireSame(answer.status, status)
          try requireSame(
            answer.head.headerFields.filter { $0.name.canonicalName == "x-one" }.map(\.value), ["a", "b"])
          try requireSame(String(decoding: answer.body, as: UTF8.self), body)
          try require(server.requests.count == 1, "A request that was answered with \(status) was sent again.")
        }
      }
    },
    ContractRule("an answer in chunks comes whole") { transport in
      let chunk = ScriptedServer.Step.send("3\r\nabc\r\n")
      try await ScriptedServer.answering(
        .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), chunk, .wait(milliseconds: 20), chunk,
        .send("0\r\n\r\n")
      ) { server in
        let answer = try await transport.send(RequestMessage(.get, to: server.url()), within: .contract)
        try requireSame(String(decoding: answer.body, as: UTF8.self), "abcabc")
      }
    },
    ContractRule("a redirect is an answer, and is not followed") { transport in
      for status in [301, 302, 303, 307, 308] {
        let head = "HTTP/1.1 \(status) Moved\r\nLocation: /elsewhere\r\nContent-Length: 4\r\n\r\nbody"
        try await ScriptedServer.answering(.send(head)) { server in
          for method in [HTTPRequest.Method.get, .post] {
            let answer = try await transport.send(RequestMessage(method, to: server.url()), within: .contract)
            try requireSame(answer.status, status)
            try requireSame(answer.head.headerFields[.location], "/elsewhere")
          }
          try require(server.requests.count == 2, "A redirect of \(status) was followed.")
        }
      }
    },
    ContractRule("a cookie of an answer is not sent back, and no credential is added") { transport in
      let head = "HTTP/1.1 200 OK\r\nSet-Cookie: session=1; Path=/\r\nContent-Length: 0\r\n\r\n"
      try await ScriptedServer.answering(.send(head)) { server in
        for _ in 0..<2 { _ = try await transport.send(RequestMessage(.get, to: server.url()), within: .contract) }
        for request in server.requests {
          try require(request.field("cookie") == nil, "A cookie was sent back.")
          try require(request.field("authorization") == nil, "A credential was added.")
        }
      }
    },
    ContractRule("a content coding is undone whole and no longer named, or is left as it came") { transport in
      // Ten zero bytes, by gzip(1), and in the two forms of deflate.
      let codings: [(String, [UInt8])] = [
        ("gzip", [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 99, 96, 128, 1, 0, 118, 104, 138, 227, 10, 0, 0, 0]),
        ("deflate", [120, 156, 99, 96, 128, 1, 0, 0, 10, 0, 1]),
      ]
      for (coding, coded) in codings {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(coded.count)\r\n\r\n"
        try await ScriptedServer.answering(.send(head), .send(coded)) { server in
          let answer = try await transport.send(RequestMessage(.get, to: server.url()), within: .contract)
          let named = answer.head.headerFields[.contentEncoding]
          let isUndone = named == nil && answer.body == [UInt8](repeating: 0, count: 10)
          try require(
            isUndone || named == coding && answer.body == coded,
            "A body in \(coding) came as \(answer.body.count) other bytes.")
        }
      }
    },
    ContractRule("a body whose coding is undone has the largest size at most") { transport in
      // 200,000 zero bytes, by gzip(1).
      let coded: [UInt8] =
        [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 6, 127, 160]
        + [UInt8](repeating: 0, count: 193) + [128, 215, 0, 123, 88, 224, 92, 64, 13, 3, 0]
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
      let limits = ExchangeLimits.within(.seconds(20), maximumBodySize: 1000)
      try await ScriptedServer.answering(.send(head), .send(coded)) { server in
        do {
          let answer = try await transport.send(RequestMessage(.get, to: server.url()), within: limits)
          try require(answer.body.count <= 1000, "A body of \(answer.body.count) bytes was made where 1,000 may come.")
        } catch let breach as ContractBreach { throw breach } catch { try requireSent(error) }
      }
    },
    ContractRule("twenty requests at once get each its own answer") { transport in
      let script: @Sendable (ScriptedServer.Received) -> [ScriptedServer.Step] = { request in
        let path = String(request.lines[0].split(separator: " ")[1])
        return [.send("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")]
      }
      try await ScriptedServer.answering(script) { server in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<20 {
            group.addTask {
              let answer = try await transport.send(
                RequestMessage(.get, to: server.url("/\(number)")), within: .contract)
              try requireSame(String(decoding: answer.body, as: UTF8.self), "/\(number)")
            }
          }
          try await group.waitForAll()
        }
      }
    },
    ContractRule("silence, a slow head and a slow body end at the deadline") { transport in
      let wait = ScriptedServer.Step.wait(milliseconds: 6_000)
      let beginnings = ["", "HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"]
      for beginning in beginnings {
        try await ScriptedServer.answering(.send(beginning), wait, .close) { server in
          let start = ContinuousClock.now
          let limits = ExchangeLimits.within(.milliseconds(300), maximumBodySize: 1000)
          let failure = try await transport.failure(of: RequestMessage(.get, to: server.url()), within: limits)
          try require(.now - start < .seconds(3), "A deadline of 0.3 seconds was passed by seconds.")
          try requireSent(failure)
        }
      }
    },
    ContractRule("a body of the largest size comes whole, and a larger one is cut soon") { transport in
      let limits = ExchangeLimits.within(.seconds(20), maximumBodySize: 1000)
      let exact = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1000)
      try await ScriptedServer.answering(.send(exact)) { server in
        let answer = try await transport.send(RequestMessage(.get, to: server.url()), within: limits)
        try require(answer.body.count == 1000, "A body of 1,000 bytes came as one of \(answer.body.count).")
      }
      let block = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
      for framing in ["Content-Length: 1000000000\r\n", "Connection: close\r\n"] {
        try await ScriptedServer.answering(
          .send("HTTP/1.1 200 OK\r\n\(framing)\r\n"), .sendMuch(block, until: 256 << 20), .close
        ) { server in
          let failure = try await transport.failure(of: RequestMessage(.get, to: server.url()), within: limits)
          try require(server.sent < 64 << 20, "Of a body that was too large \(server.sent) bytes were read.")
          try requireSent(failure)
        }
      }
    },
    ContractRule("header fields without end are given up") { transport in
      let fields = Array(String(repeating: "X-Many: 1\r\n", count: 1000).utf8)
      try await ScriptedServer.answering(
        .send("HTTP/1.1 200 OK\r\n"), .sendMuch(fields, until: 256 << 20), .close
      ) { server in
        let failure = try await transport.failure(of: RequestMessage(.get, to: server.url()), within: .contract)
        try require(server.sent < 64 << 20, "\(server.sent) bytes of header fields were read.")
        try requireSent(failure)
      }
    },
    ContractRule("an answer that is cut off is a failure, and its request is not sent again") { transport in
      let whole = "HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{\"access_token\":\"abcdef\"}"
      for count in [0, 1, 12, 30, whole.utf8.count - 25, whole.utf8.count - 1] {
        try await ScriptedServer.answering(.send(Array(whole.utf8.prefix(count))), .close) { server in
          var request = RequestMessage(.post, to: try server.url())
          request.body = Array("grant_type=refresh_token".utf8)
          let failure = try await transport.failure(of: request, within: .contract)
          try require(server.requests.count == 1, "A request whose answer was cut off was sent again.")
          try requireSent(failure)
        }
      }
    },
    ContractRule("where no one listens, the failure comes at once, and says that nothing was sent") { transport in
      try requireNotSent(
        try await transport.failure(of: RequestMessage(.get, to: ScriptedServer.closedURL()), within: .contract))
    },
    ContractRule("for a name that does not exist the failure says that nothing was sent") { transport in
      // RFC 6761 §6.4: no resolver ever has an address for it.
      let url = try AbsoluteURL("http://nowhere.invalid/")
      try requireNotSent(try await transport.failure(of: RequestMessage(.get, to: url), within: .contract))
    },
    ContractRule("a task that is cancelled ends at once") { transport in
      try await ScriptedServer.answering(.wait(milliseconds: 6_000), .close) { server in
        let request = RequestMessage(.get, to: try server.url())
        let task = Task { try await transport.send(request, within: .contract) }
        for _ in 0..<1000 where server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let start = ContinuousClock.now
        task.cancel()
        let result = await task.result
        try require(.now - start < .seconds(3), "A cancelled task went on for seconds.")
        guard case .success = result else { return }
        throw ContractBreach("A cancelled task got an answer that no one sent.")
      }
    },
  ]

  private static func requireSame<Value: Equatable>(_ received: Value, _ expected: Value) throws(ContractBreach) {
    try require(received == expected, "Expected \(expected), received \(received).")
  }

  /// Throws where a connection that never stood is waited for, or may have been used: a refresh could not be repeated.
  private static func requireNotSent(_ failure: any Error) throws(ContractBreach) {
    switch failure as? TransportFailure {
    case .notSent?: return
    case .timedOut?: throw ContractBreach("A server that cannot be reached was waited for.")
    default: throw ContractBreach("A request that reached no server was not reported as not sent.")
    }
  }

  /// Throws where a request that the server has is said not to have been sent: a refresh token would be spent twice.
  private static func requireSent(_ failure: any Error) throws(ContractBreach) {
    switch failure as? TransportFailure {
    case .notSent?, .timedOut(wasSent: false, _)?:
      throw ContractBreach("A request that the server received was reported as not sent.")
    case .timedOut, .answerLost, .answerCut, .tooLarge, nil: break
    }
  }
}

extension Transport {
  /// What a request fails with; throws ``ContractBreach`` where it is answered.
  fileprivate func failure(
    of request: RequestMessage, within limits: ExchangeLimits
  ) async throws(ContractBreach) -> any Error {
    let answer: ResponseMessage
    do { answer = try await send(request, within: limits) } catch { return error }
    throw ContractBreach("A failure was given as an answer with a body of \(answer.body.count) bytes.")
  }
}

extension ExchangeLimits {
  fileprivate static var contract: ExchangeLimits { .within(.seconds(20), maximumBodySize: 256 * 1024) }
}

extension ScriptedServer.Step {
  fileprivate static let ok = send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
}
