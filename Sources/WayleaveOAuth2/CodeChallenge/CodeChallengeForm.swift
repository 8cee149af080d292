import Crypto
import WayleaveWire

/// How a provider has the challenge made of the verifier.
package enum CodeChallengeForm: String, Sendable, CaseIterable {
  /// The base64url of its SHA-256: RFC 7636 §4.2.
  case s256 = "S256"
  /// The verifier itself: RFC 7636 §4.2. Who sees the authorization request, as in the history of a browser, has it.
  case plain
  /// The SHA-256 in hexadecimal, which is called S256 all the same, as TikTok has it for desktop apps.
  case hexadecimal

  /// The name of the method on the wire.
  package var method: String {
    switch self {
    case .s256, .hexadecimal: CodeChallenge.method
    case .plain: "plain"
    }
  }

  /// The challenge of a verifier.
  func challenge(of verifier: CodeVerifier) -> String {
    verifier.secret.withExposedBytes { bytes in
      guard self != .plain else { return String(decoding: bytes, as: UTF8.self) }
      var hash = SHA256()
      hash.update(bufferPointer: bytes)
      let digest = hash.finalize()
      return self == .hexadecimal ? digest.hexadecimal : digest.withUnsafeBytes { Base64.url.encodedText($0) }
    }
  }

  /// Whether a text has the form of a challenge.
  package func isChallenge(_ text: String) -> Bool {
    switch self {
    case .s256: Base64.url.decode(text)?.count == 32
    case .plain: (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(\.isUnreserved)
    case .hexadecimal:
      text.utf8.count == 64
        && text.utf8.allSatisfy { $0.hexadecimalValue != nil && $0 == $0.lowercased }
    }
  }
}
