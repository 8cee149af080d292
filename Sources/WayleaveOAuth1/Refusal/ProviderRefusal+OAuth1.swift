import HTTPTypes
package import WayleaveWire

extension ProviderRefusal {
  /// Reads what an OAuth 1.0a provider says when it refuses, in each shape that is known of them.
  ///
  /// ``ReportedProblem``, JSON with `errors` or `error`, XML with `<error code=…>`, plain text. A web page has its
  /// status alone.
  package init(reading response: ResponseMessage) {
    let response = response.withRefusalBody
    let status = response.status
    if let problem = ReportedProblem(reading: response) {
      self.init(error: problem.name, description: problem.explanation, status: status, shape: .problem)
    } else if let json = try? JSON(decoding: response.body) {
      let first = json["errors"]?.array?.first
      let number = (first?["code"] ?? json["code"])?.integer.map(String.init)
      let message =
        first?["message"]?.string ?? json["errors"]?.string ?? json["error"]?.string ?? json["message"]?.string
      self.init(
        error: number ?? "http_\(status)", description: message, status: status,
        shape: first?["code"] == nil ? .other : .list)
    } else if let xml = Self.xmlError(in: response.body) {
      self.init(error: xml.code, description: xml.message, status: status, shape: .other)
    } else {
      let isPage = response.looksLikeHTML || response.body.isEmpty
      self.init(
        error: "http_\(status)", description: isPage ? nil : DisplayText.clean(response.body), status: status,
        shape: .other)
    }
  }

  /// The first `<error code="…">…</error>` of a text.
  private static func xmlError(in body: [UInt8]) -> (code: String, message: String)? {
    let text = String(decoding: body.prefix(4096), as: UTF8.self)
    guard let start = text.firstRange(of: "<error code=\"") else { return nil }
    let rest = text[start.upperBound...]
    guard let quote = rest.firstIndex(of: "\""), let close = rest[quote...].firstIndex(of: ">"),
      let end = rest[close...].firstRange(of: "</error>")
    else { return nil }
    return (String(rest[..<quote]), String(rest[rest.index(after: close)..<end.lowerBound]))
  }
}

extension ReportedProblem {
  /// What the provider adds to the problem's name, in one line.
  fileprivate var explanation: String? {
    var parts = [advice].compactMap(\.self)
    if !absentParameters.isEmpty { parts.append("absent: \(absentParameters.joined(separator: ", "))") }
    if !rejectedParameters.isEmpty { parts.append("rejected: \(rejectedParameters.joined(separator: ", "))") }
    if let range = acceptableTimestamps { parts.append("timestamps from \(range.lowerBound) to \(range.upperBound)") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
