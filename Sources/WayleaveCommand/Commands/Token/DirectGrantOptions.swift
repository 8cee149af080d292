import ArgumentParser
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire
import WayleaveSignIn

/// The options for a token without a user: a client of ours, a grant, and what is shown for it.
struct DirectGrantOptions: ParsableArguments {
  /// A grant that needs no user.
  enum Grant: String, ExpressibleByArgument, CaseIterable {
    /// For the client itself: RFC 6749 §4.4.
    case clientCredentials = "client_credentials"
    /// In exchange for another token: RFC 8693 §2.
    case exchange
    /// In exchange for a statement that another party signed: RFC 7523 §2.1.
    case jwtBearer = "jwt-bearer"

    /// The name that servers have for it.
    var grantType: String {
      switch self {
      case .clientCredentials: ClientCredentialsGrant.grantType
      case .exchange: TokenExchangeGrant.grantType
      case .jwtBearer: JWTBearerGrant.grantType
      }
    }
  }

  @Option(help: "A token for a client, not for a user: client_credentials, exchange or jwt-bearer.")
  var grant: Grant?

  @Option(
    help: "The registration of `wayleave clients` that asks, by its name.", completion: CompletedNames.clients)
  var client: String?

  @Option(name: .customLong("scope"), help: "A scope to ask for; repeatable.")
  var scopes: [String] = []

  @Option(name: .customLong("audience"), help: "A service that the token is for, as the provider calls it; repeatable.")
  var audiences: [String] = []

  @Option(name: .customLong("resource"), help: "The URL of an API that the token is for; repeatable.")
  var resources: [String] = []

  @Option(help: ArgumentHelp("A file with the token to exchange; - is standard input.", valueName: "file"))
  var subjectTokenFile: String?

  @Option(help: "What that token is: access_token (without it), id_token, refresh_token, jwt, or a whole urn.")
  var subjectTokenType: String?

  @Option(
    help: "What the exchange is to give: access_token, jwt, id-jag, or a whole urn; the server's choice without it.")
  var requestedTokenType: String?

  @Option(
    help: ArgumentHelp("A file with the signed statement for jwt-bearer; - is standard input.", valueName: "file"))
  var assertionFile: String?

  @Option(help: ArgumentHelp("A command that prints that statement; a shell runs it.", valueName: "command"))
  var assertionCommand: String?

  @Flag(help: "Neither use a token of the client that is stored, nor store the new one.")
  var noStore = false

  func validate() throws {
    guard subjectTokenType == nil || subjectTokenFile != nil else {
      throw ValidationError("--subject-token-type says what is in the file of --subject-token-file: give that too.")
    }
    guard grant == nil || client != nil else {
      throw ValidationError("--grant needs --client: see `wayleave clients`.")
    }
    guard (grant == .exchange) == (subjectTokenFile != nil) else {
      throw ValidationError("--subject-token-file goes with --grant exchange, which needs it.")
    }
    guard requestedTokenType == nil || grant == .exchange else {
      throw ValidationError("--requested-token-type goes with --grant exchange.")
    }
    guard assertionFile == nil || assertionCommand == nil else {
      throw ValidationError("Use only one of --assertion-file and --assertion-command.")
    }
    guard (grant == .jwtBearer) == (assertionFile != nil || assertionCommand != nil) else {
      throw ValidationError("--assertion-file or --assertion-command goes with --grant jwt-bearer, which needs one.")
    }
  }

  /// Says what is wrong with options that are given without what they need.
  func requireNone(without needed: String) throws {
    if client == nil, let scope = scopes.first.flatMap({ Remedy.option("--scope", $0) }) {
      throw ValidationError(
        "The scopes of an account's token are those of its sign-in. For another one, sign in again: "
          + "`wayleave login --account NAME \(scope)`. With \(needed), --scope is for the token of a client.")
    }
    guard client == nil, !asksForToken else {
      let others = ["--client", "--scope", "--audience", "--resource", "--no-store"].filter { $0 != needed }
      throw ValidationError("\(others.joined(separator: ", ")) go with \(needed).")
    }
  }

  /// Whether any option says what token is asked for.
  var asksForToken: Bool { grant != nil || noStore || !(scopes + audiences + resources).isEmpty }

  /// The registration that asks, and its provider.
  func asking(in workplace: Workplace) async throws -> (registered: RegisteredClient, provider: Provider) {
    let registered = try await workplace.registered { (all) throws(OAuthError) in
      try RegisteredClient.named(client ?? "", among: all)
    }
    // The user allowed http, if at all, when the client was saved.
    let provider = try await workplace.exactProvider(named: registered.provider.text, allowingHTTP: true)
    try await workplace.confine(registered, to: provider)
    return (registered, registered.confining(provider))
  }

  /// Runs a function as the client that asks: with its certificate, and without stored tokens where they are not wanted.
  func acting<Result: Sendable>(
    as client: (registered: RegisteredClient, provider: Provider), in workplace: Workplace, trustRoots: String?,
    overflow: BodyOverflow? = nil, _ body: (Accounts) async throws -> Result
  ) async throws -> Result {
    try await workplace.withAccounts(as: client, trustRoots: trustRoots, overflow: overflow) { accounts in
      var accounts = accounts
      if noStore { accounts.directRecords = nil }
      return try await body(accounts)
    }
  }

  /// The token of a client for another program, as if the client were an account.
  func credential(in workplace: Workplace, trustRoots: String?, renewing: Bool) async throws -> StoredCredential {
    let (registered, provider) = try await asking(in: workplace)
    let asked = try direct(grant ?? .clientCredentials)
    let origins = try apiOrigins
    return try await acting(as: (registered, provider), in: workplace, trustRoots: trustRoots) { accounts in
      // That program does not have our key.
      let tokens = try await accounts.tokens(
        by: asked, of: provider, as: registered.client, renewing: renewing, bindingToKey: false)
      let id = registered.client.id
      return StoredCredential(
        account: Account(provider: provider.name, client: id, subject: id.text),
        provider: try await accounts.discovered(provider).provider, client: registered.client,
        credential: .oauth2(tokens), allowedOrigins: origins, obtainedAt: WallClock.now())
    }
  }

  /// The grant as it is sent.
  func direct(_ grant: Grant) throws(OAuthError) -> DirectGrant {
    let access = RequestedAccess(
      scopes: scopes.flatMap { $0.split(separator: " ").map(String.init) }, resources: try apis)
    switch grant {
    case .clientCredentials: return .clientCredentials(ClientCredentialsGrant(access: access, audiences: audiences))
    case .exchange:
      let subject = TokenExchangeGrant.Token(
        try TextFile.secret(subjectTokenFile ?? "-"), type: Self.type(subjectTokenType ?? "access_token"))
      return .tokenExchange(
        TokenExchangeGrant(
          subject: subject, requestedType: requestedTokenType.map(Self.type), audiences: audiences, access: access))
    case .jwtBearer:
      guard audiences.isEmpty else { throw .noAudience }
      let assertion: Secret
      if let assertionCommand {
        assertion = try AssertionCommand.output(of: assertionCommand)
      } else {
        assertion = try TextFile.secret(assertionFile ?? "-")
      }
      return .assertion(JWTBearerGrant(assertion: assertion, access: access))
    }
  }

  /// The origins of the APIs that the token is for: they may get it.
  ///
  /// RFC 8707 §2.
  var apiOrigins: [Origin] {
    get throws(OAuthError) {
      var origins: [Origin] = []
      for api in try apis {
        guard let url = try? AbsoluteURL(api.text), let origin = Origin(of: url) else { continue }
        _ = try Endpoint(url.text)
        origins.append(origin)
      }
      return origins
    }
  }

  private var apis: [ResourceIndicator] {
    get throws(OAuthError) { try resources.map { (text) throws(OAuthError) in try ResourceIndicator(text) } }
  }

  private static func type(_ name: String) -> TokenTypeIdentifier {
    TokenTypeIdentifier(name.contains(":") ? name : "urn:ietf:params:oauth:token-type:\(name)")
  }
}

extension OAuthError {
  /// RFC 7523 §2.1: the statement names its audience itself.
  fileprivate static var noAudience: OAuthError {
    OAuthError(
      .unsupported,
      message: "--audience is for client_credentials and exchange: a signed statement names its audience.",
      rule: .rfc(7523, "2.1"), remedy: .advice("Leave out --audience, or use --resource."))
  }
}

extension RegisteredClient {
  /// The registration of that name; throws `configuration.unknown_client` with the nearest names.
  static func named(_ name: String, among all: [RegisteredClient]) throws(OAuthError) -> RegisteredClient {
    guard let found = all.meant(by: name) else {
      throw OAuthError(
        .unknownClient, message: "No client has the name \(TypedName.shown(name)).", rule: .rfc(6749, "2"),
        remedy: .advice(NearestNames.suggestion(for: name, among: all.map(\.name))))
    }
    return found
  }
}
