import WayleaveProvider

extension OAuth2Service {
  /// Which scopes a sign-in asks for: what the caller names, or the provider's own choice.
  ///
  /// RFC 6749 §3.3. An ID token is asked for in addition where the terms need one, and the provider has one.
  func scopes(asking named: [String], needingIDToken: Bool) -> [String] {
    let asked = named.isEmpty ? scopes : named
    guard needingIDToken, !asked.contains("openid"), scopes.contains("openid") else { return asked }
    return ["openid"] + asked
  }
}
