import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Intercom: conversations with customers.
  ///
  /// https://developers.intercom.com, "Setting up OAuth". Scopes are chosen where the app is registered, not at the
  /// sign-in, and tokens do not expire.
  public static let intercom = Provider(
    "intercom", "Intercom", authorization: "https://app.intercom.com/oauth",
    token: "https://api.intercom.io/auth/eagle/token",
    api: ["https://api.intercom.io", "https://api.eu.intercom.io", "https://api.au.intercom.io"],
    registration: RegistrationGuide(
      "https://app.intercom.com/a/apps/_/developer-hub", .ownSite,
      "Create an app, and tick “Use OAuth” under Authentication.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://api.intercom.io/me", subject: "{id}", name: "{name}", email: "{email}",
      emailVerified: "{email_verified}", picture: "{avatar.image_url}")
  }
}
