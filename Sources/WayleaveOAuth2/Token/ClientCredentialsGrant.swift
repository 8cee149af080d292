public import WayleaveWire

/// Asks for tokens for the client itself, without any user.
///
/// RFC 6749 §4.4.
public struct ClientCredentialsGrant: Sendable, Equatable {
  /// What is asked for.
  public var access: RequestedAccess
  /// The names of the services that the token is for, where a server has them named as in an exchange; none as a rule.
  ///
  /// RFC 8693 §2.1, `audience`; the standard's way is ``RequestedAccess/resources``.
  public var audiences: [String]

  /// A request for a token of the client's own.
  public init(access: RequestedAccess = RequestedAccess(), audiences: [String] = []) {
    self.access = access
    self.audiences = audiences
  }

  /// The request, authenticated as the client; throws `configuration.invalid_client` for a public one.
  ///
  /// RFC 6749 §4.4: "The client credentials grant type MUST only be used by confidential clients."
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    guard client.authenticationMethod(by: dialect) != .publicClient else { throw .publicClient() }
    var form: Form = ["grant_type": Self.grantType]
    access.append(to: &form, dialect: dialect)
    for audience in audiences { form.append("audience", audience) }
    return try client.request(granting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType else {
      throw .malformedGrant(expected: "grant_type=\(Self.grantType)")
    }
    access = try RequestedAccess(reading: form)
    audiences = form.values(of: "audience").map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name of the grant on the wire.
  package static let grantType = "client_credentials"
}

extension OAuthError {
  fileprivate static func publicClient() -> OAuthError {
    OAuthError(
      .invalidClient, message: "A public client cannot get a token of its own.", rule: .rfc(6749, "4.4"),
      remedy: "Give the client its secret, its key or its certificate.")
  }
}
