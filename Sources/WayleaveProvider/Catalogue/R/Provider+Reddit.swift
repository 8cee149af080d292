import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Reddit.
  ///
  /// https://github.com/reddit-archive/reddit/wiki, "OAuth2". A refresh token comes only with `duration`. The API is at
  /// another host, and a `User-Agent` is wanted everywhere. It gives no email address. An installed app must send its
  /// id by Basic with an empty secret: give it one.
  public static let reddit = Provider(
    "reddit", "Reddit", authorization: "https://www.reddit.com/api/v1/authorize",
    token: "https://www.reddit.com/api/v1/access_token", api: ["https://oauth.reddit.com"],
    registration: RegistrationGuide(
      "https://www.reddit.com/prefs/apps", .fixedPort,
      """
      Since November 2025 Reddit must approve a new app first (Responsible Builder Policy). Create a web app. Its \
      client id stands below its name.
      """)
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://www.reddit.com/api/v1/revoke_token")
    service.scopes = ["identity"]
    service.dialect.authorization.parameters = ["duration": "permanent"]
    service.dialect.request.headers = ["User-Agent": "wayleave"]
    service.dialect.api.headers = ["User-Agent": "wayleave"]
    provider.identity = IdentityRule(
      "https://oauth.reddit.com/api/v1/me", subject: "{id}", name: "{name}", handle: "{name}", picture: "{icon_img}")
  }
}
