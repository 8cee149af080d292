import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Eventbrite.
  ///
  /// https://www.eventbrite.com, "Authentication". There are no scopes.
  public static let eventbrite = Provider(
    "eventbrite", "Eventbrite", authorization: "https://www.eventbrite.com/oauth/authorize",
    token: "https://www.eventbrite.com/oauth/token", api: ["https://www.eventbriteapi.com"],
    registration: RegistrationGuide(
      "https://www.eventbrite.com/platform/api-keys", .fixedPort, "The API key is the client id.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://www.eventbriteapi.com/v3/users/me/", subject: "{id}", name: "{name}",
      email: "{emails.[primary=true].email}", emailVerified: "{emails.[primary=true].verified}")
  }
}
