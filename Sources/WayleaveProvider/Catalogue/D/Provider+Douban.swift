import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Douban, which has registered no new clients since 2014.
  ///
  /// https://developers.douban.com/wiki, "OAuth 2.0". The entry is for clients that are there.
  public static let douban = Provider(
    "douban", "Douban", authorization: "https://www.douban.com/service/auth2/auth",
    token: "https://www.douban.com/service/auth2/token"
  ) { provider, service in
    provider.isRetired = true
    provider.registration = RegistrationGuide(
      "https://developers.douban.com/wiki/",
      """
      Douban has registered no new apps since 2014, and nothing takes the place of this API. Clients that you have \
      may still work.
      """)
    service.scopes = ["douban_basic_common"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://api.douban.com/v2/user/~me", subject: "{id}", name: "{name}", handle: "{uid}", picture: "{avatar}")
  }
}
