public import WayleaveWire

/// The secret that shows that the program that redeems a code also asked for it.
///
/// RFC 7636 §4.1.
public struct CodeVerifier: Sendable, Equatable {
  /// The verifier's text.
  public let secret: Secret

  /// Draws a verifier of 256 bits: 43 characters.
  public init(using random: inout some RandomNumberGenerator) {
    secret = RandomText.secret(bytes: 32, using: &random)
  }

  /// A text that is not checked: it was drawn together with something else, or a server only hashes it.
  package init(unchecked secret: Secret) {
    self.secret = secret
  }

  /// Checks a text of 43 to 128 unreserved characters; throws `configuration.invalid_value`.
  public init(_ text: Secret) throws(OAuthError) {
    guard (43...128).contains(text.count), text.withExposedBytes({ $0.allSatisfy(\.isUnreserved) }) else {
      throw .malformedVerifier(length: text.count)
    }
    secret = text
  }
}

extension OAuthError {
  fileprivate static func malformedVerifier(length: Int) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(7636, "4.1"), expected: "a verifier of 43 to 128 unreserved characters",
      received: .described("\(length) bytes, or other characters"), remedy: "Draw a verifier with CodeVerifier(using:)."
    )
  }
}
