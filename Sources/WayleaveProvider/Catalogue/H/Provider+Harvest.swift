import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Harvest: time and invoices.
  ///
  /// https://help.getharvest.com/api-v2, "Authentication". A request to the API names an account in the header field
  /// `Harvest-Account-Id`; the identity's answer lists them. Every request must have a `User-Agent`.
  public static let harvest = Provider(
    "harvest", "Harvest", authorization: "https://id.getharvest.com/oauth2/authorize",
    token: "https://id.getharvest.com/api/v2/oauth2/token",
    api: ["https://id.getharvest.com", "https://api.harvestapp.com"],
    registration: RegistrationGuide(
      "https://id.getharvest.com/developers", .fixedPort, "Create an OAuth2 application.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://id.getharvest.com/api/v2/accounts", subject: "{user.id}", name: "{user.first_name} {user.last_name}",
      email: "{user.email}")
  }
}
