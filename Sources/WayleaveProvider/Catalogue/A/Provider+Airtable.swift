import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Airtable.
  ///
  /// https://airtable.com, "OAuth reference". PKCE is needed, and a refresh token counts once.
  public static let airtable = Provider(
    "airtable", "Airtable", authorization: "https://airtable.com/oauth2/v1/authorize",
    token: "https://airtable.com/oauth2/v1/token", api: ["https://api.airtable.com"],
    registration: RegistrationGuide(
      "https://airtable.com/create/oauth", .fixedPort, "Tick the scope user.email:read. A client secret is optional.")
  ) { provider, service in
    service.scopes = ["user.email:read"]
    provider.identity = IdentityRule(
      "https://api.airtable.com/v0/meta/whoami", subject: "{id}", email: "{email}")
  }
}
