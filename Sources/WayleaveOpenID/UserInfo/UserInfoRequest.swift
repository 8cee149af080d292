import HTTPTypes
import WayleaveOAuth2
public import WayleaveWire

/// Asks an OpenID provider who the user of an access token is.
///
/// OpenID Connect Core §5.3.1.
public struct UserInfoRequest: Sendable, Equatable {
  /// The access token, which must have been asked for with the scope `openid`.
  public var accessToken: Secret

  /// A question.
  public init(accessToken: Secret) {
    self.accessToken = accessToken
  }

  /// The request; the token goes in the header.
  public func request(to endpoint: Endpoint) throws(OAuthError) -> RequestMessage {
    var request = RequestMessage(.get, to: endpoint.url)
    request.head.headerFields[.accept] = ContentType.json
    try request.authorize(with: accessToken, dialect: OAuth2Dialect())
    return request
  }
}
