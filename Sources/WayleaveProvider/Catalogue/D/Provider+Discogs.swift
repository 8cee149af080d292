import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Discogs, by OAuth 1.0a: records.
  ///
  /// https://www.discogs.com/developers, "OAuth Flow". Its temporary credentials are described for GET. It answers only
  /// requests that carry a `User-Agent`.
  public static let discogs = Provider(
    "discogs", "Discogs", temporary: "https://api.discogs.com/oauth/request_token",
    authorization: "https://www.discogs.com/oauth/authorize", token: "https://api.discogs.com/oauth/access_token",
    api: ["https://api.discogs.com"],
    registration: RegistrationGuide(
      "https://www.discogs.com/settings/developers", .fixedPort,
      "Create an application. The redirect URI is called Callback URL.")
  ) { provider, service in
    service.dialect.credentialMethod = .get
    provider.identity = IdentityRule(
      "https://api.discogs.com/oauth/identity", subject: "{id}", name: "{username}", handle: "{username}")
  }
}
