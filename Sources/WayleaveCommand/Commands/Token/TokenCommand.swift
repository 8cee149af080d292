import ArgumentParser
import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Print a fresh access token; never opens a browser.",
    discussion: """
      With --grant the token is for a client, not for a user, and is asked for anew
      each time:

        wayleave token --client C --grant client_credentials --scope S
        wayleave token --client C --grant exchange --subject-token-file F
      """)

  @Argument(help: "The account; not needed when there is only one.")
  var account: String?

  @Option(name: .customLong("min-ttl"), help: "For how many seconds the token must still be good.")
  var minimumLifetime: Int64?

  @Flag(help: "Refresh even a token that is good.")
  var force = false

  @Flag(help: "Print the token as it is kept, or fail; ask nobody.")
  var noRefresh = false

  @Flag(help: "Print an Authorization header.")
  var header = false

  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard !(force && noRefresh) else { throw ValidationError("--force and --no-refresh exclude each other.") }
    guard minimumLifetime.map({ $0 >= 0 }) ?? true else { throw ValidationError("--min-ttl is a number of seconds.") }
    guard direct.grant == nil || (account == nil && !force && !noRefresh) else {
      throw ValidationError(
        "--grant asks anew for a token of a client: an account, --force and --no-refresh exclude it.")
    }
  }

  func run() async throws {
    let workplace = try Workplace(output: output)
    if let grant = direct.grant { return try await printDirect(by: grant, in: workplace) }
    try await workplace.withAccounts { accounts in
      let (named, name) = try await workplace.account(named: account, in: accounts)
      let lifetime = minimumLifetime ?? 60
      let fresh =
        noRefresh
        ? try accounts.unrefreshed(named, minimumLifetime: lifetime)
        : try await accounts.fresh(
          named.account, minimumLifetime: lifetime, forcing: force)
      // A token that cannot be renewed may be good for less than was asked.
      _ = try accounts.unrefreshed(fresh, minimumLifetime: force ? 0 : lifetime)
      if header, !fresh.credential.servesEveryRequest { throw OAuthError.noHeader(for: name) }
      print(fresh, named: name)
    }
  }

  /// Asks for a token of a client, and prints it.
  private func printDirect(by grant: DirectGrantOptions.Grant, in workplace: Workplace) async throws {
    let registered = try direct.registered(among: try await workplace.clients.all())
    // Whether it may be http was agreed to when the client was kept.
    let provider = try workplace.catalogue.provider(named: registered.provider, allowingHTTP: true)
    let asked = try direct.direct(grant)
    let tokens = try await workplace.withAccounts(as: (registered, provider)) { accounts in
      // What is printed is used by another program, which has no key of ours.
      try await accounts.tokens(
        by: asked, of: provider, as: registered.client, minimumLifetime: 0, bindingToKey: false)
    }
    if header, !Credential.oauth2(tokens).servesEveryRequest { throw OAuthError.noHeader(for: registered.name) }
    let token = tokens.accessToken.exposedText
    guard output.isJSON else { return Console.answer(header ? "Authorization: Bearer \(token)" : token) }
    Console.answer([
      "access_token": .string(token), "token_type": .string(tokens.tokenType),
      "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "scopes": JSON(tokens.scopes ?? []),
      "client": .string(registered.name), "issued_token_type": tokens.additional["issued_token_type"] ?? .null,
    ])
  }

  private func print(_ stored: StoredCredential, named name: String) {
    switch stored.credential {
    case .oauth2(let tokens):
      let token = tokens.accessToken.exposedText
      if output.isJSON {
        Console.answer([
          "access_token": .string(token), "token_type": .string(tokens.tokenType),
          "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "scopes": JSON(tokens.scopes ?? []),
          "account": .string(name),
        ])
      } else {
        Console.answer(header ? "Authorization: Bearer \(token)" : token)
        guard !stored.credential.servesEveryRequest else { return }
        output.say("It is bound to a key that stays here, and good for nothing without: use `wayleave request`.")
      }
    case .oauth1(let credential):
      if output.isJSON {
        Console.answer([
          "oauth_token": .string(credential.token.exposedText),
          "oauth_token_secret": .string(credential.secret.exposedText), "consumer_key": .string(stored.account.client),
          "account": .string(name),
        ])
      } else {
        Console.answer(credential.token.exposedText)
        output.say("An OAuth 1.0a token signs each request anew: use `wayleave request`, or --json for both halves.")
      }
    }
  }
}

extension Credential {
  /// Whether one header serves every request: neither a signature nor a proof is made anew for each.
  ///
  /// RFC 5849 §3.5.1; RFC 9449 §7.1.
  fileprivate var servesEveryRequest: Bool {
    guard case .oauth2(let tokens) = self else { return false }
    return TokenType(tokens.tokenType) == .bearer
  }
}

extension OAuthError {
  fileprivate static func noHeader(for account: String) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(6750, "2.1"), expected: "a token that serves every request alike",
      received: .described("the token of \(account), whose header is another for each request"),
      remedy: "Send the request with `wayleave request`, or see its header with `wayleave request --dry-run`.")
  }
}
