import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Figma.
  ///
  /// https://developers.figma.com, "Authentication". Refresh tokens have an endpoint of their own, and stay the same.
  /// The API answers 403 with `err` when a token is no longer good, which an entry cannot say yet.
  public static let figma = Provider(
    "figma", "Figma", authorization: "https://www.figma.com/oauth", token: "https://api.figma.com/v1/oauth/token",
    api: ["https://api.figma.com"],
    registration: RegistrationGuide(
      "https://www.figma.com/developers/apps", .fixedPort, "Tick the scope current_user:read.")
  ) { provider, service in
    service.scopes = ["current_user:read"]
    service.dialect.scopeSeparator = ","
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.refresh.endpoint = Endpoint(known: "https://api.figma.com/v1/oauth/refresh")
    provider.identity = IdentityRule(
      "https://api.figma.com/v1/me", subject: "{id}", name: "{handle}", email: "{email}", picture: "{img_url}")
  }
}
