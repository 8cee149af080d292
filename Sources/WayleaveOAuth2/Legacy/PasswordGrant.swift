public import WayleaveWire

/// Asks for tokens in exchange for the user's own password: for providers that have no other way.
///
/// RFC 6749 §4.3, which RFC 9700 §2.4 takes back: it "MUST NOT be used". Off unless ``OAuth2Dialect/legacyGrants`` names it.
public struct PasswordGrant: Sendable, Equatable {
  /// The user's name.
  public var username: String
  /// The user's password.
  public var password: Secret
  /// What is asked for.
  public var access: RequestedAccess

  /// An exchange.
  public init(username: String, password: Secret, access: RequestedAccess = RequestedAccess()) {
    self.username = username
    self.password = password
    self.access = access
  }

  /// The request, authenticated as the client; throws `configuration.unsupported` where the dialect does not allow it.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect
  ) throws(OAuthError) -> RequestMessage {
    try LegacyGrant.password.require(in: dialect)
    var form: Form = ["grant_type": Self.grantType, "username": username]
    form.append("password", password)
    access.append(to: &form, dialect: dialect)
    return try client.request(granting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `configuration.unsupported` where the server does not allow it, and
  /// `token.refused` with `invalid_request`.
  public init(reading form: Form, dialect: OAuth2Dialect) throws(OAuthError) {
    try LegacyGrant.password.require(in: dialect)
    guard try form.text(of: "grant_type") == Self.grantType, let username = try form.nonEmptyText(of: "username"),
      let password = try form.text(of: "password")
    else { throw .malformedGrant(expected: "grant_type=\(Self.grantType), a user name and a password") }
    self.username = username
    self.password = Secret(password)
    access = try RequestedAccess(reading: form)
  }

  /// The name of the grant on the wire.
  package static let grantType = "password"
}
