import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Discogs, by OAuth 1.0a.
  ///
  /// Its temporary credentials are described for GET. It answers only requests that carry a `User-Agent`.
  public static let discogs = Provider(
    name: "discogs", title: "Discogs",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(known: "https://api.discogs.com/oauth/request_token"),
        authorizationEndpoint: Endpoint(known: "https://www.discogs.com/oauth/authorize"),
        tokenEndpoint: Endpoint(known: "https://api.discogs.com/oauth/access_token"),
        dialect: .init(credentialMethod: .get))),
    apiOrigins: [Endpoint(known: "https://api.discogs.com").origin],
    identity: IdentityRule(
      endpoint: Endpoint(known: "https://api.discogs.com/oauth/identity"),
      subject: "{id}", name: "{username}", handle: "{username}"))
}
