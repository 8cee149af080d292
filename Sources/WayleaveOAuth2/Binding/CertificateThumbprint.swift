import Crypto
public import WayleaveWire

/// Which certificate a token is bound to.
///
/// RFC 8705 §3.1, `x5t#S256`: the SHA-256 of the DER, in base64url without padding.
public struct CertificateThumbprint: Sendable, Hashable {
  /// The thumbprint: 43 characters.
  public let text: String

  /// The thumbprint of a certificate in DER.
  public init(ofDER certificate: [UInt8]) {
    text = Base64.url.encodedText(Array(SHA256.hash(data: certificate)))
  }

  /// The thumbprint of the first certificate of a PEM text; throws `configuration.unsupported_key` when there is none.
  ///
  /// RFC 7468 §5.
  public init(ofPEM text: String) throws(OAuthError) {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
    guard let begin = lines.firstIndex(of: "-----BEGINCERTIFICATE-----"),
      let end = lines[begin...].firstIndex(of: "-----ENDCERTIFICATE-----"),
      let certificate = Base64.standard.decode(lines[(begin + 1)..<end].joined()), !certificate.isEmpty
    else { throw .noCertificate() }
    self.init(ofDER: certificate)
  }

  /// Reads a thumbprint; nil for a text that is none.
  public init?(_ text: String) {
    guard Base64.url.decode(text)?.count == 32 else { return nil }
    self.text = text
  }
}

extension OAuthError {
  fileprivate static func noCertificate() -> OAuthError {
    OAuthError(
      .unsupportedKey, message: "The certificate is not in PEM.", rule: .rfc(7468, "5"),
      remedy: "Give the file that begins with BEGIN CERTIFICATE.")
  }
}
