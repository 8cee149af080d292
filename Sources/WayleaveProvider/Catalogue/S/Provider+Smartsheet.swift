import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Smartsheet.
  ///
  /// https://developers.smartsheet.com, "OAuth Walkthrough". In the place of a hash of the secret it takes the secret
  /// itself.
  public static let smartsheet = Provider(
    "smartsheet", "Smartsheet", authorization: "https://app.smartsheet.com/b/authorize",
    token: "https://api.smartsheet.com/2.0/token",
    registration: RegistrationGuide(
      "https://developers.smartsheet.com/register", .fixedPort,
      "Sign up as a developer. Then create an app under Developer Tools.")
  ) { provider, service in
    service.scopes = ["READ_USERS"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.smartsheet.com/2.0/users/me", subject: "{id}", name: "{firstName} {lastName}", email: "{email}")
  }
}
