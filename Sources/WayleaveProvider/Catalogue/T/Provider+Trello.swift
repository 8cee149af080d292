import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Trello, by OAuth 1.0a.
  ///
  /// https://developer.atlassian.com/cloud/trello, "Authorization". What is asked for, and for how long, are parameters
  /// of the page that the user sees; without them a token reads for 30 days. Other scopes are `write` and `account`,
  /// separated by commas.
  public static let trello = Provider(
    "trello", "Trello", temporary: "https://trello.com/1/OAuthGetRequestToken",
    authorization: "https://trello.com/1/OAuthAuthorizeToken", token: "https://trello.com/1/OAuthGetAccessToken",
    api: ["https://api.trello.com", "https://trello.com"],
    registration: RegistrationGuide(
      "https://trello.com/power-ups/admin", .fixedPort,
      "Create a Power-Up with an API key, which is the consumer key. Allow the origin of the redirect URI.")
  ) { provider, service in
    service.dialect.authorizationParameters = ["expiration": "never", "scope": "read"]
    service.dialect.scopeParameter = "scope"
    provider.identity = IdentityRule(
      "https://trello.com/1/members/me", subject: "{id}", name: "{fullName}", handle: "{username}", email: "{email}",
      picture: "{avatarUrl}")
  }
}
