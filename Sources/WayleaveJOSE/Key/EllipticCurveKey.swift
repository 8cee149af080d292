package import Crypto
package import WayleaveWire

/// A key on one of the three curves of NIST, its point checked to lie on the curve.
///
/// RFC 7518 §6.2; RFC 8725 §3.4.
package struct EllipticCurveKey: Sendable {
  /// The curves, by their names in a JWK.
  package enum Curve: String, Sendable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"

    /// The bytes of one coordinate, of the private number, and of each half of a signature.
    package var length: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  package enum PublicKey: Sendable {
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
  }

  package enum PrivateKey: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
  }

  package let curve: Curve
  package let publicKey: PublicKey
  package let privateKey: PrivateKey?
  /// The coordinates, one after the other. To ask the key for them takes two inversions in its field each time.
  package let coordinates: [UInt8]

  /// Takes the two coordinates, each of the curve's length.
  package init(_ curve: Curve, x: [UInt8], y: [UInt8]) throws(OAuthError) {
    // RFC 7518 §6.2.1.2: "The length of this octet string MUST be the full size of a coordinate".
    guard x.count == curve.length, y.count == curve.length else {
      throw .unsupportedKey("“x” and “y” of \(curve.length) bytes on \(curve.rawValue)")
    }
    do {
      publicKey =
        switch curve {
        case .p256: .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
        case .p384: .p384(try P384.Signing.PublicKey(rawRepresentation: x + y))
        case .p521: .p521(try P521.Signing.PublicKey(rawRepresentation: x + y))
        }
    } catch { throw .unsupportedKey("a point on \(curve.rawValue)") }
    self.curve = curve
    privateKey = nil
    coordinates = x + y
  }

  /// Takes the private number, of the curve's length.
  package init(_ curve: Curve, privateNumber: [UInt8]) throws(OAuthError) {
    do {
      switch curve {
      case .p256: self.init(.p256(try P256.Signing.PrivateKey(rawRepresentation: privateNumber)))
      case .p384: self.init(.p384(try P384.Signing.PrivateKey(rawRepresentation: privateNumber)))
      case .p521: self.init(.p521(try P521.Signing.PrivateKey(rawRepresentation: privateNumber)))
      }
    } catch { throw .unsupportedKey("a private number of \(curve.length) bytes below the order of \(curve.rawValue)") }
  }

  package init(_ key: PrivateKey) {
    privateKey = key
    switch key {
    case .p256(let key): (curve, publicKey) = (.p256, .p256(key.publicKey))
    case .p384(let key): (curve, publicKey) = (.p384, .p384(key.publicKey))
    case .p521(let key): (curve, publicKey) = (.p521, .p521(key.publicKey))
    }
    coordinates = publicKey.coordinates
  }

  package init(_ key: PublicKey) {
    privateKey = nil
    publicKey = key
    curve =
      switch key {
      case .p256: .p256
      case .p384: .p384
      case .p521: .p521
      }
    coordinates = key.coordinates
  }

  private init(publicPartOf key: EllipticCurveKey) {
    (curve, publicKey, coordinates) = (key.curve, key.publicKey, key.coordinates)
    privateKey = nil
  }

  /// A fresh key.
  package init(generatedOn curve: Curve) {
    switch curve {
    case .p256: self.init(.p256(P256.Signing.PrivateKey()))
    case .p384: self.init(.p384(P384.Signing.PrivateKey()))
    case .p521: self.init(.p521(P521.Signing.PrivateKey()))
    }
  }

  package var publicPart: EllipticCurveKey { EllipticCurveKey(publicPartOf: self) }

  /// The private number; nil when the key is public.
  package var privateNumber: [UInt8]? {
    switch privateKey {
    case .p256(let key): [UInt8](key.rawRepresentation)
    case .p384(let key): [UInt8](key.rawRepresentation)
    case .p521(let key): [UInt8](key.rawRepresentation)
    case nil: nil
    }
  }
}

extension EllipticCurveKey.PublicKey {
  fileprivate var coordinates: [UInt8] {
    switch self {
    case .p256(let key): [UInt8](key.rawRepresentation)
    case .p384(let key): [UInt8](key.rawRepresentation)
    case .p521(let key): [UInt8](key.rawRepresentation)
    }
  }
}
