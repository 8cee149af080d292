import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Baidu.
  ///
  /// https://openauth.baidu.com/doc, "OAuth 2.0". Its token answer names no token type; a token lives for a month, and
  /// what renews it for ten years.
  public static let baidu = Provider(
    "baidu", "Baidu", authorization: "https://openapi.baidu.com/oauth/2.0/authorize",
    token: "https://openapi.baidu.com/oauth/2.0/token",
    registration: RegistrationGuide(
      "https://developer.baidu.com/", .fixedPort,
      "The API Key is the client id. Enter the redirect URI under the security settings of the app.")
  ) { provider, service in
    service.scopes = ["basic"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.api.tokenPlacement = .query("access_token")
    provider.identity = IdentityRule(
      "https://openapi.baidu.com/rest/2.0/passport/users/getLoggedInUser", subject: "{uid}", name: "{uname}",
      handle: "{uname}")
  }
}
