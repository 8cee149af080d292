/// What an authorization server gives to the user's browser to bring back.
///
/// RFC 6749 §3.1.1; OAuth 2.0 Multiple Response Type Encoding Practices §5. No type that puts an access token into the
/// browser's hands: RFC 9700 §2.1.2.
public enum ResponseType: String, Sendable, Hashable, CaseIterable {
  /// A code.
  case code = "code"
  /// A code, and an ID token with it that vouches for the code: OpenID Connect's hybrid flow.
  case codeAndIDToken = "code id_token"

  /// Reads the words, whose "order of values does not matter" (RFC 6749 §3.1.1); nil for others.
  package init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let type = Self.allCases.first { type in
      let own = type.rawValue.utf8.split(separator: UInt8(ascii: " "))
      return words.count == own.count && own.allSatisfy { word in words.contains { $0.elementsEqual(word) } }
    }
    guard let type else { return nil }
    self = type
  }
}
