import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// TIDAL.
  ///
  /// https://developer.tidal.com/documentation, "Authorization". Its API answers JSON:API alone.
  public static let tidal = Provider(
    "tidal", "TIDAL", authorization: "https://login.tidal.com/authorize",
    token: "https://auth.tidal.com/v1/oauth2/token",
    registration: RegistrationGuide("https://developer.tidal.com/dashboard", .fixedPort)
  ) { provider, service in
    service.scopes = ["user.read"]
    service.dialect.api.headers = ["Accept": "application/vnd.api+json"]
    provider.identity = IdentityRule(
      "https://openapi.tidal.com/v2/users/me", subject: "{data.id}", name: "{data.attributes.username}",
      handle: "{data.attributes.username}", email: "{data.attributes.email}")
  }
}
