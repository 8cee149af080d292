import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Weibo of Sina.
  ///
  /// https://open.weibo.com/wiki, "OAuth2/access_token". Its token answer says who the user is, and names no token
  /// type.
  public static let weibo = Provider(
    "weibo", "Weibo", authorization: "https://api.weibo.com/oauth2/authorize",
    token: "https://api.weibo.com/oauth2/access_token",
    registration: RegistrationGuide(
      "https://open.weibo.com/", .fixedPort, "The App Key is the client id, and the App Secret is the secret.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.weibo.com/oauth2/revokeoauth2")
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    service.dialect.revocation = .post
    service.dialect.api.tokenPlacement = .query("access_token")
    provider.identity = IdentityRule(
      "https://api.weibo.com/2/users/show.json?uid={token.uid}", subject: "{token.uid}", name: "{screen_name}",
      picture: "{profile_image_url}")
  }
}
