import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Heroku.
  ///
  /// https://devcenter.heroku.com, "OAuth". A token lives eight hours.
  public static let heroku = Provider(
    "heroku", "Heroku", authorization: "https://id.heroku.com/oauth/authorize",
    token: "https://id.heroku.com/oauth/token", api: ["https://api.heroku.com"],
    registration: RegistrationGuide(
      "https://dashboard.heroku.com/account/applications", .localhost,
      "Register an API client. The redirect URI is called OAuth callback URL.")
  ) { provider, service in
    service.scopes = ["identity"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.headers = ["Accept": "application/vnd.heroku+json; version=3"]
    provider.identity = IdentityRule(
      "https://api.heroku.com/account", subject: "{id}", name: "{name}", email: "{email}")
  }
}
