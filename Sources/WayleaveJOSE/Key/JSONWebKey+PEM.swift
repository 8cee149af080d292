import Crypto
import CryptoExtras
public import WayleaveWire

extension JSONWebKey {
  /// Reads a key in PEM: private in PKCS #8, PKCS #1 or SEC 1, public in SPKI or PKCS #1; RSA, P-256, P-384, P-521 and
  /// Ed25519.
  ///
  /// RFC 7468 §10 and §13; RFC 8410 §7 for Ed25519. Throws `configuration.unsupported_key` and, of RSA keys under 2048
  /// bits, `configuration.weak_key`.
  public init(pem: Secret, keyID: String? = nil, algorithm: String? = nil) throws(OAuthError) {
    guard let block = KeyBlock(pem.exposedBytes), let material = try KeyMaterial(block) else {
      throw .unsupportedKey("one unencrypted RSA, P-256, P-384, P-521 or Ed25519 key in PEM")
    }
    self.init(material, keyID: keyID, algorithm: algorithm)
  }
}

/// The first block of a PEM text that holds a key.
private struct KeyBlock {
  let isPrivate: Bool
  let content: [UInt8]

  init?(_ text: [UInt8]) {
    guard let block = PEMBlock.blocks(in: text).first(where: { $0.label.hasSuffix("KEY") }), let content = block.content
    else { return nil }
    isPrivate = block.label.hasSuffix("PRIVATE KEY")
    self.content = content
  }

  /// The curve that the block names; swift-crypto takes the number of any curve of the same size for its own.
  var curve: EllipticCurveKey.Curve? {
    Self.curveNames.first { content.firstRange(of: $0.name) != nil }?.curve
  }

  /// RFC 5480 §2.1.1.1, in DER.
  private static let curveNames: [(curve: EllipticCurveKey.Curve, name: [UInt8])] = [
    (.p256, [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]),
    (.p384, [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]),
    (.p521, [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]),
  ]
}

extension KeyMaterial {
  fileprivate init?(_ block: KeyBlock) throws(OAuthError) {
    if let key = Ed25519Key(block) {
      self = .ed25519(key)
    } else if let key = EllipticCurveKey(block) {
      self = .ellipticCurve(key)
    } else if block.isPrivate, let key = try? _RSA.Signing.PrivateKey(unsafeDERRepresentation: block.content) {
      self = .rsa(try RSAKey(key, bits: RSAKey.strongBits))
    } else if !block.isPrivate, let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: block.content) {
      self = .rsa(try RSAKey(key, bits: RSAKey.strongBits))
    } else {
      return nil
    }
  }
}

extension EllipticCurveKey {
  fileprivate init?(_ block: KeyBlock) {
    let content = block.content
    do {
      switch (block.curve, block.isPrivate) {
      case (.p256, true): self.init(.p256(try P256.Signing.PrivateKey(derRepresentation: content)))
      case (.p384, true): self.init(.p384(try P384.Signing.PrivateKey(derRepresentation: content)))
      case (.p521, true): self.init(.p521(try P521.Signing.PrivateKey(derRepresentation: content)))
      case (.p256, false): self.init(.p256(try P256.Signing.PublicKey(derRepresentation: content)))
      case (.p384, false): self.init(.p384(try P384.Signing.PublicKey(derRepresentation: content)))
      case (.p521, false): self.init(.p521(try P521.Signing.PublicKey(derRepresentation: content)))
      case (nil, _): return nil
      }
    } catch { return nil }
  }
}

extension Ed25519Key {
  /// RFC 8410 §4 and §7: all that precedes the 32 bytes is the same for every key.
  fileprivate init?(_ block: KeyBlock) {
    let prefix = block.isPrivate ? Self.privateKeyPrefix : Self.publicKeyPrefix
    guard block.content.starts(with: prefix) else { return nil }
    let bytes = Array(block.content.dropFirst(prefix.count))
    do { self = block.isPrivate ? try Ed25519Key(privateBytes: bytes) : try Ed25519Key(publicBytes: bytes) } catch {
      return nil
    }
  }

  private static let privateKeyPrefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
  private static let publicKeyPrefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
}
