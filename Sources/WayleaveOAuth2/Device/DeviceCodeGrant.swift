public import WayleaveWire

/// Asks, again and again, for tokens in exchange for a device code.
///
/// RFC 8628 §3.4; how often, ``PollingPace`` says; what comes is a ``PollAnswer``.
public struct DeviceCodeGrant: Sendable, Equatable {
  /// The device code.
  public var deviceCode: Secret

  /// A poll.
  public init(deviceCode: Secret) {
    self.deviceCode = deviceCode
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": Self.grantType]
    form.append("device_code", deviceCode)
    return try client.request(granting: form, to: endpoint, dialect: dialect)
  }

  /// Reads the form of a token request; throws `token.refused` with `invalid_request`.
  public init(reading form: Form) throws(OAuthError) {
    guard try form.text(of: "grant_type") == Self.grantType, let code = try form.nonEmptyText(of: "device_code") else {
      throw .malformedGrant(expected: "grant_type=\(Self.grantType) and a device code")
    }
    deviceCode = Secret(code)
  }

  /// The name of the grant on the wire.
  package static let grantType = "urn:ietf:params:oauth:grant-type:device_code"
}
