public import WayleaveWire

/// A JWE in its compact form, read and not yet decrypted.
///
/// RFC 7516 §3.1 and §7.1. The JSON serialisations are not read: no message of OAuth or OpenID Connect has them.
public struct JSONWebEncryption: Sendable {
  /// The longest text that is taken, before anything of it is decoded.
  package static let maximumLength = 131_072

  /// What the sender says of keys and algorithms; it counts only where the caller allows it.
  public let header: JOSEHeader

  let parts: Parts

  /// The parts of a JWE other than its header.
  ///
  /// RFC 7516 §2.
  struct Parts {
    /// The header as it was written: the content is authenticated together with it.
    let authenticated: [UInt8]
    let encryptedKey: [UInt8]
    let content: SealedContent
  }

  /// Takes a text apart; throws `jose.too_large`, `jose.malformed` or what ``JOSEHeader`` throws.
  ///
  /// RFC 7516 §5.2, steps 1 to 5: five parts, each canonical base64url.
  public init(compact text: [UInt8]) throws(OAuthError) {
    guard text.count <= Self.maximumLength else {
      throw .oversizedJOSE(what: "an encrypted token", maximum: Self.maximumLength, count: text.count)
    }
    let texts = text.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
    guard texts.count == 5 else { throw .malformedEncryption("five parts", "another number of them") }
    guard let header = Base64.url.decode(texts[0]), let encryptedKey = Base64.url.decode(texts[1]),
      let vector = Base64.url.decode(texts[2]),
      let ciphertext = Base64.url.decode(texts[3]), let tag = Base64.url.decode(texts[4])
    else { throw .malformedEncryption("parts in base64url without padding", "something else") }
    self.header = try JOSEHeader(decoding: header)
    parts = Parts(
      authenticated: Array(texts[0]), encryptedKey: encryptedKey,
      content: SealedContent(initializationVector: vector, ciphertext: ciphertext, tag: tag))
  }

  /// Takes a text apart, as ``init(compact:)-([UInt8])`` does.
  public init(compact text: String) throws(OAuthError) {
    try self.init(compact: Array(text.utf8))
  }
}

extension OAuthError {
  static func malformedEncryption(_ expected: String, _ received: String) -> OAuthError {
    malformedJOSE(.rfc(7516, "5.2"), expected: expected, received: .described(received))
  }
}
