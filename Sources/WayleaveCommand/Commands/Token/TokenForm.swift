import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// A form in which a token is printed for another program.
enum TokenForm: EnumerableFlag {
  /// The header field that carries it.
  case header
  /// Lines that set variables of a shell: `eval "$(wayleave token --env)"`.
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

  /// Checks that a credential has this form; throws `configuration.unsupported`.
  func require(of credential: Credential, at provider: Provider, named name: String) throws(OAuthError) {
    guard self != .env else { return }
    guard credential.servesEveryRequest else { throw .differsByRequest(name) }
    switch provider.dialect.api.tokenPlacement {
    case .header, .field: return
    case .query: if self == .header { throw .standsInTheQuery(name) }
    case .form: throw .standsInTheBody(name)
    }
  }

  /// The credential in this form.
  func text(of credential: Credential, at provider: Provider, as client: ClientID) -> String {
    switch self {
    case .header: provider.dialect.api.field(carrying: credential.shownToken).map { "\($0.name): \($0.value)" } ?? ""
    case .env: ShellLines(credential).text
    case .curlConfig: CurlConfiguration(credential, at: provider, as: client).text
    }
  }
}

extension OAuthError {
  fileprivate static func differsByRequest(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The header of “\(account)” is different for each request, so it cannot be printed.",
      rule: .rfc(6750, "2.1"), expected: "a token with one header for every request",
      received: .described("the token of \(account), whose header differs for each request"),
      remedy: "Send the request with `wayleave request`.")
  }

  fileprivate static func standsInTheQuery(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider of “\(account)” takes the token in the query of the URL, not in a header.",
      rule: .rfc(6750, "2.3"), expected: "a token that is sent in a header",
      received: .described("that of \(account), which its provider wants in the query"),
      remedy: "Use `wayleave token --curl-config`, which puts it there, or `wayleave request`.")
  }

  fileprivate static func standsInTheBody(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The token of “\(account)” is sent in the form of each request, so it cannot be printed.",
      rule: .rfc(6750, "2.2"), expected: "a token that is not sent in the body",
      received: .described("that of \(account), which its provider wants in the form of each request"),
      remedy: "Send the request with `wayleave request`, which puts it there.")
  }
}
