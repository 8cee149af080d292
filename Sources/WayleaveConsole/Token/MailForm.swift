package import Wayleave
package import WayleaveOAuth2
package import WayleaveWire
import WayleaveSignIn

/// How a token is printed for a program that reads or sends mail.
///
/// The agent knows none of these: it gives the token, and the command writes it.
package enum MailForm: Sendable {
  /// What the program sends to sign in.
  case response(SASLInitialResponse)
  /// What `curl -K -` reads; curl writes the response itself.
  case curl(user: String)

  /// The text without a line break at its end; it holds the token.
  package func exposedText(of token: Secret) throws(OAuthError) -> String {
    switch self {
    case .response(let response): try response.encoded(with: token).exposedText
    case .curl(let user): CurlConfiguration(mailOf: user, token: token).text
    }
  }
}

extension Credential {
  /// The token that a mail server takes; throws `configuration.unsupported` where there is none.
  ///
  /// RFC 7628 §3.1: a token with a proof for each request has no place there.
  package func tokenForMail(named account: String) throws(OAuthError) -> Secret {
    guard case .oauth2(let tokens) = self, servesEveryRequest else { throw .unfitForMail(account, of: self) }
    return tokens.accessToken
  }
}

extension OAuthError {
  fileprivate static func unfitForMail(_ account: String, of credential: Credential) -> OAuthError {
    let isSigned = if case .oauth1 = credential { true } else { false }
    return OAuthError(
      .unsupported,
      message: isSigned
        ? "“\(account)” is an account of OAuth 1.0a, which signs each request: a mail program cannot use it."
        : "The token of “\(account)” is bound to a key (DPoP), so a mail program cannot use it.",
      rule: .rfc(7628, "3.1"),
      remedy: .advice(
        (isSigned ? nil : Remedy.signInUnbound(account)) ?? "Use an account whose token is sent as it is."))
  }
}
