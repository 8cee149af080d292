package import WayleaveWire

/// A key and the header of what it signs, written once: for a key that signs again and again, or from its keystore.
///
/// RFC 7515 §5.1; what it writes is what ``JSONWebSignature/sign(_:type:additional:with:algorithm:)`` writes.
package struct PreparedSigner: Sendable {
  private let key: Key
  private let algorithm: SignatureAlgorithm
  /// The header and the point after it.
  private let beginning: [UInt8]

  /// Where the key is.
  package enum Key: Sendable {
    /// Here.
    case own(JSONWebKey)
    /// Elsewhere, with its public half.
    case external(any ExternalSigningKey)

    /// The key as far as it is here: for one that is elsewhere, its public half.
    package var known: JSONWebKey {
      switch self {
      case .own(let key): key
      case .external(let key): key.publicKey
      }
    }
  }

  /// Writes the header, without the key's name unless one is given; throws what signing throws of it.
  package init(
    _ key: Key, algorithm: SignatureAlgorithm, keyID: String? = nil, type: String?,
    additional: JSON.Object = JSON.Object()
  ) throws(OAuthError) {
    let header = try SigningHeader(algorithm: algorithm, keyID: keyID, type: type, additional: additional)
    self.key = key
    self.algorithm = algorithm
    beginning = Array(header.encodedText.utf8) + [UInt8(ascii: ".")]
  }

  /// Signs a payload and writes it in the compact form.
  package func sign(_ payload: [UInt8]) throws(OAuthError) -> [UInt8] {
    var text = beginning
    // Room for all of it, a signature on a curve included.
    text.reserveCapacity(beginning.count + payload.count * 2 + 200)
    payload.withUnsafeBytes { Base64.url.append($0, to: &text) }
    let signature =
      switch key {
      case .own(let key): try key.signature(of: text[...], algorithm)
      case .external(let key): try key.verifiedSignature(of: text[...], algorithm)
      }
    text.append(UInt8(ascii: "."))
    signature.withUnsafeBytes { Base64.url.append($0, to: &text) }
    return text
  }
}
