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
    temporaryCredentialEndpoint = try Endpoint(base + Twitter.Path.requestToken.rawValue)
    authorizationEndpoint = try Endpoint(base + Twitter.Path.authorize.rawValue)
    authenticationEndpoint = try Endpoint(base + Twitter.Path.authenticate.rawValue)
    tokenCredentialEndpoint = try Endpoint(base + Twitter.Path.accessToken.rawValue)
    invalidationEndpoint = try Endpoint(base + Twitter.Path.invalidate.rawValue)
    apiOrigin = tokenCredentialEndpoint.origin
    userEndpoint = try Endpoint(base + Twitter.Path.verifyCredentials.rawValue)
    timelineEndpoint = try Endpoint(base + Twitter.Path.timeline.rawValue)
    rateLimitEndpoint = try Endpoint(base + Twitter.Path.rateLimit.rawValue)
  }
}
