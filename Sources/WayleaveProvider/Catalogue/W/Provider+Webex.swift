import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Webex by Cisco: meetings and messages.
  ///
  /// https://developer.webex.com, "Integrations and Authorization".
  public static let webex = Provider(
    "webex", "Webex", authorization: "https://webexapis.com/v1/authorize",
    token: "https://webexapis.com/v1/access_token", api: ["https://webexapis.com"],
    registration: RegistrationGuide(
      "https://developer.webex.com/my-apps/new/integration", .fixedPort,
      "Create an integration with the scope spark:people_read.")
  ) { provider, service in
    service.scopes = ["spark:people_read"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://webexapis.com/v1/people/me", subject: "{id}", name: "{displayName}", email: "{emails.0}",
      picture: "{avatar}")
  }
}
