import WayleaveProvider
package import WayleaveWire

extension OAuthError {
  /// The failure of a server that has a problem during a sign-in: there is no credential yet, and a code may be spent.
  ///
  /// RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once."
  var beginningAgain: OAuthError {
    guard code == .serverUnavailable else { return self }
    return switch remedy {
    case .wait(let time): remedied(by: "Wait \(time.wholeSeconds) seconds, then begin the sign-in again.")
    default: remedied(by: "Begin the sign-in again. If this repeats, try later.")
    }
  }

  package static func outOfOrder(_ expected: String) -> OAuthError {
    OAuthError(
      .outOfOrder, rule: .wayleave("a sign-in takes its steps in order"), expected: expected,
      received: .described("one in another phase"), remedy: "Begin a new sign-in.")
  }

  package static func stateMismatch(received state: Secret?) -> OAuthError {
    OAuthError(
      .stateMismatch, message: "The answer belongs to no sign-in that is waiting.", rule: .rfc(6749, "10.12"),
      received: .redacted(state),
      remedy: "Begin the sign-in again. If this repeats, another program answers on this address.")
  }

  static func deviceInOAuth1() -> OAuthError {
    OAuthError(
      .unsupported, message: "A provider of OAuth 1.0a has no sign-in with a code on another device.",
      rule: .rfc(8628, "1"), remedy: "Sign in with a browser.")
  }

  static func nothingBinds(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "\(DisplayText.clean(provider.title)) does not offer tokens that are bound to a key (DPoP).",
      rule: .rfc(9449, "5.1"), remedy: .changeRequest(.boundTokens))
  }

  static func unboundATProtocol() -> OAuthError {
    OAuthError(
      .unsupported, message: "Servers of the AT Protocol give only tokens that are bound to a key (DPoP).",
      rule: .specification("AT Protocol OAuth", "Demonstrating Proof of Possession"),
      remedy: "Let the tokens be bound: do not ask for plain ones.")
  }

  static func noPageForParameters() -> OAuthError {
    OAuthError(
      .unsupported, message: "Parameters of a sign-in go to the provider's page, and this sign-in has none.",
      rule: .wayleave("what is asked for is sent or refused"), remedy: "Leave them out, or sign in with a browser.")
  }

  static func arrivedElsewhere(at url: AbsoluteURL, expected: RedirectTarget) -> OAuthError {
    OAuthError(
      .malformedCallback,
      message:
        "The answer arrived at “\(URLRedaction.redact(url.text))”\(expected.redirectURI.map { ", not at “\($0)”" } ?? ", and a number that the user types was wanted").",
      rule: .rfc(8252, "8.10"), remedy: "Register the same redirect URI at the provider and here, and begin again.")
  }
}
