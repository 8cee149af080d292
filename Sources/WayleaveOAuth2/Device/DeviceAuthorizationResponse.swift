import HTTPTypes
public import WayleaveWire

/// The two codes of a sign-in by device: one to poll with, one for the user to type.
///
/// RFC 8628 §3.2. The user code is shown also where there is a complete address (§3.3.1), and next to it: "only enter
/// this code if you started this sign-in" (§5.4).
public struct DeviceAuthorizationResponse: Sendable, Equatable {
  /// What the device polls with.
  public let deviceCode: Secret
  /// What the user types.
  public let userCode: String
  /// Where the user types it: https, or http on this machine.
  public let verificationURI: AbsoluteURL
  /// Where the code is typed in already; only on the same origin as ``verificationURI``.
  public let verificationURIComplete: AbsoluteURL?
  /// For how many seconds the codes are good.
  public let expiresIn: Int64
  /// How many seconds lie between two polls at least.
  public let interval: Int64

  /// The interval of a server that names none.
  ///
  /// RFC 8628 §3.2: "If no value is provided, clients MUST use 5 as the default."
  public static let defaultInterval: Int64 = 5

  /// Codes to give; throws `answer.unexpected` for an address that no user may be sent to.
  public init(
    deviceCode: Secret, userCode: String, verificationURI: String, verificationURIComplete: String? = nil,
    expiresIn: Int64, interval: Int64 = defaultInterval
  ) throws(OAuthError) {
    self.deviceCode = deviceCode
    self.userCode = userCode
    let address = try Self.address(verificationURI, "verification_uri")
    self.verificationURI = address
    // A code that is typed in already, at another party's address, is how a user is led astray; the code can be typed.
    self.verificationURIComplete = verificationURIComplete.flatMap {
      try? Self.address($0, "verification_uri_complete")
    }
    .flatMap { Origin(of: $0) == Origin(of: address) ? $0 : nil }
    self.expiresIn = expiresIn
    // No server means "without pause".
    self.interval = interval > 0 ? interval : Self.defaultInterval
  }

  /// Reads an answer; throws `answer.unexpected`, or as ``TokenResponse`` does for a refusal.
  public init(reading response: ResponseMessage, dialect: OAuth2Dialect = OAuth2Dialect()) throws(OAuthError) {
    let answer = try EndpointAnswer(response, rule: .rfc(8628, "3.2"), dialect: dialect)
    // Google wrote before the RFC, and says "verification_url".
    let isOlder = !answer.has("verification_uri") && answer.has("verification_url")
    let name = isOlder ? "verification_url" : "verification_uri"
    try self.init(
      deviceCode: Secret(answer.text("device_code")), userCode: answer.text("user_code", maximumLength: 64),
      verificationURI: answer.text(name),
      verificationURIComplete: answer.members["verification_uri_complete"]?.string,
      expiresIn: answer.lifetime("expires_in"), interval: answer.seconds("interval") ?? Self.defaultInterval)
  }

  /// The answer on the wire, which no cache may store.
  public func response() -> ResponseMessage {
    var members = JSON.Object()
    members["device_code"] = .string(deviceCode.exposedText)
    members["user_code"] = .string(userCode)
    members["verification_uri"] = .string(verificationURI.text)
    members["verification_uri_complete"] = verificationURIComplete.map { .string($0.text) }
    members["expires_in"] = JSON(expiresIn)
    members["interval"] = JSON(interval)
    var response = ResponseMessage(.ok, json: .object(members))
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }

  private static func address(_ text: String, _ member: String) throws(OAuthError) -> AbsoluteURL {
    guard let url = try? AbsoluteURL(text), url.isSecure else {
      throw .unexpectedEndpointAnswer("an https URL as “\(member)”", .rfc(8628, "3.2"), member: member)
    }
    return url
  }
}
