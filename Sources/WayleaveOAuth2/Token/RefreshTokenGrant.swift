public import WayleaveWire

/// Asks for a new access token.
///
/// RFC 6749 §6.
public struct RefreshTokenGrant: Sendable, Equatable {
  /// The refresh token.
  public var refreshToken: Secret
  /// The scopes to narrow the token to; empty for what was granted.
  public var scopes: [String]
  /// The APIs to narrow the token to; empty for what was granted.
  ///
  /// RFC 8707 §2.2.
  public var resources: [ResourceIndicator]
  /// What the provider wants repeated of the callback of the sign-in.
  package var repeated = Form()

  /// A refresh.
  public init(refreshToken: Secret, scopes: [String] = [], resources: [ResourceIndicator] = []) {
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.resources = resources
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": Self.grantType]
    form.append("refresh_token", refreshToken)
    RequestedAccess(scopes: scopes, resources: resources).append(to: &form, dialect: dialect)
    for (name, value) in dialect.refresh.parameters.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    form.append(contentsOf: repeated)
    return try client.request(granting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType, let token = try form.nonEmptyText(of: "refresh_token")
    else {
      throw .malformedGrant(expected: "grant_type=refresh_token and a refresh token")
    }
    refreshToken = Secret(token)
    let access = try RequestedAccess(reading: form)
    (scopes, resources) = (access.scopes, access.resources)
  }

  /// The name of the grant on the wire.
  package static let grantType = "refresh_token"
}
