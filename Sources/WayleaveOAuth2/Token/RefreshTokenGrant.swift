public import WayleaveWire

/// Asks for a new access token.
///
/// RFC 6749 §6.
public struct RefreshTokenGrant: Sendable, Equatable {
  /// The refresh token.
  public var refreshToken: Secret
  /// The scopes to narrow the token to; empty for what was granted.
  public var scopes: [String]

  /// A refresh.
  public init(refreshToken: Secret, scopes: [String] = []) {
    self.refreshToken = refreshToken
    self.scopes = scopes
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: Dialect = Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": Self.grantType]
    form.append("refresh_token", refreshToken)
    if !scopes.isEmpty { form.append("scope", scopes.joined(separator: dialect.scopeSeparator)) }
    return try client.request(posting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType, let token = try form.nonEmptyText(of: "refresh_token")
    else {
      throw .malformedGrant(expected: "grant_type=refresh_token and a refresh token")
    }
    refreshToken = Secret(token)
    scopes = try form.nonEmptyText(of: "scope")?.split(separator: " ").map(String.init) ?? []
  }

  /// The name of the grant on the wire.
  public static let grantType = "refresh_token"
}
