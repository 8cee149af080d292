import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Dribbble.
  ///
  /// https://developer.dribbble.com, "OAuth". Tokens do not expire, and the API gives no email address.
  public static let dribbble = Provider(
    "dribbble", "Dribbble", authorization: "https://dribbble.com/oauth/authorize",
    token: "https://dribbble.com/oauth/token", api: ["https://api.dribbble.com"],
    registration: RegistrationGuide(
      "https://dribbble.com/account/applications/new", .fixedPort, "The redirect URI is called Callback URL.")
  ) { provider, service in
    service.scopes = ["public"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.dribbble.com/v2/user", subject: "{id}", name: "{name}", handle: "{login}", picture: "{avatar_url}")
  }
}
