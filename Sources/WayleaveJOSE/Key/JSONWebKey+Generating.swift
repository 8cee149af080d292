import Crypto
import CryptoExtras
public import WayleaveWire

extension JSONWebKey {
  /// A fresh private key, or for HMAC a fresh secret, for this algorithm and no other; its `kid` is its thumbprint.
  ///
  /// RFC 7517 Appendix A shows the like; RSA keys have 2048 bits unless more are asked for.
  public static func generate(
    for algorithm: SignatureAlgorithm, rsaBits: Int = 2048, keyID: String? = nil
  ) throws(OAuthError) -> JSONWebKey {
    let material = try KeyMaterial(generatedFor: algorithm, rsaBits: rsaBits)
    let named = JSONWebKey(material).thumbprint
    return JSONWebKey(
      material, keyID: keyID ?? (named.isEmpty ? nil : named), algorithm: algorithm.rawValue, use: "sig")
  }
}

extension KeyMaterial {
  fileprivate init(generatedFor algorithm: SignatureAlgorithm, rsaBits: Int) throws(OAuthError) {
    switch algorithm {
    case .hs256: self = .octets(.random(bits: .bits256))
    case .hs384: self = .octets(.random(bits: SymmetricKeySize(bitCount: 384)))
    case .hs512: self = .octets(.random(bits: SymmetricKeySize(bitCount: 512)))
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
      guard RSAKey.strongBits.contains(rsaBits), rsaBits % 8 == 0,
        let key = try? _RSA.Signing.PrivateKey(keySize: _RSA.Signing.KeySize(bitCount: rsaBits))
      else { throw .weakKey(bits: rsaBits, minimum: RSAKey.strongBits.lowerBound) }
      self = .rsa(try RSAKey(key, bits: RSAKey.strongBits))
    case .es256: self = .ellipticCurve(EllipticCurveKey(generatedOn: .p256))
    case .es384: self = .ellipticCurve(EllipticCurveKey(generatedOn: .p384))
    case .es512: self = .ellipticCurve(EllipticCurveKey(generatedOn: .p521))
    case .edDSA, .ed25519: self = .ed25519(Ed25519Key(Curve25519.Signing.PrivateKey()))
    }
  }
}

extension Secret {
  fileprivate static func random(bits: SymmetricKeySize) -> Secret {
    Secret(SymmetricKey(size: bits).withUnsafeBytes(Array.init))
  }
}
