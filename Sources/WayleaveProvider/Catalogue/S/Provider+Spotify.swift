import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Spotify.
  ///
  /// https://developer.spotify.com, "Authorization Code Flow" and "Redirect URIs". The email address is not verified.
  public static let spotify = Provider(
    "spotify", "Spotify", authorization: "https://accounts.spotify.com/authorize",
    token: "https://accounts.spotify.com/api/token", api: ["https://api.spotify.com"],
    registration: RegistrationGuide(
      "https://developer.spotify.com/dashboard",
      "Enter it without a port. Any port is then accepted. Spotify refuses localhost.")
  ) { provider, service in
    service.scopes = ["user-read-email"]
    provider.identity = IdentityRule(
      "https://api.spotify.com/v1/me", subject: "{id}", name: "{display_name}", email: "{email}",
      picture: "{images.0.url}")
  }
}
