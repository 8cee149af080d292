import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Mail.ru.
  ///
  /// https://oauth.mail.ru, "OAuth". The token travels in the query, and its answer names no token type.
  public static let mailru = Provider(
    "mailru", "Mail.ru", authorization: "https://oauth.mail.ru/login", token: "https://oauth.mail.ru/token",
    registration: RegistrationGuide("https://oauth.mail.ru/app/", .fixedPort)
  ) { provider, service in
    service.scopes = ["userinfo"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.api.tokenPlacement = .query("access_token")
    provider.identity = IdentityRule(
      "https://oauth.mail.ru/userinfo", subject: "{id}", name: "{name}", email: "{email}", picture: "{image}")
  }
}
