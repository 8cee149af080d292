import Crypto

/// A curve on which two sides agree on a secret, by its name in a JWK.
///
/// RFC 7518 §6.2.1.1; X25519 is RFC 8037 §3.2. Keys are their raw bytes here: x and y, or u, and the private number.
enum AgreementCurve: String, CaseIterable {
  case p256 = "P-256"
  case p384 = "P-384"
  case p521 = "P-521"
  case x25519 = "X25519"

  /// The bytes of one coordinate, which are also those of the private number.
  var coordinateSize: Int {
    switch self {
    case .p256, .x25519: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// Whether a public key has a second coordinate.
  var hasTwoCoordinates: Bool { self != .x25519 }

  /// Whether the bytes are a public key; a point that is not on the curve is none (attack 139).
  func isPublicKey(_ raw: [UInt8]) -> Bool {
    switch self {
    case .p256: (try? P256.KeyAgreement.PublicKey(rawRepresentation: raw)) != nil
    case .p384: (try? P384.KeyAgreement.PublicKey(rawRepresentation: raw)) != nil
    case .p521: (try? P521.KeyAgreement.PublicKey(rawRepresentation: raw)) != nil
    case .x25519: (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: raw)) != nil
    }
  }

  /// The secret of a private and another's public key; nil when either is none, or when they lead to zero.
  func secret(of privateKey: [UInt8], with publicKey: [UInt8]) -> [UInt8]? {
    let secret: SharedSecret?
    switch self {
    case .p256:
      secret = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        .sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(rawRepresentation: publicKey))
    case .p384:
      secret = try? P384.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        .sharedSecretFromKeyAgreement(with: P384.KeyAgreement.PublicKey(rawRepresentation: publicKey))
    case .p521:
      secret = try? P521.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        .sharedSecretFromKeyAgreement(with: P521.KeyAgreement.PublicKey(rawRepresentation: publicKey))
    case .x25519:
      secret = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        .sharedSecretFromKeyAgreement(with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey))
    }
    return secret?.withUnsafeBytes(Array.init)
  }

  /// A pair of keys for one agreement.
  func generate() -> (privateKey: [UInt8], publicKey: [UInt8]) {
    switch self {
    case .p256:
      let key = P256.KeyAgreement.PrivateKey()
      return (Array(key.rawRepresentation), Array(key.publicKey.rawRepresentation))
    case .p384:
      let key = P384.KeyAgreement.PrivateKey()
      return (Array(key.rawRepresentation), Array(key.publicKey.rawRepresentation))
    case .p521:
      let key = P521.KeyAgreement.PrivateKey()
      return (Array(key.rawRepresentation), Array(key.publicKey.rawRepresentation))
    case .x25519:
      let key = Curve25519.KeyAgreement.PrivateKey()
      return (Array(key.rawRepresentation), Array(key.publicKey.rawRepresentation))
    }
  }
}
