import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Basecamp, by the sign-in of 37signals.
  ///
  /// https://github.com/basecamp/api, "Authentication". There are no scopes, and every request must have a
  /// `User-Agent`. A sign-in and a refresh have a `type` of their own.
  public static let basecamp = Provider(
    "basecamp", "Basecamp", authorization: "https://launchpad.37signals.com/authorization/new",
    token: "https://launchpad.37signals.com/authorization/token",
    api: ["https://launchpad.37signals.com", "https://3.basecampapi.com"],
    registration: RegistrationGuide(
      "https://launchpad.37signals.com/integrations", .fixedPort, "Register an integration.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.parameters = ["type": "web_server"]
    service.dialect.request.parameters = ["type": "web_server"]
    service.dialect.refresh.parameters = ["type": "refresh"]
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://launchpad.37signals.com/authorization.json", subject: "{identity.id}",
      name: "{identity.first_name} {identity.last_name}", email: "{identity.email_address}")
  }
}
