import ArgumentParser
import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// A form in which a token is printed for another program, instead of as it is.
enum TokenForm: EnumerableFlag {
  /// The header field that carries it.
  case header
  /// Lines that a shell takes into its environment: `eval "$(wayleave token --env)"`.
  case env
  /// What `curl -K -` reads.
  case curlConfig

  static func help(for form: TokenForm) -> ArgumentHelp? {
    switch form {
    case .header: "Print an Authorization header."
    case .env: "Print lines for a shell to eval, which set WAYLEAVE_ACCESS_TOKEN and its like."
    case .curlConfig: "Print a configuration file for curl -K -."
    }
  }

  /// Sees that a credential can be had in this form; throws `configuration.unsupported`.
  func require(of credential: Credential, at provider: Provider, named name: String) throws(OAuthError) {
    switch self {
    case .env: return
    case .header: guard credential.servesEveryRequest else { throw .differsByRequest(name) }
    case .curlConfig:
      guard credential.servesEveryRequest else { throw .differsByRequest(name) }
      if case .form = provider.dialect.tokenPlacement { throw .standsInTheBody(name) }
    }
  }

  /// The credential in this form, which it can be had in.
  func text(of credential: Credential, at provider: Provider) -> String {
    switch self {
    case .header: "Authorization: Bearer \(credential.shownToken)"
    case .env: ShellLines(credential).text
    case .curlConfig: CurlConfiguration(credential, at: provider).text
    }
  }
}

extension Credential {
  /// The token that is printed when nobody asks for anything else.
  var shownToken: String {
    switch self {
    case .oauth1(let credential): credential.token.exposedText
    case .oauth2(let tokens): tokens.accessToken.exposedText
    }
  }

  /// Whether one header serves every request: neither a signature nor a proof is made anew for each.
  ///
  /// RFC 5849 §3.5.1; RFC 9449 §7.1.
  var servesEveryRequest: Bool {
    guard case .oauth2(let tokens) = self else { return false }
    return TokenType(tokens.tokenType) == .bearer
  }
}

extension Provider {
  /// How its API wants to be called; the common way where only its issuer is known.
  var dialect: OAuth2Dialect {
    if case .oauth2(let service) = service { service.dialect } else { .init() }
  }
}

extension OAuthError {
  fileprivate static func differsByRequest(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(6750, "2.1"), expected: "a token that serves every request alike",
      received: .described("the token of \(account), whose header is another for each request"),
      remedy: "Send the request with `wayleave request`, or see its header with `wayleave request --dry-run`.")
  }

  fileprivate static func standsInTheBody(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(6750, "2.2"), expected: "a token that does not travel in the body",
      received: .described("that of \(account), which its provider wants in the form of each request"),
      remedy: "Send the request with `wayleave request`, which puts it there.")
  }
}
