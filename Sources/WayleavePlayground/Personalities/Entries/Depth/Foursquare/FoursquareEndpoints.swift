public import WayleaveWire

/// Where the playground's Foursquare is: the real paths, on this machine.
public struct FoursquareEndpoints: Sendable {
  /// Where the user is sent; asks each time.
  public let authorizationEndpoint: Endpoint
  /// Where the user is sent; what was allowed before is not asked again.
  public let authenticationEndpoint: Endpoint
  /// Where codes become tokens.
  public let tokenEndpoint: Endpoint
  /// The origin of the API.
  public let apiOrigin: Origin
  /// Who the user is.
  public let userEndpoint: Endpoint
  /// The user's friends.
  public let friendsEndpoint: Endpoint

  init(base: String) throws(OAuthError) {
    authorizationEndpoint = try Endpoint(base + Foursquare.Path.authorize.rawValue)
    authenticationEndpoint = try Endpoint(base + Foursquare.Path.authenticate.rawValue)
    tokenEndpoint = try Endpoint(base + Foursquare.Path.token.rawValue)
    apiOrigin = tokenEndpoint.origin
    userEndpoint = try Endpoint(base + Foursquare.Path.user.rawValue)
    friendsEndpoint = try Endpoint(base + Foursquare.Path.friends.rawValue)
  }
}
