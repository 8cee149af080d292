import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Tumblr, by OAuth 1.0a.
  ///
  /// Its credentials are given to POST alone. A user has no number: the name is all that distinguishes users.
  public static let tumblr = Provider(
    name: "tumblr", title: "Tumblr",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(known: "https://www.tumblr.com/oauth/request_token"),
        authorizationEndpoint: Endpoint(known: "https://www.tumblr.com/oauth/authorize"),
        tokenEndpoint: Endpoint(known: "https://www.tumblr.com/oauth/access_token"))),
    apiOrigins: [Endpoint(known: "https://api.tumblr.com").origin],
    identity: IdentityRule(
      endpoint: Endpoint(known: "https://api.tumblr.com/v2/user/info"),
      subject: "{response.user.name}", name: "{response.user.name}", handle: "{response.user.name}"))
}
