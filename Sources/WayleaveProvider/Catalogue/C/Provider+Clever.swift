import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Clever: pupils and teachers of schools.
  ///
  /// https://dev.clever.com/docs/classroom-with-oauth. The first answer has the user's id alone; the rest is found
  /// under it.
  public static let clever = Provider(
    "clever", "Clever", authorization: "https://clever.com/oauth/authorize", token: "https://clever.com/oauth/tokens",
    api: ["https://api.clever.com"],
    registration: RegistrationGuide("https://apps.clever.com", .fixedPort, "Create an application.")
  ) { provider, service in
    service.dialect.answer.defaultTokenType = "Bearer"
    var identity = IdentityRule(
      "https://api.clever.com/v3.0/me", subject: "{data.id}", name: "{user.data.name.first} {user.data.name.last}",
      email: "{user.data.email}")
    identity.requests = [IdentityRequest(Endpoint(known: "https://api.clever.com/v3.0/users/{data.id}"), name: "user")]
    provider.identity = identity
  }
}
