public import WayleaveWire

/// Begins a sign-in on a device that has no browser of its own.
///
/// RFC 8628 §3.1.
public struct DeviceAuthorizationRequest: Sendable, Equatable {
  /// What is asked for.
  public var access: RequestedAccess

  /// A request for a code that the user types elsewhere.
  public init(access: RequestedAccess = RequestedAccess()) {
    self.access = access
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form = Form()
    access.append(to: &form, dialect: dialect)
    return try client.request(posting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a request; whose it is, ``ClientCredentials`` says.
  public init(reading form: Form) throws(OAuthError) {
    access = try RequestedAccess(reading: form)
  }
}
