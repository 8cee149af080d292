public import WayleaveWire

/// The name of a provider: the one in the catalogue, or the issuer of a provider found by discovery.
///
/// It is compared byte by byte, as issuers are: RFC 8414 §4.
public struct ProviderName: ExactText {
  /// The name as it is written.
  public let text: String

  /// A name; nothing is checked.
  public init(_ text: String) { self.text = text }

  /// Whether a description may have the name: 1 to 64 lower-case letters, digits and hyphens.
  ///
  /// It is then also fit to be the name of a file and a part of a path. No issuer is, since a URL has a colon.
  package var isCatalogueName: Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { ($0.isLetter && $0.lowercased == $0) || $0.isDigit || $0 == UInt8(ascii: "-") }
  }
}
