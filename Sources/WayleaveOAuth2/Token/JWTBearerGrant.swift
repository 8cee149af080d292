public import WayleaveWire

/// Asks for tokens in exchange for a signed statement, such as a service account's.
///
/// RFC 7523 §2.1; RFC 7521 §4.1. The statement is made by ``JWTAssertion``, or came from another party.
public struct JWTBearerGrant: Sendable, Equatable {
  /// The JWT.
  public var assertion: Secret
  /// What is asked for.
  public var access: RequestedAccess

  /// An exchange.
  public init(assertion: Secret, access: RequestedAccess = RequestedAccess()) {
    self.assertion = assertion
    self.access = access
  }

  /// The request as the client, or without a client: RFC 7521 §4.1 lets the assertion stand alone.
  public func request(
    to endpoint: Endpoint, as client: Client?, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": Self.grantType]
    form.append("assertion", assertion)
    access.append(to: &form, dialect: dialect)
    return try client?.request(granting: form, to: endpoint, dialect: dialect)
      ?? RequestMessage(posting: form, to: endpoint)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType, let text = try form.nonEmptyText(of: "assertion") else {
      throw .malformedGrant(expected: "grant_type=\(Self.grantType) and an assertion")
    }
    assertion = Secret(text)
    access = try RequestedAccess(reading: form)
  }

  /// The name of the grant on the wire.
  package static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
}
