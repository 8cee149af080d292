import Crypto
import WayleaveWire

/// A way to encrypt and authenticate the content of a JWE, by its name in the header.
///
/// RFC 7518 §5.1.
public enum ContentEncryption: String, Sendable, Hashable, CaseIterable {
  /// AES-GCM with a key of 128 bits.
  case a128GCM = "A128GCM"
  /// AES-GCM with a key of 192 bits.
  case a192GCM = "A192GCM"
  /// AES-GCM with a key of 256 bits.
  case a256GCM = "A256GCM"
  /// AES-CBC with a key of 128 bits, authenticated by HMAC with SHA-256.
  case a128CBCHS256 = "A128CBC-HS256"
  /// AES-CBC with a key of 192 bits, authenticated by HMAC with SHA-384.
  case a192CBCHS384 = "A192CBC-HS384"
  /// AES-CBC with a key of 256 bits, authenticated by HMAC with SHA-512.
  case a256CBCHS512 = "A256CBC-HS512"

  /// The bytes of the key; AES-CBC needs as much again for its authentication (RFC 7518 §5.2.2.1).
  var keySize: Int {
    switch self {
    case .a128GCM: 16
    case .a192GCM: 24
    case .a256GCM, .a128CBCHS256: 32
    case .a192CBCHS384: 48
    case .a256CBCHS512: 64
    }
  }

  /// Encrypts under a key of ``keySize`` bytes.
  func seal(
    _ plaintext: [UInt8], key: SymmetricKey, initializationVector: [UInt8], authenticating: [UInt8]
  ) -> SealedContent? {
    switch self {
    case .a128GCM, .a192GCM, .a256GCM:
      guard let nonce = try? AES.GCM.Nonce(data: initializationVector),
        let box = try? AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: authenticating)
      else { return nil }
      return SealedContent(
        initializationVector: initializationVector, ciphertext: Array(box.ciphertext), tag: Array(box.tag))
    case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512:
      return authenticatedCBC(under: key)
        .seal(plaintext, initializationVector: initializationVector, authenticating: authenticating)
    }
  }

  /// Decrypts what is authentic under a key of ``keySize`` bytes; nil for everything else, whatever is wrong with it.
  func open(_ content: SealedContent, key: SymmetricKey, authenticating: [UInt8]) -> [UInt8]? {
    // "a 96-bit Initialization Vector" and "the requested size of the Authentication Tag output MUST be 128 bits"
    // (RFC 7518 §5.3); AES-CBC needs a vector of 128 bits and a tag as long as half of the key (§5.2.2.1).
    guard content.initializationVector.count == initializationVectorSize, content.tag.count == tagSize else {
      return nil
    }
    switch self {
    case .a128GCM, .a192GCM, .a256GCM:
      guard let nonce = try? AES.GCM.Nonce(data: content.initializationVector),
        let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: content.ciphertext, tag: content.tag),
        let plaintext = try? AES.GCM.open(box, using: key, authenticating: authenticating)
      else { return nil }
      return Array(plaintext)
    case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512:
      return authenticatedCBC(under: key).open(content, authenticating: authenticating)
    }
  }

  /// The bytes of the initialization vector.
  var initializationVectorSize: Int {
    switch self {
    case .a128GCM, .a192GCM, .a256GCM: 12
    case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512: 16
    }
  }

  private var tagSize: Int {
    switch self {
    case .a128GCM, .a192GCM, .a256GCM: 16
    case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512: keySize / 2
    }
  }

  private func authenticatedCBC(under key: SymmetricKey) -> AuthenticatedCBC {
    let bytes = key.withUnsafeBytes(Array.init)
    return AuthenticatedCBC(
      authenticationKey: SymmetricKey(data: bytes.prefix(keySize / 2)),
      encryptionKey: SymmetricKey(data: bytes.dropFirst(keySize / 2)))
  }
}

/// What a content encryption makes of a plaintext.
///
/// RFC 7516 §2.
struct SealedContent {
  let initializationVector: [UInt8]
  let ciphertext: [UInt8]
  let tag: [UInt8]
}
