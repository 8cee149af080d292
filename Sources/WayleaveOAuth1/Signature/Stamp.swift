public import WayleaveWire

/// What makes a signed request unlike every other: when it was made, and a text that is used once.
///
/// RFC 5849 §3.3.
public struct Stamp: Sendable, Equatable {
  /// The time of the request.
  public var timestamp: Instant
  /// A text that no other request of this client has at this time.
  public var nonce: String

  /// A stamp of given parts, for tests and for requests that another program stamped.
  public init(timestamp: Instant, nonce: String) {
    self.timestamp = timestamp
    self.nonce = nonce
  }

  /// A stamp with a fresh nonce of 30 letters and digits: oauthlib takes no more by default, and some take nothing else.
  public init(at now: Instant, using random: inout some RandomNumberGenerator) {
    self.init(timestamp: now, nonce: RandomText.alphanumeric(30, using: &random))
  }
}
