import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Mixcloud.
  ///
  /// https://www.mixcloud.com/developers, "Authorization". A user has no number: the name is all that distinguishes
  /// users. JSON comes as JavaScript.
  public static let mixcloud = Provider(
    "mixcloud", "Mixcloud", authorization: "https://www.mixcloud.com/oauth/authorize",
    token: "https://www.mixcloud.com/oauth/access_token",
    registration: RegistrationGuide("https://www.mixcloud.com/developers/create/", .fixedPort)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.isLoose = true
    service.dialect.api.tokenPlacement = .query("access_token")
    provider.identity = IdentityRule(
      "https://api.mixcloud.com/me/", subject: "{username}", name: "{name}", handle: "{username}",
      picture: "{pictures.large}")
  }
}
