import ArgumentParser
import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Print a fresh access token; never opens a browser.",
    discussion: """
      With --grant the token is for a client, not for a user, and is asked for anew
      each time:

        wayleave token --client C --grant client_credentials --scope S
        wayleave token --client C --grant exchange --subject-token-file F

      For other programs:

        eval "$(wayleave token --env)"
        wayleave token --curl-config | curl -K - URL
      """)

  @Argument(help: "The account; not needed when there is only one.")
  var account: String?

  @Option(name: .customLong("min-ttl"), help: "For how many seconds the token must still be good.")
  var minimumLifetime: Int64?

  @Flag(help: "Refresh even a token that is good.")
  var force = false

  @Flag(help: "Print the token as it is kept, or fail; ask nobody.")
  var noRefresh = false

  @Option(
    help: ArgumentHelp("Print headers by which another server asks this address who the user is.", valueName: "url"))
  var echo: String?

  @Flag(exclusivity: .exclusive)
  var form: TokenForm?

  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard !(force && noRefresh) else { throw ValidationError("--force and --no-refresh exclude each other.") }
    guard minimumLifetime.map({ $0 >= 0 }) ?? true else { throw ValidationError("--min-ttl is a number of seconds.") }
    // Whoever reads one form must not get another: a shell would take a token for a command, and show it.
    guard form == nil || !output.isJSON else {
      throw ValidationError("--header, --env and --curl-config exclude --json, and WAYLEAVE_JSON with it.")
    }
    guard echo == nil || (form == nil && direct.grant == nil) else {
      throw ValidationError("--echo excludes --header, --env, --curl-config and --grant.")
    }
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
      if let echo { return try await printEcho(of: echo, as: named.account, in: accounts) }
      let lifetime = minimumLifetime ?? 60
      let fresh =
        noRefresh
        ? try accounts.unrefreshed(named, minimumLifetime: lifetime)
        : try await accounts.fresh(
          named.account, minimumLifetime: lifetime, forcing: force)
      // A token that cannot be renewed may be good for less than was asked.
      _ = try accounts.unrefreshed(fresh, minimumLifetime: force ? 0 : lifetime)
      // How its API wants to be called is said by today's entry.
      let provider = accounts.registered(fresh).provider
      try form?.require(of: fresh.credential, at: provider, named: name)
      print(fresh, at: provider, named: name)
    }
  }

  /// Prints the two header fields of OAuth Echo, for a request to another server.
  private func printEcho(of address: String, as account: Account, in accounts: Accounts) async throws(OAuthError) {
    let fields = try await accounts.session(for: account).echoHeaders(for: try AbsoluteURL(address))
    guard output.isJSON else {
      return Console.answer(fields.map { "\($0.name.rawName): \($0.value)" }.joined(separator: "\n"))
    }
    var answer = JSON.Object()
    for field in fields { answer[field.name.rawName] = .string(field.value) }
    Console.answer(.object(answer))
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
        by: asked, of: provider, as: registered.client, minimumLifetime: 0, bindingToKey: false,
        acceptingDowngrade: direct.acceptDowngrade)
    }
    let credential = Credential.oauth2(tokens)
    try form?.require(of: credential, at: provider, named: registered.name)
    guard output.isJSON else { return Console.answer(text(of: credential, at: provider)) }
    Console.answer([
      "access_token": .string(credential.shownToken), "token_type": .string(tokens.tokenType),
      "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "scopes": JSON(tokens.scopes ?? []),
      "client": .string(registered.name), "issued_token_type": tokens.additional["issued_token_type"] ?? .null,
    ])
  }

  private func text(of credential: Credential, at provider: Provider) -> String {
    form?.text(of: credential, at: provider) ?? credential.shownToken
  }

  private func print(_ stored: StoredCredential, at provider: Provider, named name: String) {
    guard !output.isJSON else { return Console.answer(Self.json(of: stored, named: name)) }
    Console.answer(text(of: stored.credential, at: provider))
    switch stored.credential {
    case .oauth2 where !stored.credential.servesEveryRequest:
      output.say("It is bound to a key that stays here, and good for nothing without: use `wayleave request`.")
    case .oauth1 where form == nil:
      output.say("An OAuth 1.0a token signs each request anew: use `wayleave request`, or --json for both halves.")
    case .oauth1, .oauth2: break
    }
  }

  private static func json(of stored: StoredCredential, named name: String) -> JSON {
    switch stored.credential {
    case .oauth2(let tokens):
      [
        "access_token": .string(tokens.accessToken.exposedText), "token_type": .string(tokens.tokenType),
        "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "scopes": JSON(tokens.scopes ?? []),
        "account": .string(name),
      ]
    case .oauth1(let credential):
      [
        "oauth_token": .string(credential.token.exposedText),
        "oauth_token_secret": .string(credential.secret.exposedText), "consumer_key": .string(stored.account.client),
        "account": .string(name),
      ]
    }
  }
}
