import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Ravelry: knitting and crochet.
  ///
  /// https://www.ravelry.com/api, "Authenticating with Ravelry via OAuth 2.0". The scope `offline` brings a refresh
  /// token.
  public static let ravelry = Provider(
    "ravelry", "Ravelry", authorization: "https://www.ravelry.com/oauth2/auth",
    token: "https://www.ravelry.com/oauth2/token", api: ["https://api.ravelry.com"],
    registration: RegistrationGuide(
      "https://www.ravelry.com/pro/developer", .fixedPort,
      "You need a free Pro account. Create an app with OAuth 2.0 credentials.")
  ) { provider, service in
    service.scopes = ["offline"]
    provider.identity = IdentityRule(
      "https://api.ravelry.com/current_user.json", subject: "{user.id}", name: "{user.username}",
      handle: "{user.username}", picture: "{user.large_photo_url}")
  }
}
