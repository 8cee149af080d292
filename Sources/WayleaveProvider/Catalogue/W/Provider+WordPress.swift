import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// WordPress.com, and the sites that are connected to it.
  ///
  /// https://developer.wordpress.com, "OAuth2 authentication". The scope `auth` lets the user be known and no more;
  /// without it a token is for one site.
  public static let wordpress = Provider(
    "wordpress", "WordPress.com", authorization: "https://public-api.wordpress.com/oauth2/authorize",
    token: "https://public-api.wordpress.com/oauth2/token", api: ["https://public-api.wordpress.com"],
    registration: RegistrationGuide("https://developer.wordpress.com/apps/new/", .fixedPort)
  ) { provider, service in
    service.scopes = ["auth"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://public-api.wordpress.com/rest/v1/me", subject: "{ID}", name: "{display_name}", handle: "{username}",
      email: "{email}", picture: "{avatar_URL}")
  }
}
