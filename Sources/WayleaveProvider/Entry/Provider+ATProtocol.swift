package import WayleaveOAuth2
package import WayleaveWire

extension Provider {
  /// The provider of one account of the AT Protocol: its issuer, and its server as the API.
  ///
  /// AT Protocol, OAuth, § Identity Authentication: there is no ID token and no UserInfo. The token answer names the
  /// account, and ``WayleaveOAuth2/ATProtocolAccount/check(_:)`` comes before anything of it is believed.
  package init(of account: ATProtocolAccount, at server: Origin, issuer: Issuer) throws(OAuthError) {
    try self.init(issuer: issuer)
    apiOrigins = [server]
    identity = IdentityRule(subject: "{token.sub}")
    atProtocol = account
  }
}

extension OAuth2Service {
  /// Demands what every server of the AT Protocol has, also where its metadata does not say so: requests are pushed, and a
  /// callback names the issuer.
  ///
  /// AT Protocol, OAuth, § Server Metadata.
  mutating func demandATProtocol() {
    requiresPushedAuthorizationRequests = true
    requiresIssuerInCallback = true
  }
}
