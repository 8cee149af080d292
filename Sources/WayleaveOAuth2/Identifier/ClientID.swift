public import WayleaveWire

/// The name of a client at its authorization server, compared byte by byte.
///
/// RFC 6749 §2.2. At an OAuth 1.0a provider it is the consumer key.
public struct ClientID: ExactText {
  /// The client id as the server writes it.
  public let text: String

  /// A client id; ``Client`` checks its characters.
  public init(_ text: String) { self.text = text }
}
