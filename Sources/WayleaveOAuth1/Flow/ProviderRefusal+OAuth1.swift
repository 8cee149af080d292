import HTTPTypes
public import WayleaveWire

extension ProviderRefusal {
  /// Reads what an OAuth 1.0a provider says when it refuses, in each shape that is known of them.
  ///
  /// A form with `oauth_problem` (the Problem Reporting extension), JSON with `errors`, XML with `<error code=…>`,
  /// plain text. A web page is told by its status alone.
  public init(reading response: ResponseMessage) {
    let status = response.status
    if let form = try? Form(decoding: response.body), let problem = try? form.nonEmptyText(of: "oauth_problem") {
      let advice = try? form.nonEmptyText(of: "oauth_problem_advice")
      let absent = try? form.nonEmptyText(of: "oauth_parameters_absent")
      self.init(error: problem, description: advice ?? absent, status: status)
      return
    }
    if let json = try? JSON(decoding: response.body) {
      let first = json["errors"]?.array?.first
      let number = first?["code"]?.integer.map(String.init)
      let message = first?["message"]?.string ?? json["errors"]?.string ?? json["error"]?.string
      self.init(error: number ?? "http_\(status)", description: message, status: status)
      return
    }
    if let xml = Self.xmlError(in: response.body) {
      self.init(error: xml.code, description: xml.message, status: status)
      return
    }
    let isPage = response.looksLikeHTML || response.body.isEmpty
    self.init(
      error: "http_\(status)", description: isPage ? nil : DisplayText.clean(response.body), status: status)
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
