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
  /// service a period and what names the customer, such as `zendesk.acme`; there also capital letters and underscores.
  ///
  /// It is then also fit to be the name of a file and a part of a path. No issuer is, since a URL has a colon.
  package var isCatalogueName: Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...128).contains(text.utf8.count) && Self.isWord(parts[0])
      && parts.dropFirst().allSatisfy { Self.isWord($0, orUnderscore: true) }
  }

  /// What ``isCatalogueName`` asks for, in words for people.
  static let catalogueForm =
    "lower-case letters, digits and hyphens, 128 characters at most; after a period also capital letters and “_”"

  private static func isWord(_ text: Substring.UTF8View, orUnderscore isValue: Bool = false) -> Bool {
    !text.isEmpty
      && text.allSatisfy { byte in
        byte.isDigit || byte == UInt8(ascii: "-") || byte.isLetter && (isValue || byte.lowercased == byte)
          || isValue && byte == UInt8(ascii: "_")
      }
  }

  /// The name of the template and the value of its variable, for a name such as `zendesk.acme`; nil for another.
  package var templateAndValue: (template: ProviderName, value: String)? {
    guard isCatalogueName, let point = text.firstIndex(of: ".") else { return nil }
    return (ProviderName(String(text[..<point])), String(text[text.index(after: point)...]))
  }
}
