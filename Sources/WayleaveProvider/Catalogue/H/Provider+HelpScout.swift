import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Help Scout.
  ///
  /// https://developer.helpscout.com, "Authentication". There are no scopes.
  public static let helpscout = Provider(
    "helpscout", "Help Scout", authorization: "https://secure.helpscout.net/authentication/authorizeClientApplication",
    token: "https://api.helpscout.net/v2/oauth2/token", api: ["https://api.helpscout.net"],
    registration: RegistrationGuide(
      "https://secure.helpscout.net/",
      .fixedPort,
      """
      In your profile, under My Apps, create an app. The redirect URI is called Redirection URL, and the client id \
      App ID.
      """)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.helpscout.net/v2/users/me", subject: "{id}", name: "{firstName} {lastName}", email: "{email}")
  }
}
