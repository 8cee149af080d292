import Crypto
import CryptoExtras
public import WayleaveWire

/// A consumer's public key, by which a server verifies what the private one signed.
///
/// RFC 5849 §3.4.3.
public struct RSAPublicKey: Sendable {
  /// The shortest modulus that is taken.
  package static let minimumBits = 2048

  private let key: _RSA.Signing.PublicKey

  /// Reads a key in PEM; throws `configuration.unsupported_key` and, under 2048 bits, `configuration.weak_key`.
  public init(pem: String) throws(OAuthError) {
    try self.init(pemOfAnyStrength: pem)
    guard key.keySizeInBits >= Self.minimumBits else { throw .weakKey(bits: key.keySizeInBits) }
  }

  /// Reads a key of at least 1024 bits, such as published test vectors have.
  package init(pemOfAnyStrength pem: String) throws(OAuthError) {
    do { key = try _RSA.Signing.PublicKey(unsafePEMRepresentation: pem) } catch {
      throw .unsupportedKey("an RSA public key in PEM")
    }
  }

  init(_ key: _RSA.Signing.PublicKey) { self.key = key }

  /// The key in PEM, as a provider's page takes it.
  public var pem: String { key.pemRepresentation }

  func isSignature(_ signature: [UInt8], of text: [UInt8], method: SignatureMethod) -> Bool {
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return switch method {
    case .rsaSHA256: key.isValidSignature(signature, for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5)
    case .rsaSHA512: key.isValidSignature(signature, for: SHA512.hash(data: text), padding: .insecurePKCS1v1_5)
    default: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: text), padding: .insecurePKCS1v1_5)
    }
  }
}

extension RSAPublicKey: Equatable {
  public static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool { left.pem.hasSameBytes(as: right.pem) }
}

extension OAuthError {
  static func unsupportedKey(_ expected: String) -> OAuthError {
    OAuthError(
      .unsupportedKey, rule: .rfc(5849, "3.4.3"), expected: expected, received: .described("something else"),
      remedy: "Make a key with: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048")
  }

  static func weakKey(bits: Int) -> OAuthError {
    OAuthError(
      .weakKey, message: "The RSA key has \(bits) bits, and needs at least \(RSAPublicKey.minimumBits).",
      rule: .wayleave("an RSA key has at least \(RSAPublicKey.minimumBits) bits"),
      remedy: "Make a longer key and register it at the provider.")
  }
}
