import ArgumentParser
import HTTPTypes
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire
import WayleaveSignIn

struct RequestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Send a request as an account.",
    discussion: """
      The credential is sent only to the provider's API origins, and to those that
      were allowed at the sign-in.

      A body is a form (-d), JSON (-f, --json-body) or multipart (-F). With -f,
      name=text is a text, and name:=JSON a number, a list or another value:

        wayleave request -f title=Oak -f size:=12 https://api.example.com/trees

      --dry-run shows tokens and signatures by their fingerprint. With
      --show-credential it prints the whole request, which anyone who sees it can
      send until it expires.
      """)

  @Argument(help: "The URL.")
  var url: String

  @Option(name: [.customShort("X"), .customLong("method")], help: "The method; GET, or POST with a body.")
  var method: String?

  @Option(name: [.customShort("H"), .customLong("header")], help: "A header, as 'Name: value'; repeatable.")
  var headers: [String] = []

  @Option(
    name: [.customShort("d"), .customLong("data")],
    help: "A body as a form; @FILE reads a file, without its line breaks; repeatable.")
  var data: [String] = []

  @Option(name: .customLong("data-binary"), help: "As -d, but a file is sent as it is; after -d; repeatable.")
  var binaryData: [String] = []

  @Option(name: [.customShort("F"), .customLong("form")], help: "A part as name=value or name=@FILE; repeatable.")
  var parts: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("field")],
    help: "A member of a JSON object, as name=text or name:=JSON; repeatable.")
  var fields: [String] = []

  @Option(help: ArgumentHelp("Send a file with JSON as it is; - is standard input.", valueName: "file"))
  var jsonBody: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "Write the body of an answer with status 2xx to a file; - is standard output.")
  var file: String?

  @Flag(name: [.customShort("i"), .customLong("include")], help: "Show the head of the answer as well.")
  var include = false

  @Flag(
    name: [.customShort("v"), .customLong("verbose")],
    help: "Show the heads of request and answer, without secrets, on standard error.")
  var verbose = false

  @OptionGroup var account: AccountOption

  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions

  @Flag(help: "Show the request and do not send it.")
  var dryRun = false

  @Flag(help: "With --dry-run: show token and signature in full.")
  var showCredential = false

  @OptionGroup var network: NetworkOptions

  @OptionGroup(title: "Output") var output: OutputOptions

  mutating func validate() throws {
    // As for other programs, - is standard output. By its path a file there would be emptied, and lose the head of -i.
    if file == "-" || file == "/dev/stdout" { file = nil }
    guard !pieces.isContradictory else {
      throw ValidationError("A request has one body: use only one of -d (with --data-binary), -F, -f and --json-body.")
    }
    guard dryRun || !showCredential else { throw ValidationError("--show-credential needs --dry-run.") }
    guard client == nil || account.name == nil else {
      throw ValidationError("--client and --account exclude each other.")
    }
    if client == nil { try direct.requireNone(without: "--client") }
    guard let scheme = (try? AbsoluteURL(url))?.scheme, ["https", "http"].contains(scheme) else {
      throw ValidationError("The URL has to be complete, such as https://api.example.com/path.")
    }
  }

  /// The registration that sends, in place of an account.
  private var client: String? { direct.client }

  func run() async throws {
    do { try await sendAsAccount() } catch { throw advised(error) }
  }

  /// A failure for want of an account for this API, with the sign-in at its provider; any other as it is.
  private func advised(_ error: any Error) -> any Error {
    if let failure = error as? OAuthError, failure.code == .answerTooLarge {
      return failure.remedied(by: .largeAnswer(isHandedOn: bodyOverflow != nil))
    }
    guard client == nil, let failure = (error as? AgentRefusal)?.error ?? error as? OAuthError,
      failure.code == .foreignOrigin || failure.code == .unknownAccount && account.name == nil,
      let folders = try? Folders(),
      let url = try? AbsoluteURL(url)
    else { return error }
    let catalogue = Catalogue(folder: folders.providers, playground: PlaygroundPlace(path: folders.runtime))
    guard let signIn = catalogue.signIn(forAPI: url) else { return error }
    let other = failure.code == .foreignOrigin ? " \(failure.remedy.inCommands)" : ""
    return failure.remedied(by: .advice(signIn + other))
  }

  private func sendAsAccount() async throws {
    let request = try message()
    let overflow = bodyOverflow
    var name = account.name
    if client == nil, let agent = try await AgentClient.available(output: output) {
      if let credentials = try await AgentCredentials(of: agent, named: name, for: request, output: output) {
        return try await send(request, with: credentials, overflow)
      }
      name = agent.chosenAccount ?? name
    }
    HiddenMemory.hide()
    let workplace = try Workplace(output: output)
    if client != nil { return try await sendAsClient(request, in: workplace, overflow) }
    try await workplace.withAccounts(trustRoots: network.caFile, overflow: overflow) { [name] accounts in
      let stored = try await chosen(name, for: request, in: accounts, of: workplace)
      try await workplace.acting(for: stored) {
        do {
          try await send(request, by: accounts.session(for: stored.account), overflow) { answer in
            guard answer.response.status == 401 else { return nil }
            if let remedy = try await otherSignIn(for: stored, in: accounts, of: workplace) {
              return failure(of: request, answeredBy: answer)?.remedied(by: remedy)
            }
            return try await moved(stored, answering: answer, in: accounts)
          }
        } catch {
          // What ended at its own server may be good for nothing there any more.
          if let failure = error as? OAuthError, failure.code == .signInNeeded {
            if let remedy = try await otherSignIn(for: stored, in: accounts, of: workplace) {
              throw failure.remedied(by: remedy)
            }
            if let servers = try await accounts.otherServers(ofAPIOf: stored) {
              throw OAuthError.moved(to: servers, from: stored)
            }
          }
          throw Workplace.naming(AccountName.of(stored, among: try await accounts.all()), of: stored, in: error)
        }
      }
    }
  }

  /// Shows the request on standard output, so that other commands can read it, and what is signed on standard error.
  private func show(_ request: RequestMessage, asked: RequestMessage) {
    let shown = ShownRequest(request, asked: asked, showingCredential: showCredential)
    guard !output.isJSON else { return Console.answer(shown.json) }
    Console.answer(shown)
    if let explanation = shown.explanation { output.say("\n\(explanation)") }
  }

  private func send(
    _ request: RequestMessage, by session: AuthorizedSession, _ overflow: BodyOverflow?,
    explaining reason: (AuthorizedAnswer) async throws -> OAuthError? = { _ in nil }
  ) async throws {
    if dryRun { return show(try await session.authorized(request).withUsualFields(), asked: request) }
    let answer = try await session.answer(to: request)
    try show(answer, to: request, overflow, because: try await reason(answer))
  }

  /// Sends the request that the agent has authorized: nothing is read from the store.
  private func send(
    _ request: RequestMessage, with credentials: AgentCredentials, _ overflow: BodyOverflow?
  ) async throws {
    let transport = OpenedTransport(
      trustRoots: network.caFile, certificates: ShownCertificates(), output: output, overflow: overflow
    ) {}
    let exchange = AuthorizedExchange(by: transport, with: credentials, events: output.listener())
    if dryRun { return show(try await exchange.authorized(request).withUsualFields(), asked: request) }
    let (answer, reason) = try await transport.closing {
      let answer = try await exchange.answer(to: request)
      let isPointed = namesMetadata(answer)
      return (answer, isPointed ? try await credentials.moved(by: transport) : nil)
    }
    try show(answer, to: request, overflow, because: reason)
  }

  /// Where a body goes that is too large for memory: into the file, or the pipe; nil where it is shown, or is part of JSON.
  private var bodyOverflow: BodyOverflow? {
    if let file {
      let opened = Lock<FileDescriptor?>(nil)
      return BodyOverflow { bytes, _ in
        let descriptor = try opened.withLock { (opened) throws(OAuthError) in
          if let opened { return opened }
          let descriptor = try TextFile.replacing(file)
          opened = descriptor
          return descriptor
        }
        try TextFile.write(bytes, to: descriptor, at: file)
      }
    }
    guard !output.isJSON, !FileDescriptor.standardOutput.isTerminal else { return nil }
    let isHeadShown = Lock(!include)
    return BodyOverflow { bytes, head in
      if !isHeadShown.withLock({ isShown in
        defer { isShown = true }
        return isShown
      }) {
        Self.showHead(head)
      }
      Console.answer(body: bytes)
    }
  }

  private func show(
    _ answer: AuthorizedAnswer, to request: RequestMessage, _ overflow: BodyOverflow?, because reason: OAuthError? = nil
  ) throws {
    if verbose {
      Console.error(
        ShownExchange(answer.sent, asked: request, answeredBy: answer.response, without: answer.blotter).text)
    }
    let isWritten = overflow?.isUsed ?? false
    let failure = reason ?? failure(of: request, answeredBy: answer)
    if output.isJSON {
      try showJSON(answer.response, failure, bodyIsWritten: isWritten)
    } else if !isWritten {
      try show(answer.response, failure)
    } else if include, file != nil {
      Self.showHead(answer.response.head)
    }
  }

  /// Sends as a client: of OAuth 1.0a it signs alone, else it gets a token for itself.
  private func sendAsClient(_ request: RequestMessage, in workplace: Workplace, _ overflow: BodyOverflow?) async throws
  {
    let (registered, provider) = try await direct.asking(in: workplace)
    var grant: DirectGrant?
    if case .oauth1 = provider.service {
      guard !direct.asksForToken else {
        throw ValidationError(
          "\(DisplayText.clean(provider.title)) has OAuth 1.0a: a client signs there, and asks for no token.")
      }
    } else {
      grant = try direct.direct(direct.grant ?? .clientCredentials)
    }
    let origins = try direct.apiOrigins
    try await direct.acting(
      as: (registered, provider), in: workplace, trustRoots: network.caFile, overflow: overflow
    ) { [grant] accounts in
      let session =
        grant.map {
          accounts.session(grant: $0, provider: provider, client: registered.client, allowedOrigins: origins)
        } ?? accounts.session(grant: .twoLegged, provider: provider, client: registered.client)
      do { try await send(request, by: session, overflow) } catch let error as OAuthError where grant != nil {
        throw error.ofClient
      }
    }
  }

  private func message() throws -> RequestMessage {
    var random = SystemRandomNumberGenerator()
    let body = try RequestBody(pieces, boundary: RandomText.alphanumeric(32, using: &random)) {
      (path) throws(OAuthError) in try TextFile.bytes(path)
    }
    let name = method ?? (body == nil ? "GET" : "POST")
    guard let method = HTTPRequest.Method(name) else { throw ValidationError("-X takes a method such as POST.") }
    var request = RequestMessage(method, to: try AbsoluteURL(url))
    if let body {
      request.body = body.bytes
      request.head.headerFields[.contentType] = body.contentType
    }
    for header in headers {
      guard let colon = header.firstIndex(of: ":"), let name = HTTPField.Name(String(header[..<colon])) else {
        throw ValidationError("-H takes 'Name: value'.")
      }
      guard name != .authorization else {
        throw ValidationError(
          "-H Authorization is not possible: `wayleave request` sends the account's credential there. Leave it out.")
      }
      // Behind one address may be many servers: by the host alone the token would be another one's.
      guard !["host", "content-length", "transfer-encoding"].contains(name.canonicalName) else {
        throw ValidationError("-H \(name.rawName) is not possible: the URL and the body decide it. Leave it out.")
      }
      try request.setHeader(name, to: String(header[header.index(after: colon)...].drop { $0 == " " }))
    }
    if let body, body.looksLikeJSON, request.head.headerFields[.contentType] == ContentType.form {
      output.say("Warning: -d sends a form, and this body is JSON. To send JSON use --json-body FILE or -f.")
    }
    return request
  }

  private var pieces: RequestBody.Pieces {
    .init(data: data, binary: binaryData, parts: parts, fields: fields, json: jsonBody)
  }

  /// The named account, or the only one whose credential may go to this URL.
  private func chosen(
    _ name: String?, for request: RequestMessage, in accounts: Accounts, of workplace: Workplace
  ) async throws -> StoredCredential {
    if let name { return try await workplace.account(named: name, in: accounts).stored }
    let all = try await accounts.all()
    guard let origin = try Origin(of: AbsoluteURL(url)) else {
      return try await workplace.choose(nil, among: all, of: all)
    }
    let candidates = try await workplace.candidates(for: try AbsoluteURL(url), at: origin, among: all, in: accounts)
    return try await workplace.choose(nil, among: candidates, of: all)
  }

  private func show(_ response: ResponseMessage, _ failure: OAuthError?) throws {
    if include { Self.showHead(response.head) }
    if let file = file(for: response) {
      try TextFile.write(response.body, over: file)
    } else {
      Console.answer(body: response.body)
    }
    if let failure { throw failure }
  }

  /// The file that takes the body; nil for a body that is shown. A refusal must not replace a good file; a device or a pipe
  /// has none.
  private func file(for response: ResponseMessage) -> String? {
    guard let file, !(200..<300).contains(response.status),
      (try? FileStatus.of(file, followingLink: true))?.kind != .other
    else { return self.file }
    output.say("Nothing was written to “\(DisplayText.clean(file, limit: 300))”: the status is \(response.status).")
    return nil
  }

  private static func showHead(_ head: HTTPResponse) {
    Console.answer("HTTP \(head.status.code)")
    for field in head.headerFields {
      Console.answer(exact: "\(field.name.rawName): \(DisplayText.clean(field.value))")
    }
    Console.answer("")
  }

  /// The answer as one object: the body as JSON where it is JSON, else as text; a failure is in the same object.
  private func showJSON(_ response: ResponseMessage, _ failure: OAuthError?, bodyIsWritten: Bool) throws {
    let file = file(for: response)
    if let file, !bodyIsWritten { try TextFile.write(response.body, over: file) }
    let text = JSON.string(String(decoding: response.body, as: UTF8.self))
    var answer = JSON.Object()
    answer["status"] = JSON(Int64(response.status))
    answer["headers"] = .array(response.head.headerFields.map { .string("\($0.name.rawName): \($0.value)") })
    answer["body"] = file == nil ? (try? JSON(decoding: response.body)) ?? text : .null
    answer["error"] = failure?.json["error"]
    Console.answer(.object(answer))
    if let failure { throw AnsweredFailure(status: ExitStatus.status(for: failure)) }
  }

  private func failure(of request: RequestMessage, answeredBy answer: AuthorizedAnswer) -> OAuthError? {
    let response = answer.response
    guard !(200..<400).contains(response.status) else { return nil }
    if response.wantsPlainToken(insteadOfThatIn: answer.sent) {
      let host = (try? AbsoluteURL(answer.sent.url ?? url)).flatMap { Origin(of: $0) }.map { "\($0)" } ?? "that URL"
      return OAuthError(
        .requestRefused,
        message: "The API at \(host) takes plain tokens only, and this token is bound to a key (DPoP).",
        rule: .rfc(9449, "7.1"), remedy: .advice(Remedy.signInUnbound(account.name ?? "NAME") ?? ""),
        refusal: ProviderRefusal(error: "http_\(response.status)", status: response.status))
    }
    return answer.withoutSecrets(
      OAuthError(
        .requestRefused,
        message:
          "\(request.head.method.rawValue) \(URLRedaction.redact(request.url ?? "")) answered \(response.status).",
        rule: .rfc(9110, "15"), remedy: response.advice,
        refusal: ProviderRefusal(error: "http_\(response.status)", status: response.status)))
  }
}
