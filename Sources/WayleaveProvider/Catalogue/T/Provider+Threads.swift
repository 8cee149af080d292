import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Threads.
  ///
  /// https://developers.facebook.com, "Get Access Tokens" for Threads. A token of an hour is exchanged for one of sixty
  /// days, and that one, a day old, for the next. The documentation names some endpoints at threads.com, others at
  /// threads.net.
  public static let threads = Provider(
    "threads", "Threads", authorization: "https://threads.com/oauth/authorize",
    token: "https://graph.threads.net/oauth/access_token", api: ["https://graph.threads.net"],
    registration: RegistrationGuide(
      "https://developers.facebook.com/apps/",
      .ownSite,
      """
      Create an app with the use case Threads. Client id and secret are the Threads app ID and the Threads app \
      secret.
      """)
  ) { provider, service in
    service.scopes = ["threads_basic"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.refresh.upgrade = AccessTokenExchange(
      endpoint: Endpoint(known: "https://graph.threads.net/access_token"), grantType: "th_exchange_token",
      tokenParameter: "access_token")
    service.dialect.refresh.exchange = AccessTokenExchange(
      endpoint: Endpoint(known: "https://graph.threads.net/refresh_access_token"), grantType: "th_refresh_token",
      tokenParameter: "access_token", authenticates: false)
    provider.identity = IdentityRule(
      "https://graph.threads.net/v1.0/me?fields=id,username,name,threads_profile_picture_url", subject: "{id}",
      name: "{name}", handle: "{username}", picture: "{threads_profile_picture_url}")
  }
}
