import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Tumblr, by OAuth 1.0a.
  ///
  /// https://www.tumblr.com/docs/en/api/v2. Its credentials are given to POST alone. The name of a user may change;
  /// the primary blog has an id that does not.
  public static let tumblrOAuth1 = Provider(
    "tumblr-oauth1", "Tumblr (OAuth 1.0a)", temporary: "https://www.tumblr.com/oauth/request_token",
    authorization: "https://www.tumblr.com/oauth/authorize", token: "https://www.tumblr.com/oauth/access_token",
    api: ["https://api.tumblr.com"],
    registration: RegistrationGuide(
      "https://www.tumblr.com/oauth/apps", .fixedPort,
      "Register an application. The redirect URI is called Default callback URL.")
  ) { provider, _ in
    provider.identity = IdentityRule(
      "https://api.tumblr.com/v2/user/info", subject: "{response.user.blogs.[primary=true].uuid}",
      name: "{response.user.name}", handle: "{response.user.name}")
  }
}
