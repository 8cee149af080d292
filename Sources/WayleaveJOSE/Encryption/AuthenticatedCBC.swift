import Crypto
import CryptoExtras
import WayleaveWire

/// AES-CBC whose ciphertext is authenticated by an HMAC: nothing is decrypted before it is known to be authentic.
///
/// RFC 7518 §5.2.2.
struct AuthenticatedCBC {
  /// The first half of the key.
  let authenticationKey: SymmetricKey
  /// The second half of the key.
  let encryptionKey: SymmetricKey

  /// Encrypts, then authenticates.
  func seal(_ plaintext: [UInt8], initializationVector: [UInt8], authenticating: [UInt8]) -> SealedContent? {
    guard let vector = try? AES._CBC.IV(ivBytes: initializationVector),
      let ciphertext = try? AES._CBC.encrypt(plaintext, using: encryptionKey, iv: vector)
    else { return nil }
    let tag = tag(of: Array(ciphertext), initializationVector: initializationVector, authenticating: authenticating)
    return SealedContent(initializationVector: initializationVector, ciphertext: Array(ciphertext), tag: tag)
  }

  /// Authenticates, then decrypts.
  func open(_ content: SealedContent, authenticating: [UInt8]) -> [UInt8]? {
    let tag = tag(
      of: content.ciphertext, initializationVector: content.initializationVector, authenticating: authenticating)
    guard ConstantTime.equal(tag, content.tag), let vector = try? AES._CBC.IV(ivBytes: content.initializationVector),
      let plaintext = try? AES._CBC.decrypt(content.ciphertext, using: encryptionKey, iv: vector)
    else { return nil }
    return Array(plaintext)
  }

  private func tag(of ciphertext: [UInt8], initializationVector: [UInt8], authenticating: [UInt8]) -> [UInt8] {
    let bits = UInt64(authenticating.count) * 8
    // "the number of bits in the Additional Authenticated Data expressed as a 64-bit unsigned big-endian integer"
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    let text = authenticating + initializationVector + ciphertext + length
    let half = authenticationKey.bitCount / 8
    return switch half {
    case 16: Array(HMAC<SHA256>.authenticationCode(for: text, using: authenticationKey).prefix(half))
    case 24: Array(HMAC<SHA384>.authenticationCode(for: text, using: authenticationKey).prefix(half))
    default: Array(HMAC<SHA512>.authenticationCode(for: text, using: authenticationKey).prefix(half))
    }
  }
}
