public import WayleaveWire

/// The name of a provider: the one in the catalogue, or the issuer of a provider found by discovery.
///
/// It is compared byte by byte, as issuers are: RFC 8414 §4.
public struct ProviderName: ExactText {
  /// The name as it is written.
  public let text: String

  /// A name; nothing is checked.
  public init(_ text: String) { self.text = text }

  /// Whether a description may have the name: 1 to 128 lower-case letters, digits and hyphens, and for one customer's
  /// service a period and what names the customer, such as `zendesk.acme`.
  ///
  /// It is then also fit to be the name of a file and a part of a path. No issuer is, since a URL has a colon.
  package var isCatalogueName: Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { ($0.isLetter && $0.lowercased == $0) || $0.isDigit || $0 == UInt8(ascii: "-") }
      }
  }

  /// The name of the template and the value of its variable, for a name such as `zendesk.acme`; nil for another.
  package var templateAndValue: (template: ProviderName, value: String)? {
    guard isCatalogueName, let point = text.firstIndex(of: ".") else { return nil }
    return (ProviderName(String(text[..<point])), String(text[text.index(after: point)...]))
  }
}
