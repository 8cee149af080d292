import Crypto
public import WayleaveWire

extension JSONWebEncryption {
  /// Decrypts with our key, by algorithms that the caller allows for this purpose.
  ///
  /// Throws `jose.unsupported_algorithm` for algorithms that are not allowed, compression (attack 137), and a key of
  /// another kind than the algorithm needs; `jose.unknown_key` when the header names another key; `jose.malformed` for an
  /// ephemeral key that is none (attack 139). Whatever fails after that is `jose.undecryptable` and nothing more, after
  /// the same work: anyone who could distinguish a wrong key from a wrong text could decrypt by asking (RFC 8725 §3.2).
  public func plaintext(
    decryptedBy key: JSONWebKey, allowing algorithms: Set<KeyManagementAlgorithm>,
    content encryptions: Set<ContentEncryption>
  ) throws(OAuthError) -> [UInt8] {
    let parameters = try EncryptionParameters(of: header, allowing: algorithms, content: encryptions)
    let recipient = try RecipientKey(key, for: parameters, header: header)
    // "the recipient MUST substitute a randomly generated CEK and proceed to the next step": RFC 7516 §11.5. It is drawn
    // in any case, so that drawing it reveals nothing.
    let substitute = SymmetricKey(size: SymmetricKeySize(bitCount: parameters.encryption.keySize * 8))
    let contentKey = recipient.contentKey(of: parts.encryptedKey, parameters) ?? substitute
    guard
      let plaintext = parameters.encryption.open(
        parts.content, key: contentKey, authenticating: parts.authenticated)
    else { throw .undecryptable() }
    return plaintext
  }
}

extension OAuthError {
  fileprivate static func undecryptable() -> OAuthError {
    OAuthError(
      .undecryptable, rule: .rfc(7516, "11.5"), expected: "a text that was encrypted for our key",
      received: .described("another"),
      remedy: "Nothing in it was used. Check that the provider has our current encryption key.")
  }
}
