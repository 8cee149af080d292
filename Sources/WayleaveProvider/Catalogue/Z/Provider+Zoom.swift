import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Zoom.
  ///
  /// https://developers.zoom.us, "OAuth 2.0". Scopes belong to the app. Whether the email address was checked is a
  /// number there, 0 or 1, and is not read.
  public static let zoom = Provider(
    "zoom", "Zoom", authorization: "https://zoom.us/oauth/authorize", token: "https://zoom.us/oauth/token",
    api: ["https://api.zoom.us"],
    registration: RegistrationGuide(
      "https://marketplace.zoom.us/develop/create", .fixedPort,
      "Create a general app that is managed by users. Add a scope that reads users.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://zoom.us/oauth/revoke")
    provider.identity = IdentityRule(
      "https://api.zoom.us/v2/users/me", subject: "{id}", name: "{display_name}", email: "{email}",
      picture: "{pic_url}")
  }
}
