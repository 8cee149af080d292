import ArgumentParser
import HTTPTypes
import Wayleave
import WayleaveOAuth1
import WayleaveWire
import WayleaveSignIn

struct RequestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Send a request as an account.",
    discussion: "The credential goes to the provider's API origins only, and to those allowed at the sign-in.")

  @Argument(help: "The address.")
  var url: String

  @Option(name: [.customShort("X"), .customLong("method")], help: "The method; GET, or POST with a body.")
  var method: String?

  @Option(name: [.customShort("H"), .customLong("header")], help: "A header, as 'Name: value'; repeatable.")
  var headers: [String] = []

  @Option(name: [.customShort("d"), .customLong("data")], help: "A body as a form; @FILE reads a file; repeatable.")
  var data: [String] = []

  @Option(name: [.customShort("F"), .customLong("form")], help: "A part as name=value or name=@FILE; repeatable.")
  var parts: [String] = []

  @Option(name: [.customShort("o"), .customLong("output")], help: "Write the body to a file.")
  var file: String?

  @Flag(name: [.customShort("i"), .customLong("include")], help: "Show the head of the answer as well.")
  var include = false

  @Option(help: "The account; not needed when only one may go there.")
  var account: String?

  @Option(help: "A registration at a provider of OAuth 1.0a: it signs alone, without an account.")
  var client: String?

  @Flag(help: "Show the request and do not send it.")
  var dryRun = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard data.isEmpty || parts.isEmpty else { throw ValidationError("-d and -F exclude each other.") }
    guard client == nil || account == nil else { throw ValidationError("--client and --account exclude each other.") }
    guard (try? AbsoluteURL(url)) != nil else {
      throw ValidationError("The address is a whole one, such as https://api.example.com/path.")
    }
  }

  func run() async throws {
    let workplace = try Workplace(output: output)
    let request = try message()
    try await workplace.withAccounts { accounts in
      let session = try await session(for: request, in: accounts, of: workplace)
      if dryRun {
        show(try await session.authorized(request), asked: request)
        return
      }
      let response = try await session.send(request)
      try output.isJSON ? showJSON(response) : show(response)
    }
  }

  private func session(
    for request: RequestMessage, in accounts: Accounts, of workplace: Workplace
  ) async throws -> AuthorizedSession {
    guard let client else {
      return accounts.session(for: try await chosen(for: request, in: accounts, of: workplace).account)
    }
    let registered = try RegisteredClient.named(client, among: try await workplace.clients.all())
    let provider = try workplace.catalogue.provider(named: registered.provider, allowingHTTP: true)
    return accounts.session(by: .twoLegged, of: provider, as: registered.client)
  }

  private func message() throws -> RequestMessage {
    let body = try RequestBody(data: data, parts: parts)
    let name = method ?? (body == nil ? "GET" : "POST")
    guard let method = HTTPRequest.Method(name) else { throw ValidationError("-X takes a method such as POST.") }
    var request = RequestMessage(method, to: try AbsoluteURL(url))
    request.head.headerFields[.userAgent] = "wayleave"
    if let body {
      request.body = body.bytes
      request.head.headerFields[.contentType] = body.contentType
    }
    for header in headers {
      guard let colon = header.firstIndex(of: ":"), let name = HTTPField.Name(String(header[..<colon])) else {
        throw ValidationError("-H takes 'Name: value'.")
      }
      try request.setHeader(name, to: String(header[header.index(after: colon)...].drop { $0 == " " }))
    }
    return request
  }

  /// The account that is named, or the only one whose credential may go where the request goes.
  private func chosen(
    for request: RequestMessage, in accounts: Accounts, of workplace: Workplace
  ) async throws -> StoredCredential {
    if account != nil {
      return try await workplace.account(named: account, in: accounts).stored
    }
    let all = try await accounts.all()
    let origin = try Origin(of: AbsoluteURL(url))
    let fitting = all.filter { stored in origin.map { accounts.allowedOrigins(of: stored).contains($0) } ?? false }
    return try workplace.find(nil, among: fitting.isEmpty ? all : fitting)
  }

  private func show(_ request: RequestMessage, asked: RequestMessage) {
    let url = Self.shown(request.url ?? "", asked: asked.url ?? "")
    let baseString = try? SignedRequest(reading: request).baseString
    if output.isJSON {
      Console.answer([
        "method": .string(request.head.method.rawValue), "url": .string(url),
        "headers": .array(request.head.headerFields.map { .string("\($0.name.rawName): \(Self.shown($0))") }),
        "base_string": JSON(baseString?.description),
        "normalized_parameters": JSON(baseString.map { String(decoding: $0.normalizedParameters, as: UTF8.self) }),
      ])
      return
    }
    var lines = ["\(request.head.method.rawValue) \(url)"]
    lines += request.head.headerFields.map { "\($0.name.rawName): \(Self.shown($0))" }
    if let baseString {
      lines += ["", "Normalised parameters:", String(decoding: baseString.normalizedParameters, as: UTF8.self)]
      lines += ["", "Signature base string:", baseString.description]
    }
    Console.answer(lines.joined(separator: "\n"))
  }

  /// An address as it may be shown: what the user typed as it is, what was added to it without its values.
  private static func shown(_ url: String, asked: String) -> String {
    guard !asked.isEmpty, url.hasPrefix(asked) else { return URLRedaction.redact(url) }
    let added = URLRedaction.redact("http://localhost/?" + url.dropFirst(asked.count + 1))
    return url.count == asked.count
      ? DisplayText.clean(url)
      : DisplayText.clean(asked) + (asked.contains("?") ? "&" : "?") + added.drop { $0 != "?" }.dropFirst()
  }

  /// A header as it may be shown: the one that carries the token tells its fingerprint.
  private static func shown(_ field: HTTPField) -> String {
    // A signature tells no secret, unless it is one: RFC 5849 §3.4.4.
    let isSigned = field.value.hasPrefix("OAuth ") && !field.value.contains("PLAINTEXT")
    guard field.name == .authorization, !isSigned else { return DisplayText.clean(field.value, limit: 2000) }
    let scheme = field.value.prefix { $0 != " " }
    return "\(scheme) <secret \(Secret(String(field.value.dropFirst(scheme.count + 1))).fingerprint)>"
  }

  private func show(_ response: ResponseMessage) throws {
    if include {
      Console.answer("HTTP \(response.status)")
      for field in response.head.headerFields {
        Console.answer("\(field.name.rawName): \(DisplayText.clean(field.value))")
      }
      Console.answer("")
    }
    if let file { try TextFile.write(response.body, over: file) } else { Console.answer(body: response.body) }
    if let failure = Self.failure(of: response) { throw failure }
  }

  /// The answer as one object: the body as JSON where it is, else as text; a failure stands in the same object.
  private func showJSON(_ response: ResponseMessage) throws {
    if let file { try TextFile.write(response.body, over: file) }
    let text = JSON.string(String(decoding: response.body, as: UTF8.self))
    let failure = Self.failure(of: response)
    var answer = JSON.Object()
    answer["status"] = JSON(Int64(response.status))
    answer["headers"] = .array(response.head.headerFields.map { .string("\($0.name.rawName): \($0.value)") })
    answer["body"] = file == nil ? (try? JSON(decoding: response.body)) ?? text : .null
    answer["error"] = failure?.json["error"]
    Console.answer(.object(answer))
    if let failure { throw AnsweredFailure(status: ExitStatus.status(for: failure)) }
  }

  private static func failure(of response: ResponseMessage) -> OAuthError? {
    guard !(200..<400).contains(response.status) else { return nil }
    return OAuthError(
      .requestRefused, rule: .rfc(9110, "15"), expected: "a status of success",
      received: .described("status \(response.status)"), remedy: "The answer says why.",
      refusal: ProviderRefusal(error: "http_\(response.status)", status: response.status))
  }
}
