/// A way to bring the key of the content to the recipient of a JWE, by its name in the header.
///
/// RFC 7518 §4.1. What is left out is refused: `RSA1_5` (RFC 8725 §3.2: padding oracles), PBES2 (its work is the
/// sender's to choose) and key wrapping by AES-GCM.
public enum KeyManagementAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSAES OAEP with SHA-256.
  case rsaOAEP256 = "RSA-OAEP-256"
  /// RSAES OAEP with SHA-1: only for a counterpart that has nothing else.
  case rsaOAEP = "RSA-OAEP"
  /// Elliptic-curve Diffie-Hellman, whose result is the key of the content.
  case ecdhES = "ECDH-ES"
  /// Elliptic-curve Diffie-Hellman, whose result unwraps the key of the content by AES-128.
  case ecdhESA128KW = "ECDH-ES+A128KW"
  /// Elliptic-curve Diffie-Hellman, whose result unwraps the key of the content by AES-256.
  case ecdhESA256KW = "ECDH-ES+A256KW"
  /// AES key wrapping by a shared key of 128 bits.
  case a128KW = "A128KW"
  /// AES key wrapping by a shared key of 256 bits.
  case a256KW = "A256KW"
  /// The shared key is the key of the content.
  case direct = "dir"

  /// The bytes of the AES key that wraps the key of the content; nil where nothing is wrapped by AES.
  var wrappingKeySize: Int? {
    switch self {
    case .ecdhESA128KW, .a128KW: 16
    case .ecdhESA256KW, .a256KW: 32
    case .rsaOAEP256, .rsaOAEP, .ecdhES, .direct: nil
    }
  }
}
