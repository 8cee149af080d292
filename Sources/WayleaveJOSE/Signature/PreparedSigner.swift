package import WayleaveWire

/// A key and the header of what it signs, written once and without the key's name: for a key that signs again and again.
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
  }

  /// Writes the header; throws what signing throws of it.
  package init(
    _ key: Key, algorithm: SignatureAlgorithm, type: String?, additional: JSON.Object
  ) throws(OAuthError) {
    let header = try SigningHeader(algorithm: algorithm, keyID: nil, type: type, additional: additional)
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
