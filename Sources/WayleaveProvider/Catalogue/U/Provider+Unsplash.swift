import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Unsplash.
  ///
  /// https://unsplash.com/documentation, "User Authentication". It refuses PKCE.
  public static let unsplash = Provider(
    "unsplash", "Unsplash", authorization: "https://unsplash.com/oauth/authorize",
    token: "https://unsplash.com/oauth/token", api: ["https://api.unsplash.com"],
    registration: RegistrationGuide(
      "https://unsplash.com/oauth/applications", .fixedPort, "The Access Key is the client id. Switch on read_user.")
  ) { provider, service in
    service.scopes = ["public", "read_user"]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.unsplash.com/me", subject: "{id}", name: "{name}", handle: "{username}", email: "{email}",
      picture: "{profile_image.large}")
  }
}
