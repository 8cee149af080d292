import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Log In With Telegram, by OpenID Connect.
  ///
  /// https://core.telegram.org, "Log In With Telegram". Its older widget, whose answer is signed with the token of a
  /// bot, is not OAuth. It gives no email address.
  public static let telegram = Provider(
    "telegram", "Telegram", authorization: "https://oauth.telegram.org/auth",
    token: "https://oauth.telegram.org/token",
    registration: RegistrationGuide(
      "https://t.me/BotFather", .fixedPort,
      "Ask BotFather to set up web login for your bot. It gives you client id and secret.")
  ) { _, service in
    service.issuer = "https://oauth.telegram.org"
    service[.keySet] = Endpoint(known: "https://oauth.telegram.org/.well-known/jwks.json")
    service.scopes = ["openid", "profile"]
  }
}
