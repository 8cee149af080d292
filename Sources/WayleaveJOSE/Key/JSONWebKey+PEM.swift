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
    guard let material = try KeyMaterial(pem: pem.exposedText) else {
      throw .unsupportedKey("one unencrypted RSA, P-256, P-384, P-521 or Ed25519 key in PEM")
    }
    self.init(material, keyID: keyID, algorithm: algorithm)
  }
}

extension KeyMaterial {
  fileprivate init?(pem: String) throws(OAuthError) {
    if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
      self = .ellipticCurve(EllipticCurveKey(.p256(key)))
    } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: pem) {
      self = .ellipticCurve(EllipticCurveKey(.p384(key)))
    } else if let key = try? P521.Signing.PrivateKey(pemRepresentation: pem) {
      self = .ellipticCurve(EllipticCurveKey(.p521(key)))
    } else if let key = try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: pem) {
      self = .rsa(try RSAKey(key, bits: RSAKey.strongBits))
    } else if let material = try Self.publicKey(pem: pem) {
      self = material
    } else if let key = Ed25519Key(pem: pem) {
      self = .ed25519(key)
    } else {
      return nil
    }
  }

  private static func publicKey(pem: String) throws(OAuthError) -> KeyMaterial? {
    if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
      return .ellipticCurve(EllipticCurveKey(.p256(key)))
    }
    if let key = try? P384.Signing.PublicKey(pemRepresentation: pem) {
      return .ellipticCurve(EllipticCurveKey(.p384(key)))
    }
    if let key = try? P521.Signing.PublicKey(pemRepresentation: pem) {
      return .ellipticCurve(EllipticCurveKey(.p521(key)))
    }
    guard let key = try? _RSA.Signing.PublicKey(unsafePEMRepresentation: pem) else { return nil }
    return .rsa(try RSAKey(key, bits: RSAKey.strongBits))
  }
}

extension Ed25519Key {
  /// RFC 8410 §4 and §7: all that precedes the 32 bytes is the same for every key.
  fileprivate init?(pem: String) {
    let lines = pem.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    guard lines.count > 2, let first = lines.first, let last = lines.last,
      let der = Base64.standard.decode(lines[1..<(lines.count - 1)].joined())
    else { return nil }
    switch (first, last) {
    case ("-----BEGINPRIVATEKEY-----", "-----ENDPRIVATEKEY-----") where der.starts(with: Self.privateKeyPrefix):
      try? self.init(privateBytes: Array(der.dropFirst(Self.privateKeyPrefix.count)))
    case ("-----BEGINPUBLICKEY-----", "-----ENDPUBLICKEY-----") where der.starts(with: Self.publicKeyPrefix):
      try? self.init(publicBytes: Array(der.dropFirst(Self.publicKeyPrefix.count)))
    default: return nil
    }
  }

  private static let privateKeyPrefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
  private static let publicKeyPrefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
}
