import WayleaveWire

extension RecipientKey {
  /// Takes our key for an algorithm; throws `jose.unknown_key` when the header names another, and
  /// `jose.unsupported_algorithm` when it is of another kind or for another purpose.
  init(_ key: JSONWebKey, for parameters: EncryptionParameters, header: JOSEHeader) throws(OAuthError) {
    if let keyID = header.keyID, let own = key.keyID, !own.hasSameBytes(as: keyID) { throw .unknownKey(header) }
    let (algorithm, encryption) = (parameters.algorithm, parameters.encryption)
    guard key.serves(algorithm, encryption, for: [.decrypt, .unwrapKey, .deriveKey, .deriveBits]) else {
      throw .unsuitableEncryptionKey(algorithm)
    }
    switch (algorithm, key.material) {
    case (.rsaOAEP256, .rsa(let rsa)), (.rsaOAEP, .rsa(let rsa)):
      guard let own = try rsa.decryptionKey() else { throw .unsuitableEncryptionKey(algorithm) }
      self = .rsa(own)
    case (.ecdhES, _), (.ecdhESA128KW, _), (.ecdhESA256KW, _):
      guard let (curve, numbers) = key.material.agreement, let own = numbers.privateKey,
        curve == parameters.ephemeralKey?.curve
      else { throw .unsuitableEncryptionKey(algorithm) }
      self = .agreement(curve, privateKey: own)
    case (.a128KW, .octets(let secret)), (.a256KW, .octets(let secret)), (.direct, .octets(let secret)):
      self = .shared(try algorithm.sharedKey(secret, encryption))
    default: throw .unsuitableEncryptionKey(algorithm)
    }
  }
}

extension SenderKey {
  /// Takes a recipient's key for an algorithm; throws `jose.unsupported_algorithm` when it is of another kind or for
  /// another purpose.
  init(
    _ key: JSONWebKey, for algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption
  ) throws(OAuthError) {
    guard key.serves(algorithm, encryption, for: [.encrypt, .wrapKey, .deriveKey, .deriveBits]) else {
      throw .unsuitableEncryptionKey(algorithm)
    }
    switch (algorithm, key.material) {
    case (.rsaOAEP256, .rsa(let rsa)), (.rsaOAEP, .rsa(let rsa)): self = .rsa(try rsa.encryptionKey())
    case (.ecdhES, _), (.ecdhESA128KW, _), (.ecdhESA256KW, _):
      guard let (curve, numbers) = key.material.agreement else { throw .unsuitableEncryptionKey(algorithm) }
      self = .agreement(curve, publicKey: numbers.publicKey)
    case (.a128KW, .octets(let secret)), (.a256KW, .octets(let secret)), (.direct, .octets(let secret)):
      self = .shared(try algorithm.sharedKey(secret, encryption))
    default: throw .unsuitableEncryptionKey(algorithm)
    }
  }
}

extension JSONWebKey {
  /// Whether nothing that the key says of itself forbids this: it is used for what it is for, and nothing else.
  ///
  /// RFC 7517 §4.2 to §4.4.
  fileprivate func serves(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption, for operations: [KeyOperation]
  ) -> Bool {
    // A key for direct encryption may name what it encrypts with: RFC 7520 §5.6.1.
    let names = algorithm == .direct ? [algorithm.rawValue, encryption.rawValue] : [algorithm.rawValue]
    return operations.contains(where: permits)
      && self.algorithm.map { own in names.contains { $0.hasSameBytes(as: own) } } ?? true
  }
}

extension KeyMaterial {
  /// The curve and the numbers of a key that can agree on a secret; nil for keys of other kinds.
  fileprivate var agreement: (curve: AgreementCurve, numbers: (privateKey: [UInt8]?, publicKey: [UInt8]))? {
    switch self {
    case .ellipticCurve(let key):
      AgreementCurve(rawValue: key.curve.rawValue).map { ($0, (key.privateNumber, key.coordinates)) }
    case .x25519(let key): (.x25519, (key.privateBytes, key.publicBytes))
    case .rsa, .ed25519, .octets: nil
    }
  }
}

extension KeyManagementAlgorithm {
  /// A shared key of exactly the length that the algorithm needs.
  fileprivate func sharedKey(_ secret: Secret, _ encryption: ContentEncryption) throws(OAuthError) -> [UInt8] {
    guard secret.count == wrappingKeySize ?? encryption.keySize else { throw .unsuitableEncryptionKey(self) }
    return secret.exposedBytes
  }
}

extension OAuthError {
  fileprivate static func unsuitableEncryptionKey(_ algorithm: KeyManagementAlgorithm) -> OAuthError {
    .unsupportedEncryption(
      "a key for \(algorithm.rawValue), by kind, length, “alg”, “use” and “key_ops”", .described("another"))
  }
}
