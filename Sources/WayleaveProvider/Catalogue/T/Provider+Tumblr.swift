import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Tumblr, by OAuth 2.
  ///
  /// https://www.tumblr.com/docs/en/api/v2, "OAuth2 Authorization". The name of a user may change; the primary blog has
  /// an id that does not.
  public static let tumblr = Provider(
    "tumblr", "Tumblr", authorization: "https://www.tumblr.com/oauth2/authorize",
    token: "https://api.tumblr.com/v2/oauth2/token", api: ["https://api.tumblr.com"],
    registration: RegistrationGuide(
      "https://www.tumblr.com/oauth/apps", .fixedPort,
      "Register an application. Enter the redirect URI under OAuth2 redirect URLs.")
  ) { provider, service in
    service.scopes = ["basic", "offline_access"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.tumblr.com/v2/user/info", subject: "{response.user.blogs.[primary=true].uuid}",
      name: "{response.user.name}", handle: "{response.user.name}")
  }
}
