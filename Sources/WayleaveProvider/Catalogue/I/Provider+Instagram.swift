import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Instagram, for professional accounts: "Instagram API with Instagram Login".
  ///
  /// https://developers.facebook.com, "Business Login for Instagram". Other accounts cannot sign in since December
  /// 2024. The documentation shows the first token in a list `data`; it also came alone. A token of an hour is
  /// exchanged for one of sixty days, and that one, a day old, for the next.
  public static let instagram = Provider(
    "instagram", "Instagram", authorization: "https://www.instagram.com/oauth/authorize",
    token: "https://api.instagram.com/oauth/access_token", api: ["https://graph.instagram.com"],
    registration: RegistrationGuide(
      "https://developers.facebook.com/apps/",
      .ownSite,
      """
      Add the product Instagram, and set up its business login. Client id and secret are the Instagram App ID and \
      the Instagram App Secret.
      """)
  ) { provider, service in
    service.scopes = ["instagram_business_basic"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    service.dialect.answer.envelopes = ["data.0"]
    service.dialect.answer.names = ["scope": "permissions"]
    service.dialect.refresh.upgrade = AccessTokenExchange(
      endpoint: Endpoint(known: "https://graph.instagram.com/access_token"), grantType: "ig_exchange_token",
      tokenParameter: "access_token")
    service.dialect.refresh.exchange = AccessTokenExchange(
      endpoint: Endpoint(known: "https://graph.instagram.com/refresh_access_token"), grantType: "ig_refresh_token",
      tokenParameter: "access_token", authenticates: false)
    provider.identity = IdentityRule(
      "https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url", subject: "{user_id}",
      name: "{name}", handle: "{username}", picture: "{profile_picture_url}")
  }
}
