import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveProvider
package import WayleaveWire

extension Accounts {
  /// Verifies a provider's word that a session has ended, with the keys that its issuer publishes.
  ///
  /// OpenID Connect Back-Channel Logout §2.6. Whether the token came before is for the caller to find out.
  package func verifiedLogoutToken(
    _ text: Secret, from provider: Provider, to client: Client
  ) async throws(OAuthError) -> LogoutToken {
    // What is no signed JWT needs no keys: anyone can send it.
    _ = try OAuthError.blamingProvider(member: "logout_token") { () throws(OAuthError) in
      try JSONWebSignature(compact: text.exposedBytes)
    }
    try await logoutKeys.require(of: provider, by: self)
    return try await verified(byKeysOf: provider) { (issuer) throws(OAuthError) in
      try LogoutToken(
        text, verifiedBy: issuer.keys, allowing: issuer.idTokenAlgorithms, from: issuer.issuer, to: client.id,
        at: now())
    }
  }
}
