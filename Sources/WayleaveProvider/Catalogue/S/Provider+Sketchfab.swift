import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Sketchfab: models in three dimensions.
  ///
  /// https://sketchfab.com/developers/oauth.
  public static let sketchfab = Provider(
    "sketchfab", "Sketchfab", authorization: "https://sketchfab.com/oauth2/authorize/",
    token: "https://sketchfab.com/oauth2/token/", api: ["https://api.sketchfab.com"],
    registration: RegistrationGuide(
      "https://sketchfab.com/developers/oauth", .fixedPort, "Ask Sketchfab for an app, as the page says.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.sketchfab.com/v3/me", subject: "{uid}", name: "{displayName}", handle: "{username}", email: "{email}"
    )
  }
}
