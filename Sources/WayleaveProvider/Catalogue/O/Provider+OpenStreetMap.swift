import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// OpenStreetMap.
  ///
  /// https://wiki.openstreetmap.org, "OAuth". Tokens never end. It gives no email address.
  public static let openstreetmap = Provider(
    "openstreetmap", "OpenStreetMap", authorization: "https://www.openstreetmap.org/oauth2/authorize",
    token: "https://www.openstreetmap.org/oauth2/token",
    api: ["https://api.openstreetmap.org", "https://www.openstreetmap.org"],
    registration: RegistrationGuide(
      "https://www.openstreetmap.org/oauth2/applications/new", .fixedPort,
      "Tick the permission to read user preferences.")
  ) { provider, service in
    service.scopes = ["read_prefs"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.openstreetmap.org/api/0.6/user/details.json", subject: "{user.id}", name: "{user.display_name}",
      picture: "{user.img.href}")
  }
}
