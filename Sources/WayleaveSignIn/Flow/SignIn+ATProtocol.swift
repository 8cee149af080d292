import WayleaveOAuth2
import WayleaveWire

extension SignIn.Terms {
  /// The terms on which an account of the AT Protocol signs in: bound tokens, and the server is told whose sign-in it is.
  ///
  /// AT Protocol, OAuth, § Demonstrating Proof of Possession and § Identity Authentication: "it is recommended to use the
  /// exact account identifier supplied by the user" as `login_hint`.
  func meeting(_ account: ATProtocolAccount) -> SignIn.Terms {
    var terms = self
    if terms.binding == .whereOffered { terms.binding = .required }
    terms.loginHint = loginHint ?? account.typed
    return terms
  }
}

extension OAuthError {
  static func unboundATProtocol() -> OAuthError {
    OAuthError(
      .unsupported, message: "Servers of the AT Protocol give only tokens that are bound to a key (DPoP).",
      rule: .specification("AT Protocol OAuth", "Demonstrating Proof of Possession"),
      remedy: "Let the tokens be bound: do not ask for plain ones.")
  }
}
