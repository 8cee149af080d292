package import WayleaveWire

/// The name by which people know an account of the AT Protocol: a domain name, such as alice.example.com.
///
/// AT Protocol, Handle, § Handle Identifier Syntax. It is in lower case and has no `@`. Handles change hands: the account
/// itself is a ``DID``.
package struct ATHandle: Sendable, Hashable {
  /// The handle.
  package let text: String

  /// Reads what a user or a document wrote, without `@`; throws `wire.malformed_url`.
  package init(_ text: String) throws(OAuthError) {
    let bytes = text.utf8.map(\.lowercased)
    guard Self.isDomainName(bytes) else { throw .noHandle(text) }
    let name = String(decoding: bytes, as: UTF8.self)
    guard !Self.neverPublic.contains(where: name.hasSuffix) else { throw .handleOfNoOne(name) }
    self.text = name
  }

  /// Where the domain says whose handle it is.
  ///
  /// § HTTPS well-known Method.
  package var address: AbsoluteURL {
    get throws(OAuthError) { try AbsoluteURL("https://\(text)/.well-known/atproto-did") }
  }

  /// Whether a text is a domain name of two labels or more, of ASCII alone.
  static func isDomainName(_ name: [UInt8]) -> Bool {
    guard (1...253).contains(name.count) else { return false }
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // An address such as 127.0.0.1 is no domain: the last label of one begins with a letter.
    guard labels.count > 1, labels.last?.first.map({ !$0.isDigit }) ?? false else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { byte in
          byte.isDigit || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
    }
  }

  /// § Additional Non-Syntax Restrictions. Some of these names lead into the network of the one who asks.
  ///
  /// `.example` and `.test` are refused there too. They lead nowhere, and documentation and tests need a name.
  private static let neverPublic = [".alt", ".arpa", ".internal", ".invalid", ".local", ".localhost", ".onion"]
}

extension OAuthError {
  fileprivate static func noHandle(_ text: String) -> OAuthError {
    OAuthError(
      .malformedURL, message: "“\(DisplayText.clean(text, limit: 100))” is not a handle like alice.example.com.",
      rule: .specification("AT Protocol Handle", "Handle Identifier Syntax"),
      remedy: "Type the handle, such as @alice.example.com, or the account's DID.")
  }

  fileprivate static func handleOfNoOne(_ name: String) -> OAuthError {
    OAuthError(
      .malformedURL, message: "“\(name)” cannot be a handle: its last part is reserved for local networks.",
      rule: .specification("AT Protocol Handle", "Additional Non-Syntax Restrictions"),
      remedy: "Type the account's DID. For an account on this machine that is did:web:localhost%3APORT.")
  }
}
