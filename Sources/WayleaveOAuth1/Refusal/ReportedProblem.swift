import HTTPTypes
public import WayleaveWire

/// What a provider reports in the words of OAuth's Problem Reporting extension.
///
/// OAuth Problem Reporting draft 1, in a form body or in `WWW-Authenticate`; `debug_sbs` is PHP's addition, which Flickr
/// sends too.
public struct ReportedProblem: Sendable, Equatable {
  /// The problem, such as `signature_invalid` or `timestamp_refused`.
  public let name: String
  /// Advice for people.
  public let advice: String?
  /// Parameters that should have been sent.
  public let absentParameters: [String]
  /// Parameters that should not have been sent, or not so.
  public let rejectedParameters: [String]
  /// The timestamps that would have been accepted.
  public let acceptableTimestamps: ClosedRange<Instant>?
  /// The base string as the provider made it.
  public let baseString: [UInt8]?

  /// Reads a refusal; nil when it reports nothing in this way.
  public init?(reading response: ResponseMessage) {
    let response = response.withRefusalBody
    guard let form = Self.form(of: response), let name = try? form.nonEmptyText(of: "oauth_problem") else { return nil }
    self.name = name
    advice = try? form.nonEmptyText(of: "oauth_problem_advice")
    absentParameters = Self.names(in: form, "oauth_parameters_absent")
    rejectedParameters = Self.names(in: form, "oauth_parameters_rejected")
    acceptableTimestamps = Self.range(in: form)
    baseString = Self.baseString(in: response.body, form)
  }

  private static func form(of response: ResponseMessage) -> Form? {
    if !response.looksLikeHTML, let form = try? Form(decodingAnswer: response.body), form.contains("oauth_problem") {
      return form
    }
    guard let challenge = response.challenges.first(where: { $0.isScheme("OAuth") }) else { return nil }
    var form = Form()
    for (name, value) in challenge.parameters {
      form.fields.append(Form.Field(name: Array(name.utf8), value: PercentEncoding.decode(value.utf8) ?? []))
    }
    return form
  }

  /// Names are joined by `&`, encoded once more.
  private static func names(in form: Form, _ name: String) -> [String] {
    guard let text = try? form.nonEmptyText(of: name), let names = try? Form(decoding: text) else { return [] }
    return names.fields.map { DisplayText.clean($0.name, limit: 60) }
  }

  private static func range(in form: Form) -> ClosedRange<Instant>? {
    guard let text = try? form.nonEmptyText(of: "oauth_acceptable_timestamps") else { return nil }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).compactMap { Int64($0) }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    return Instant(secondsSinceEpoch: ends[0])...Instant(secondsSinceEpoch: ends[1])
  }

  /// The base string, which is sent as it is, its two `&` included, or encoded like any other value.
  private static func baseString(in body: [UInt8], _ form: Form) -> [UInt8]? {
    let name = Array("debug_sbs=".utf8)
    guard let field = try? form.nonEmptyText(of: "debug_sbs") else { return nil }
    if field.utf8.contains(UInt8(ascii: "&")) { return Array(field.utf8) }
    guard let start = body.firstRange(of: name) else { return nil }
    return Array(body[start.upperBound...].prefix { $0 > 0x20 })
  }
}
