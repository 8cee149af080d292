import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Miro: boards for drawing together.
  ///
  /// https://developers.miro.com/docs/getting-started-with-oauth. Whether tokens expire is chosen once, when the app is
  /// registered; a refresh token serves once.
  public static let miro = Provider(
    "miro", "Miro", authorization: "https://miro.com/oauth/authorize", token: "https://api.miro.com/v1/oauth/token",
    api: ["https://api.miro.com"],
    registration: RegistrationGuide(
      "https://miro.com/app/settings/user-profile/apps", .fixedPort,
      "Create an app. Enter the redirect URI for OAuth 2.0.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule("https://api.miro.com/v1/oauth-token", subject: "{user.id}", name: "{user.name}")
  }
}
