import WayleaveOAuth2
package import WayleaveWire
package import WayleaveProvider

extension SignIn.Terms {
  /// Whether something is asked for that only an ID token can show to be met.
  ///
  /// OpenID Connect Core §3.1.3.7, rules 12 and 13.
  package var needsIDToken: Bool { maximumAge != nil || !authenticationContextClasses.isEmpty }
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
}

extension OAuthError {
  package static func unverifiableTerms(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message:
        "\(DisplayText.clean(provider.title)) sends no ID token that can be verified, so acr_values and max_age cannot be checked.",
      rule: .openID("Core", "3.1.2.1"), remedy: "Leave them out, or ask for the scope “openid”.")
  }

  fileprivate static func termsOnDevice() -> OAuthError {
    OAuthError(
      .unsupported, message: "A sign-in on another device takes no acr_values and no max_age.", rule: .rfc(8628, "3.1"),
      remedy: .signInInBrowser)
  }
}
