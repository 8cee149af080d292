import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Foursquare: OAuth 2 with the token as `oauth_token` in the query, and a version `v` with every call.
  ///
  /// https://docs.foursquare.com, "v2 authentication". Its token answer names no type, and its tokens never expire.
  public static let foursquare = Provider(
    name: "foursquare", title: "Foursquare",
    service: .oauth2(
      OAuth2Service(
        authorizationEndpoint: Endpoint(known: "https://foursquare.com/oauth2/authenticate"),
        tokenEndpoint: Endpoint(known: "https://foursquare.com/oauth2/access_token"),
        dialect: OAuth2Dialect {
          $0.request.clientAuthentication = .post
          $0.answer.defaultTokenType = "Bearer"
          $0.api.tokenPlacement = .query("oauth_token")
          // The date up to which we know the API: it selects the behaviour of that day.
          $0.api.parameters = ["v": "20260101"]
        })),
    apiOrigins: [Endpoint(known: "https://api.foursquare.com").origin],
    identity: IdentityRule(
      endpoint: Endpoint(known: "https://api.foursquare.com/v2/users/self"), subject: "{response.user.id}",
      name: "{response.user.firstName} {response.user.lastName}", email: "{response.user.contact.email}",
      picture: "{response.user.photo.prefix}original{response.user.photo.suffix}"))
}
