import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Netlify.
  ///
  /// https://docs.netlify.com, "Get started with the Netlify API". It has no scopes, and its tokens do not expire.
  public static let netlify = Provider(
    "netlify", "Netlify", authorization: "https://app.netlify.com/authorize",
    token: "https://api.netlify.com/oauth/token", api: ["https://api.netlify.com"],
    registration: RegistrationGuide(
      "https://app.netlify.com/user/applications", .fixedPort, "Create an OAuth app.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.netlify.com/api/v1/user", subject: "{id}", name: "{full_name}", handle: "{slug}", email: "{email}",
      picture: "{avatar_url}")
  }
}
