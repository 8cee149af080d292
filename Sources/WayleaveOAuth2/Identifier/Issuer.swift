public import WayleaveWire

/// The name of an authorization server: an https URL, compared byte by byte.
///
/// RFC 8414 §2, `issuer`; §4 on the comparison.
public struct Issuer: ExactText {
  /// The issuer as the server writes it.
  public let text: String

  /// An issuer; nothing is checked.
  public init(_ text: String) { self.text = text }

  /// The issuer of this URL, as the URL is written.
  public init(_ url: AbsoluteURL) { text = url.text }
}
