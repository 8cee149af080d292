import Crypto
public import WayleaveWire

/// What the authorization server is shown of a ``CodeVerifier`` before it is revealed.
///
/// RFC 7636 §4.2. Only S256: "plain" protects nothing, and §7.2 forbids falling back to it.
public struct CodeChallenge: Sendable, Equatable {
  /// The base64url of the verifier's SHA-256: 43 characters.
  public let text: String

  /// The name of the method on the wire.
  package static let method = "S256"

  /// The challenge of a verifier.
  public init(of verifier: CodeVerifier) {
    text = verifier.secret.withExposedBytes { bytes in
      var hash = SHA256()
      hash.update(bufferPointer: bytes)
      return hash.finalize().withUnsafeBytes { Base64.url.encodedText($0) }
    }
  }

  /// Reads a challenge that a client sent; throws `configuration.invalid_value` for another method or length.
  ///
  /// A missing method stands for "plain" (RFC 7636 §4.3), which is refused.
  public init(_ text: String, method: String?) throws(OAuthError) {
    guard method == Self.method, Base64.url.decode(text)?.count == 32 else {
      throw .unsupportedChallenge(method: method)
    }
    self.text = text
  }

  /// Whether the verifier is the one that was shown; takes the same time wherever the difference is.
  public func isMet(by verifier: CodeVerifier) -> Bool {
    ConstantTime.equal(text.utf8, CodeChallenge(of: verifier).text.utf8)
  }
}

extension OAuthError {
  fileprivate static func unsupportedChallenge(method: String?) -> OAuthError {
    OAuthError(
      .invalidValue,
      message:
        "The code challenge method “\(DisplayText.clean(method ?? "plain", limit: 60))” is not accepted: use S256.",
      rule: .rfc(7636, "4.2"), remedy: "Send code_challenge_method=S256 with the SHA-256 of the verifier.")
  }
}
