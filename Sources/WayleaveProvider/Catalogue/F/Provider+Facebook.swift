import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Facebook Login.
  ///
  /// https://developers.facebook.com, "Manually Build a Login Flow". There are no refresh tokens: the first token, of
  /// an hour or two, is exchanged for one of sixty days. Sign-out removes every permission of the app. PKCE is
  /// described for its OpenID Connect alone, and as a test. No email address is called verified. A token of any app
  /// works at the API: what an app hands over must be inspected.
  public static let facebook = Provider(
    "facebook", "Facebook", authorization: "https://www.facebook.com/v25.0/dialog/oauth",
    token: "https://graph.facebook.com/v25.0/oauth/access_token", api: ["https://graph.facebook.com"],
    registration: RegistrationGuide(
      "https://developers.facebook.com/apps/",
      .localhost,
      """
      The client id is called App ID. As long as the app is in development, http://localhost:8400/callback works \
      without registration. A published app needs an https redirect URI of your own site, under Facebook Login.
      """)
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://graph.facebook.com/v25.0/me/permissions")
    service.scopes = ["public_profile", "email"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    service.dialect.authorization.appSchemePrefix = "fb"
    service.dialect.answer.defaultTokenType = "Bearer"
    // "User canceled the Dialog flow" comes as a number.
    service.dialect.refusals = [.init("4201", in: .word, means: .denied)]
    service.dialect.revocation = .delete
    service.dialect.api.adapter = .appSecretProof
    let exchange = AccessTokenExchange(grantType: "fb_exchange_token", tokenParameter: "fb_exchange_token")
    service.dialect.refresh.upgrade = exchange
    service.dialect.refresh.exchange = exchange
    provider.identity = IdentityRule(
      "https://graph.facebook.com/v25.0/me?fields=id,name,email,picture", subject: "{id}", name: "{name}",
      email: "{email}", picture: "{picture.data.url}")
    // Limited Login has ID tokens, of an issuer that has no other part in the sign-in.
    provider.handOver = HandOverRule(
      idToken: .init(
        issuer: "https://www.facebook.com",
        keySet: Endpoint(known: "https://www.facebook.com/.well-known/oauth/openid/jwks/")),
      inspection: TokenInspectionRule(
        endpoint: Endpoint(known: "https://graph.facebook.com/debug_token"), client: "data.app_id",
        tokenParameter: "input_token", appTokenParameter: "access_token", valid: "data.is_valid", error: "data.error",
        user: "data.user_id", expiresAt: ["data.expires_at", "data.data_access_expires_at"], scopes: "data.scopes"))
  }
}
