import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// WeChat, for websites: the user scans a code.
  ///
  /// https://developers.weixin.qq.com, "Website application WeChat login". Its names for the client's id and secret are
  /// its own, its token endpoints take a GET, and an error comes with status 200.
  public static let wechat = Provider(
    "wechat", "WeChat", authorization: "https://open.weixin.qq.com/connect/qrconnect",
    token: "https://api.weixin.qq.com/sns/oauth2/access_token",
    registration: RegistrationGuide(
      "https://open.weixin.qq.com/", .ownSite,
      "WeChat asks for a callback domain. Enter the host of the redirect URI, without https:// and path.")
  ) { provider, service in
    service.scopes = ["snsapi_login"]
    service.dialect.scopeSeparator = ","
    service.dialect.parameterNames = ["client_id": "appid", "client_secret": "secret"]
    service.dialect.authorization.fragment = "wechat_redirect"
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .get
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    service.dialect.answer.errorPath = "errcode"
    service.dialect.answer.errorDescriptionPath = "errmsg"
    service.dialect.refresh.endpoint = Endpoint(known: "https://api.weixin.qq.com/sns/oauth2/refresh_token")
    service.dialect.refusals = [.init("42002", in: .other, means: .grantGone)]
    service.dialect.api.tokenPlacement = .query("access_token")
    // `unionid` is the same in all apps of one owner, but not every app gets it.
    provider.identity = IdentityRule(
      "https://api.weixin.qq.com/sns/userinfo?openid={token.openid}", subject: "{openid}", name: "{nickname}",
      picture: "{headimgurl}")
  }
}
