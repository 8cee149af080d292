import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

extension Provider {
  /// Google, by OpenID Connect.
  ///
  /// https://developers.google.com, "OAuth 2.0 for Desktop Apps" and "OpenID Connect API reference". A refresh token
  /// comes only with `access_type`; a web client gets it again only when the user is asked again (`prompt=consent`).
  /// Even a desktop client has a secret, which is then none. Devices need a client of their own kind.
  public static let google = Provider(
    "google", "Google", authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    api: ["https://www.googleapis.com", "https://openidconnect.googleapis.com"],
    registration: RegistrationGuide(
      "https://console.cloud.google.com/apis/credentials",
      """
      Create an OAuth client ID of the type Desktop app. It takes http://127.0.0.1/callback and any port without \
      registration. Copy its client secret too. For codes on another device create one of the type TVs and Limited Input \
      devices; few scopes are allowed there.
      """)
  ) { provider, service in
    service.issuer = "https://accounts.google.com"
    service[.keySet] = Endpoint(known: "https://www.googleapis.com/oauth2/v3/certs")
    service[.revocation] = Endpoint(known: "https://oauth2.googleapis.com/revoke")
    service[.deviceAuthorization] = Endpoint(known: "https://oauth2.googleapis.com/device/code")
    service.scopes = ["openid", "email", "profile"]
    service.idTokenRules.dialect = IDTokenDialect(issuerForm: .alias(["accounts.google.com"]))
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.parameters = ["access_type": "offline"]
    service.dialect.refresh.isGivenOnce = true
    provider.apiDomains = ["googleapis.com"]
    provider.handOver = HandOverRule(
      inspection: TokenInspectionRule(
        endpoint: Endpoint(known: "https://oauth2.googleapis.com/tokeninfo"), client: "aud", error: "error",
        user: "sub", expiresAt: ["exp"], scopes: "scope"))
  }
}
