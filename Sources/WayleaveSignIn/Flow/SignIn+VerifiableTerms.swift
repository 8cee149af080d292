import WayleaveOAuth2
package import WayleaveWire
package import WayleaveProvider

extension SignIn.Terms {
  /// Whether something is asked for that only an ID token can show to be met.
  ///
  /// OpenID Connect Core §3.1.3.7, rules 12 and 13.
  package var needsIDToken: Bool { maximumAge != nil || !authenticationContextClasses.isEmpty }

  /// The first thing asked for that OAuth 1.0a has no place for; nil where there is none.
  fileprivate var foreignToOAuth1: String? {
    let asked = [
      ("resource", !resources.isEmpty || !sendsResources), ("authorization_details", details != nil),
      ("login_hint", loginHint != nil),
      ("prompt", prompt != nil), ("response_mode", responseMode != nil), ("claims", claims != nil),
      ("ui_locales", !languages.isEmpty), ("signed answer (JARM)", wantsSecuredCallback),
    ]
    return asked.first { $0.1 }?.0
  }
}

extension SignIn {
  /// Refuses terms that would be sent and never checked, before the user is asked for anything.
  ///
  /// RFC 9470 §4: the server may fall short of what it was asked for, and only its ID token says so.
  package func requireVerifiableTerms(at service: OAuth2Service) throws(OAuthError) {
    guard terms.needsIDToken else { return }
    let ownKeys = try service.idTokenKeys(of: client)
    guard ownKeys != nil || service[.keySet] != nil, askedScopes(at: service).contains("openid") else {
      throw .unverifiableTerms(at: provider)
    }
    // RFC 8628 §3.1 has no parameter for them.
    guard question != nil || redirect != .device else { throw .termsOnDevice() }
  }

  /// Refuses terms that a provider of OAuth 1.0a would never see: no request of RFC 5849 §2 has a place for them.
  func requireTermsOfOAuth1() throws(OAuthError) {
    guard terms.binding != .required else { throw .nothingBinds(at: provider) }
    guard !terms.needsIDToken else { throw .unverifiableTerms(at: provider) }
    guard !terms.usesImplicitGrant else { throw .notImplicit("is one of OAuth 2, and this provider has OAuth 1.0a") }
    if let name = terms.foreignToOAuth1 { throw .foreignToOAuth1(name, at: provider) }
  }
}

extension OAuthError {
  package static func unverifiableTerms(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message:
        "\(DisplayText.clean(provider.title)) sends no ID token that can be verified, so acr_values and max_age cannot be checked.",
      rule: .openID("Core", "3.1.2.1"), remedy: "Leave them out, or ask for the scope “openid”.")
  }

  fileprivate static func foreignToOAuth1(_ name: String, at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) has OAuth 1.0a, which knows no \(name).",
      rule: .wayleave("what is asked for is sent or refused"), remedy: "Leave it out.")
  }

  fileprivate static func termsOnDevice() -> OAuthError {
    OAuthError(
      .unsupported, message: "A sign-in on another device takes no acr_values and no max_age.", rule: .rfc(8628, "3.1"),
      remedy: .signInInBrowser)
  }
}
