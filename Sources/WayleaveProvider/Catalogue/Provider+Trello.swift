import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Trello, by OAuth 1.0a.
  ///
  /// What is asked for, and for how long, are parameters of the page that the user sees; without them a token reads for 30
  /// days. Other scopes are `write` and `account`, separated by commas.
  public static let trello = Provider(
    name: "trello", title: "Trello",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(known: "https://trello.com/1/OAuthGetRequestToken"),
        authorizationEndpoint: Endpoint(known: "https://trello.com/1/OAuthAuthorizeToken"),
        tokenEndpoint: Endpoint(known: "https://trello.com/1/OAuthGetAccessToken"),
        dialect: .init(authorizationParameters: ["expiration": "never", "scope": "read"]))),
    apiOrigins: [Endpoint(known: "https://api.trello.com").origin, Endpoint(known: "https://trello.com").origin],
    identity: IdentityRule(
      endpoint: Endpoint(known: "https://trello.com/1/members/me"),
      subject: "{id}", name: "{fullName}", handle: "{username}", email: "{email}", picture: "{avatarUrl}"))
}
