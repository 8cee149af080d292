import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// QQ Connect of Tencent.
  ///
  /// https://wiki.connect.qq.com, "OAuth 2.0". Its token endpoint takes a GET, and answers JSON with the user's
  /// `openid` only when it is asked to; each call names the app and the user in its query.
  public static let qq = Provider(
    "qq", "QQ", authorization: "https://graph.qq.com/oauth2.0/authorize", token: "https://graph.qq.com/oauth2.0/token",
    registration: RegistrationGuide(
      "https://connect.qq.com/manage.html", .ownSite, "The APP ID is the client id, and the APP Key is the secret.")
  ) { provider, service in
    service.scopes = ["get_user_info"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .get
    service.dialect.request.parameters = ["fmt": "json", "need_openid": "1"]
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    service.dialect.refusals = [.init("usercancel", means: .denied)]
    service.dialect.api.tokenPlacement = .query("access_token")
    service.dialect.api.parameters = ["oauth_consumer_key": "{client_id}"]
    provider.identity = IdentityRule(
      "https://graph.qq.com/user/get_user_info?openid={token.openid}", subject: "{token.openid}", name: "{nickname}",
      picture: "{figureurl_qq_2}")
  }
}
