import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Genius.
  ///
  /// https://docs.genius.com, "Authentication".
  public static let genius = Provider(
    "genius", "Genius", authorization: "https://api.genius.com/oauth/authorize",
    token: "https://api.genius.com/oauth/token",
    registration: RegistrationGuide("https://genius.com/api-clients", .fixedPort)
  ) { provider, service in
    service.scopes = ["me"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.genius.com/account", subject: "{response.user.id}", name: "{response.user.name}",
      handle: "{response.user.login}", email: "{response.user.email}")
  }
}
