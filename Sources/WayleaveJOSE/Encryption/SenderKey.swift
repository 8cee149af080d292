import Crypto
import CryptoExtras
import WayleaveWire

/// The recipient's key as a sender has it, of the kind that an algorithm needs.
///
/// RFC 7518 §4.1.
enum SenderKey {
  case rsa(_RSA.Encryption.PublicKey)
  case agreement(AgreementCurve, publicKey: [UInt8])
  case shared([UInt8])

  /// A key for one content, and how it travels.
  struct Delivery {
    let contentKey: SymmetricKey
    let encryptedKey: [UInt8]
    /// What the header has to say of it.
    var ephemeralKey: EphemeralKey?
  }

  /// Draws a key for one content, or agrees on one; nil when the recipient's key cannot be used.
  func deliver(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) -> Delivery? {
    let contentKey = SymmetricKey(size: SymmetricKeySize(bitCount: encryption.keySize * 8))
    switch self {
    case .rsa(let key):
      let padding: _RSA.Encryption.Padding = algorithm == .rsaOAEP ? .PKCS1_OAEP : .PKCS1_OAEP_SHA256
      let bytes = contentKey.withUnsafeBytes(Array.init)
      guard let encryptedKey = try? key.encrypt(bytes, padding: padding) else { return nil }
      return Delivery(contentKey: contentKey, encryptedKey: Array(encryptedKey))
    case .agreement(let curve, let publicKey):
      let ephemeral = curve.generate()
      guard let secret = curve.secret(of: ephemeral.privateKey, with: publicKey) else { return nil }
      let parameters = EncryptionParameters(algorithm, encryption)
      var delivery = Self.delivery(of: contentKey, agreed: parameters.agreedKey(from: secret), algorithm)
      delivery?.ephemeralKey = EphemeralKey(curve: curve, raw: ephemeral.publicKey)
      return delivery
    case .shared(let key):
      return Self.delivery(of: contentKey, agreed: SymmetricKey(data: key), algorithm)
    }
  }

  private static func delivery(
    of contentKey: SymmetricKey, agreed: SymmetricKey, _ algorithm: KeyManagementAlgorithm
  ) -> Delivery? {
    guard algorithm.wrappingKeySize != nil else { return Delivery(contentKey: agreed, encryptedKey: []) }
    guard let wrapped = try? AES.KeyWrap.wrap(contentKey, using: agreed) else { return nil }
    return Delivery(contentKey: contentKey, encryptedKey: Array(wrapped))
  }
}
