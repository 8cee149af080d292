import Crypto
import CryptoExtras
package import WayleaveWire

extension JSONWebKey {
  /// Whether the signature is this key's; the key is of the algorithm's kind.
  package func isSignature(
    _ signature: [UInt8], of text: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Bool {
    switch material {
    case .octets(let secret):
      let code = try algorithm.code(of: text, secret)
      return ConstantTime.equal(code, signature)
    case .rsa(let key): return key.isSignature(signature, of: text, algorithm)
    case .ellipticCurve(let key): return key.isSignature(signature, of: text)
    case .ed25519(let key): return key.publicKey.isValidSignature(signature, for: text)
    case .x25519: return false
    }
  }

  /// Signs; throws `configuration.unsupported_key` for a public key or one of another kind, `configuration.weak_key` for
  /// a secret that is too short.
  func signature(of text: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm) throws(OAuthError) -> [UInt8] {
    guard maySign(by: algorithm) else { throw .unsuitableKey(for: algorithm) }
    let signature: [UInt8]?
    switch material {
    case .octets(let secret): signature = try algorithm.code(of: text, secret)
    case .rsa(let key): signature = key.signature(of: text, algorithm)
    case .ellipticCurve(let key): signature = key.signature(of: text)
    case .ed25519(let key): signature = (try? key.privateKey?.signature(for: text)).map { [UInt8]($0) }
    case .x25519: signature = nil
    }
    guard let signature else { throw .unsupportedKey("a private key that can sign") }
    return signature
  }
}

extension SignatureAlgorithm {
  /// The HMAC of a text.
  ///
  /// RFC 7518 §3.2: "A key of the same size as the hash output … or larger MUST be used with this algorithm."
  fileprivate func code(of text: ArraySlice<UInt8>, _ secret: Secret) throws(OAuthError) -> [UInt8] {
    let length =
      switch self {
      case .hs384: 48
      case .hs512: 64
      default: 32
      }
    guard secret.count >= length else { throw .weakKey(bits: secret.count * 8, minimum: length * 8) }
    let key = secret.withExposedBytes { SymmetricKey(data: $0) }
    return switch self {
    case .hs384: HMAC<SHA384>.authenticationCode(for: text, using: key).withUnsafeBytes(Array.init)
    case .hs512: HMAC<SHA512>.authenticationCode(for: text, using: key).withUnsafeBytes(Array.init)
    default: HMAC<SHA256>.authenticationCode(for: text, using: key).withUnsafeBytes(Array.init)
    }
  }
}

extension RSAKey {
  fileprivate func isSignature(
    _ signature: [UInt8], of text: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm
  ) -> Bool {
    // RFC 8017 §8.2.2: a signature is exactly as long as the modulus.
    guard signature.count == modulus.count else { return false }
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return switch algorithm {
    case .rs256: publicKey.isValidSignature(signature, for: text.hashed, padding: .insecurePKCS1v1_5)
    case .rs384: publicKey.isValidSignature(signature, for: SHA384.hash(data: text), padding: .insecurePKCS1v1_5)
    case .rs512: publicKey.isValidSignature(signature, for: SHA512.hash(data: text), padding: .insecurePKCS1v1_5)
    case .ps256: publicKey.isValidSignature(signature, for: SHA256.hash(data: text), padding: .PSS)
    case .ps384: publicKey.isValidSignature(signature, for: SHA384.hash(data: text), padding: .PSS)
    case .ps512: publicKey.isValidSignature(signature, for: SHA512.hash(data: text), padding: .PSS)
    default: false
    }
  }

  fileprivate func signature(of text: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm) -> [UInt8]? {
    guard let privateKey else { return nil }
    let signature: _RSA.Signing.RSASignature? =
      switch algorithm {
      case .rs256: try? privateKey.signature(for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5)
      case .rs384: try? privateKey.signature(for: SHA384.hash(data: text), padding: .insecurePKCS1v1_5)
      case .rs512: try? privateKey.signature(for: SHA512.hash(data: text), padding: .insecurePKCS1v1_5)
      case .ps256: try? privateKey.signature(for: SHA256.hash(data: text), padding: .PSS)
      case .ps384: try? privateKey.signature(for: SHA384.hash(data: text), padding: .PSS)
      case .ps512: try? privateKey.signature(for: SHA512.hash(data: text), padding: .PSS)
      default: nil
      }
    return signature.map { $0.withUnsafeBytes(Array.init) }
  }
}

extension EllipticCurveKey {
  /// RFC 7518 §3.4: the two numbers, one after the other, each of the curve's length; any other length is refused.
  fileprivate func isSignature(_ signature: [UInt8], of text: ArraySlice<UInt8>) -> Bool {
    guard signature.count == 2 * curve.length else { return false }
    switch publicKey {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: text.hashed)
    case .p384(let key):
      guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: text)
    case .p521(let key):
      guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: text)
    }
  }

  fileprivate func signature(of text: ArraySlice<UInt8>) -> [UInt8]? {
    switch privateKey {
    case .p256(let key): (try? key.signature(for: text.hashed)).map { $0.withUnsafeBytes { Array($0) } }
    case .p384(let key): (try? key.signature(for: text)).map { [UInt8]($0.rawRepresentation) }
    case .p521(let key): (try? key.signature(for: text)).map { [UInt8]($0.rawRepresentation) }
    case nil: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The SHA-256, without the way through regions of data that a key goes for itself.
  fileprivate var hashed: SHA256.Digest {
    withUnsafeBytes { bytes in
      var hash = SHA256()
      hash.update(bufferPointer: bytes)
      return hash.finalize()
    }
  }
}
