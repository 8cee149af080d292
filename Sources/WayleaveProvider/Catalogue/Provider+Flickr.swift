import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Flickr, by OAuth 1.0a.
  ///
  /// The user is asked for leave to read; the other words are `write` and `delete`. Every call is signed, and answers
  /// plain JSON only with a parameter that forbids to wrap it in a function call.
  public static let flickr = Provider(
    name: "flickr", title: "Flickr",
    service: .oauth1(
      OAuth1Service(
        temporaryCredentialEndpoint: Endpoint(known: "https://www.flickr.com/services/oauth/request_token"),
        authorizationEndpoint: Endpoint(known: "https://www.flickr.com/services/oauth/authorize"),
        tokenEndpoint: Endpoint(known: "https://www.flickr.com/services/oauth/access_token"),
        dialect: .init(authorizationParameters: ["perms": "read"]))),
    apiOrigins: [Endpoint(known: "https://api.flickr.com").origin, Endpoint(known: "https://up.flickr.com").origin],
    identity: IdentityRule(
      endpoint: Endpoint(
        known: "https://api.flickr.com/services/rest/?method=flickr.test.login&format=json&nojsoncallback=1"),
      subject: "{user.id}", handle: "{user.username._content}"))
}
