import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// SimpleLogin: email aliases.
  ///
  /// https://simplelogin.io/docs/siwsl/app. The address is an alias where the user wants one.
  public static let simplelogin = Provider(
    "simplelogin", "SimpleLogin", authorization: "https://app.simplelogin.io/oauth2/authorize",
    token: "https://app.simplelogin.io/oauth2/token", api: ["https://app.simplelogin.io"],
    registration: RegistrationGuide(
      "https://app.simplelogin.io/developer", .fixedPort,
      "Create a website. Add the redirect URI to its OAuth settings.")
  ) { provider, service in
    service.scopes = ["openid", "profile", "email"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://app.simplelogin.io/oauth2/userinfo", subject: "{id}", name: "{name}", email: "{email}",
      emailVerified: "{email_verified}", picture: "{avatar_url}")
  }
}
