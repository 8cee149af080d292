import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Hootsuite: posts on social networks.
  ///
  /// https://developer.hootsuite.com/docs/authentication. The scope `offline` brings a refresh token.
  public static let hootsuite = Provider(
    "hootsuite", "Hootsuite", authorization: "https://platform.hootsuite.com/oauth2/auth",
    token: "https://platform.hootsuite.com/oauth2/token", api: ["https://platform.hootsuite.com"],
    registration: RegistrationGuide(
      "https://developer.hootsuite.com", .fixedPort, "Under My Apps, create a REST API app. Hootsuite reviews each app."
    )
  ) { provider, service in
    service.scopes = ["offline"]
    provider.identity = IdentityRule(
      "https://platform.hootsuite.com/v1/me", subject: "{data.id}", name: "{data.fullName}", email: "{data.email}")
  }
}
