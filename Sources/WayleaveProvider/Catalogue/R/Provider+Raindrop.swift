import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Raindrop.io: bookmarks.
  ///
  /// https://developer.raindrop.io/v1/authentication/token. Token requests are JSON.
  public static let raindrop = Provider(
    "raindrop", "Raindrop.io", authorization: "https://raindrop.io/oauth/authorize",
    token: "https://raindrop.io/oauth/access_token", api: ["https://api.raindrop.io"],
    registration: RegistrationGuide(
      "https://app.raindrop.io/settings/integrations", .fixedPort, "Create an app. Then add the redirect URI to it.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .json
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://api.raindrop.io/rest/v1/user", subject: "{user._id}", name: "{user.fullName}", email: "{user.email}")
  }
}
