public import WayleaveWire

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
  /// How often an application may ask; it can ask in its own name, without a token.
  public let rateLimitEndpoint: Endpoint

  init(base: String) throws(OAuthError) {
    temporaryCredentialEndpoint = try Endpoint(base + Route.twitterRequestToken.rawValue)
    authorizationEndpoint = try Endpoint(base + Route.twitterAuthorize.rawValue)
    authenticationEndpoint = try Endpoint(base + Route.twitterAuthenticate.rawValue)
    tokenCredentialEndpoint = try Endpoint(base + Route.twitterAccessToken.rawValue)
    invalidationEndpoint = try Endpoint(base + Route.twitterInvalidate.rawValue)
    apiOrigin = tokenCredentialEndpoint.origin
    userEndpoint = try Endpoint(base + Route.twitterVerifyCredentials.rawValue)
    timelineEndpoint = try Endpoint(base + Route.twitterTimeline.rawValue)
    rateLimitEndpoint = try Endpoint(base + Route.twitterRateLimit.rawValue)
  }
}
