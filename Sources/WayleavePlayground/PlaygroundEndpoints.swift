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
  /// Whom the user knows.
  public let friendsEndpoint: Endpoint

  init(base: String) throws(OAuthError) {
    authorizationEndpoint = try Endpoint(base + Route.foursquareAuthorize.rawValue)
    authenticationEndpoint = try Endpoint(base + Route.foursquareAuthenticate.rawValue)
    tokenEndpoint = try Endpoint(base + Route.foursquareToken.rawValue)
    apiOrigin = tokenEndpoint.origin
    userEndpoint = try Endpoint(base + Route.foursquareSelf.rawValue)
    friendsEndpoint = try Endpoint(base + Route.foursquareFriends.rawValue)
  }
}

/// Where the playground's Twitter is: the real paths, on this machine.
public struct TwitterEndpoints: Sendable {
  /// Where a temporary credential is asked for.
  public let temporaryCredentialEndpoint: Endpoint
  /// Where the user is sent; asks each time.
  public let authorizationEndpoint: Endpoint
  /// Where the user is sent; what was allowed before is not asked again.
  public let authenticationEndpoint: Endpoint
  /// Where the temporary credential becomes a lasting one.
  public let tokenCredentialEndpoint: Endpoint
  /// Where a token is given back.
  public let invalidationEndpoint: Endpoint
  /// The origin of the API.
  public let apiOrigin: Origin
  /// Who the user is.
  public let userEndpoint: Endpoint
  /// What the user reads.
  public let timelineEndpoint: Endpoint

  init(base: String) throws(OAuthError) {
    temporaryCredentialEndpoint = try Endpoint(base + Route.twitterRequestToken.rawValue)
    authorizationEndpoint = try Endpoint(base + Route.twitterAuthorize.rawValue)
    authenticationEndpoint = try Endpoint(base + Route.twitterAuthenticate.rawValue)
    tokenCredentialEndpoint = try Endpoint(base + Route.twitterAccessToken.rawValue)
    invalidationEndpoint = try Endpoint(base + Route.twitterInvalidate.rawValue)
    apiOrigin = tokenCredentialEndpoint.origin
    userEndpoint = try Endpoint(base + Route.twitterVerifyCredentials.rawValue)
    timelineEndpoint = try Endpoint(base + Route.twitterTimeline.rawValue)
  }
}
