import Crypto
import CryptoExtras
import WayleaveWire

/// Our key, of the kind that an algorithm needs.
///
/// RFC 7518 §4.1.
enum RecipientKey {
  case rsa(_RSA.Encryption.PrivateKey)
  case agreement(AgreementCurve, privateKey: [UInt8])
  case shared([UInt8])

  /// The key of the content; nil when the encrypted key is not one that was made for us.
  func contentKey(of encryptedKey: [UInt8], _ parameters: EncryptionParameters) -> SymmetricKey? {
    let size = parameters.encryption.keySize
    switch self {
    case .rsa(let key):
      let padding: _RSA.Encryption.Padding =
        parameters.algorithm == .rsaOAEP ? .PKCS1_OAEP : .PKCS1_OAEP_SHA256
      guard encryptedKey.count == (key.keySizeInBits + 7) / 8,
        let contentKey = try? key.decrypt(encryptedKey, padding: padding), contentKey.count == size
      else { return nil }
      return SymmetricKey(data: contentKey)
    case .agreement(let curve, let privateKey):
      guard let ephemeral = parameters.ephemeralKey, ephemeral.curve == curve,
        let secret = curve.secret(of: privateKey, with: ephemeral.raw)
      else { return nil }
      return Self.contentKey(of: encryptedKey, agreed: parameters.agreedKey(from: secret), parameters)
    case .shared(let key):
      return Self.contentKey(of: encryptedKey, agreed: SymmetricKey(data: key), parameters)
    }
  }

  /// What both sides hold is the key of the content itself, or unwraps it.
  private static func contentKey(
    of encryptedKey: [UInt8], agreed: SymmetricKey, _ parameters: EncryptionParameters
  ) -> SymmetricKey? {
    guard parameters.algorithm.wrappingKeySize != nil else { return encryptedKey.isEmpty ? agreed : nil }
    // RFC 3394 §2.2.1: what is wrapped is eight bytes longer.
    guard encryptedKey.count == parameters.encryption.keySize + 8 else { return nil }
    return try? AES.KeyWrap.unwrap(encryptedKey, using: agreed)
  }
}

extension EncryptionParameters {
  /// The key that a secret of Diffie and Hellman becomes.
  ///
  /// RFC 7518 §4.6.2: the algorithm is `enc` in direct agreement and `alg` where a key is wrapped.
  func agreedKey(from secret: [UInt8]) -> SymmetricKey {
    let wrapping = algorithm.wrappingKeySize
    return ConcatKDF(
      algorithm: wrapping == nil ? encryption.rawValue : algorithm.rawValue, partyUInfo: partyUInfo,
      partyVInfo: partyVInfo
    ).key(byteCount: wrapping ?? encryption.keySize, from: secret)
  }
}
