public import WayleaveWire

/// Asks for the tokens of a user who is asked elsewhere; what comes is a ``PollAnswer``.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §10.1.
public struct BackchannelGrant: Sendable, Equatable {
  /// The name of the request.
  public var requestID: Secret

  /// A poll.
  public init(requestID: Secret) {
    self.requestID = requestID
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": Self.grantType]
    form.append("auth_req_id", requestID)
    return try client.request(posting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType, let id = try form.nonEmptyText(of: "auth_req_id") else {
      throw .malformedGrant(expected: "grant_type=\(Self.grantType) and an auth_req_id")
    }
    requestID = Secret(id)
  }

  /// The name of the grant on the wire.
  package static let grantType = "urn:openid:params:grant-type:ciba"
}
