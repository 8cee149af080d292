import Crypto
import CryptoExtras
public import WayleaveWire

/// A consumer's private key, with which the RSA methods sign.
///
/// RFC 5849 §3.4.3.
public struct RSAPrivateKey: Sendable {
  private let key: _RSA.Signing.PrivateKey

  /// Reads a key in PEM, PKCS #8 or PKCS #1; throws `configuration.unsupported_key` and, under 2048 bits,
  /// `configuration.weak_key`.
  public init(pem: Secret) throws(OAuthError) {
    try self.init(pemOfAnyStrength: pem)
    guard key.keySizeInBits >= RSAPublicKey.minimumBits else { throw .weakKey(bits: key.keySizeInBits) }
  }

  /// Reads a key of at least 1024 bits, such as published test vectors have.
  package init(pemOfAnyStrength pem: Secret) throws(OAuthError) {
    do { key = try _RSA.Signing.PrivateKey(unsafePEMRepresentation: pem.exposedText) } catch {
      throw .unsupportedKey("an RSA private key in PEM")
    }
  }

  /// The key that others verify signatures by.
  public var publicKey: RSAPublicKey { RSAPublicKey(key.publicKey) }

  func signature(of text: [UInt8], method: SignatureMethod) throws(OAuthError) -> [UInt8] {
    do {
      let signature =
        switch method {
        case .rsaSHA256: try key.signature(for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5)
        case .rsaSHA512: try key.signature(for: SHA512.hash(data: text), padding: .insecurePKCS1v1_5)
        default: try key.signature(for: Insecure.SHA1.hash(data: text), padding: .insecurePKCS1v1_5)
        }
      return signature.withUnsafeBytes(Array.init)
    } catch {
      throw .unsupportedKey("an RSA private key that can sign")
    }
  }
}

extension RSAPrivateKey: Equatable {
  public static func == (left: RSAPrivateKey, right: RSAPrivateKey) -> Bool {
    ConstantTime.equal(left.key.pemRepresentation.utf8, right.key.pemRepresentation.utf8)
  }
}

extension RSAPrivateKey: CustomStringConvertible, CustomReflectable {
  /// How long the key is, and nothing of the key.
  public var description: String { "<RSA private key of \(key.keySizeInBits) bits>" }
  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
