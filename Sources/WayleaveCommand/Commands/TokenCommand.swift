import ArgumentParser
import Wayleave
import WayleaveOAuth1
import WayleaveWire

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Print a fresh access token; never opens a browser.")

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

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard !(force && noRefresh) else { throw ValidationError("--force and --no-refresh exclude each other.") }
    guard minimumLifetime.map({ $0 >= 0 }) ?? true else { throw ValidationError("--min-ttl is a number of seconds.") }
  }

  func run() async throws {
    let workplace = try Workplace(output: output)
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
      if header, case .oauth1 = fresh.credential { throw OAuthError.noHeader(for: name) }
      print(fresh, named: name)
    }
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

extension OAuthError {
  fileprivate static func noHeader(for account: String) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(5849, "3.5.1"), expected: "a token that serves every request alike",
      received: .described("the OAuth 1.0a token of \(account), whose header is another for each request"),
      remedy: "Send the request with `wayleave request`, or see its header with `wayleave request --dry-run`.")
  }
}
