public import WayleaveWire

/// How we decrypt what is sent to us: our keys, and the algorithms that were registered.
///
/// RFC 7516 §5.2. Where it is given, what comes must be encrypted: OpenID Connect Core §3.1.3.7, rule 1.
public struct TokenDecryption: Sendable {
  /// Our private keys, each with a name of its own when there are several.
  public let keys: [JSONWebKey]
  /// The ways in which the key of the content may come.
  public let algorithms: Set<KeyManagementAlgorithm>
  /// The ways in which the content may be encrypted.
  public let encryptions: Set<ContentEncryption>

  /// Keys and algorithms.
  public init(
    keys: [JSONWebKey], algorithms: Set<KeyManagementAlgorithm>, encryptions: Set<ContentEncryption>
  ) {
    self.keys = keys
    self.algorithms = algorithms
    self.encryptions = encryptions
  }

  /// Decrypts with the key that the header names; throws what ``JSONWebEncryption`` throws, and `jose.unknown_key` when
  /// the header names none of ours, or nothing where there are several.
  public func plaintext(of encryption: JSONWebEncryption) throws(OAuthError) -> [UInt8] {
    let named = keys.filter { key in
      guard let wanted = encryption.header.keyID, let own = key.keyID else { return keys.count == 1 }
      return own.hasSameBytes(as: wanted)
    }
    guard named.count == 1, let key = named.first else { throw .unknownKey(encryption.header) }
    return try encryption.plaintext(decryptedBy: key, allowing: algorithms, content: encryptions)
  }
}

extension JSONWebSignature {
  /// Reads a token that was signed and, where we registered for it, encrypted after that.
  ///
  /// RFC 7519 §5.2 and Appendix A.2. What is inside an encryption is a signature and nothing else, so that nothing is
  /// nested deeper. Throws `jose.unsupported_algorithm` for a token that is encrypted though we did not register for it,
  /// or the other way round.
  public init(compact text: [UInt8], decryption: TokenDecryption?) throws(OAuthError) {
    guard let decryption else {
      try self.init(unencrypted: text)
      return
    }
    guard Self.isEncrypted(text) else { throw .unexpectedEncryption("an encrypted token", "one without encryption") }
    let signed = try decryption.plaintext(of: JSONWebEncryption(compact: text))
    try self.init(compact: signed, maximumLength: JSONWebSignature.maximumLength)
  }

  private init(unencrypted text: [UInt8]) throws(OAuthError) {
    do { try self.init(compact: text, maximumLength: JSONWebSignature.maximumLength) } catch {
      // No text of five parts is one of three: that it is not is asked of the few that cannot be read.
      throw Self.isEncrypted(text)
        ? .unexpectedEncryption("a token without encryption", "an encrypted one") : error
    }
  }

  private static func isEncrypted(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { $0.count(of: UInt8(ascii: ".")) } == 4
  }
}

extension OAuthError {
  fileprivate static func unexpectedEncryption(_ expected: String, _ received: String) -> OAuthError {
    .unsupportedEncryption(expected, .described(received))
  }
}
