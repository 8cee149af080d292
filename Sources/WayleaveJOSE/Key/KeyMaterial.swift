package import WayleaveWire

/// The numbers of a key in the form in which they are used: verifying parses nothing again.
package enum KeyMaterial: Sendable {
  /// RFC 7518 §6.3.
  case rsa(RSAKey)
  /// RFC 7518 §6.2: P-256, P-384 or P-521.
  case ellipticCurve(EllipticCurveKey)
  /// RFC 8037 §2, which signs.
  case ed25519(Ed25519Key)
  /// RFC 8037 §2, which agrees on keys.
  case x25519(X25519Key)
  /// RFC 7518 §6.4.
  case octets(Secret)

  package var isPrivate: Bool {
    switch self {
    case .rsa(let key): key.privateKey != nil
    case .ellipticCurve(let key): key.privateKey != nil
    case .ed25519(let key): key.privateKey != nil
    case .x25519(let key): key.privateKey != nil
    case .octets: true
    }
  }

  /// The same key without its private part; nil when it is a shared secret, which has no other part.
  package var publicPart: KeyMaterial? {
    switch self {
    case .rsa(let key): .rsa(key.publicPart)
    case .ellipticCurve(let key): .ellipticCurve(key.publicPart)
    case .ed25519(let key): .ed25519(key.publicPart)
    case .x25519(let key): .x25519(key.publicPart)
    case .octets: nil
    }
  }
}

/// One member of a JWK that stands for bytes.
struct KeyMember {
  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
