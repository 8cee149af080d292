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
    guard let first = Self.contents(inPEM: Array(text.utf8)).first, let certificate = first else {
      throw .noCertificate()
    }
    self.init(ofDER: certificate)
  }

  /// The certificates of a PEM text in DER, one at least; throws `configuration.unsupported_key` when there is none, and
  /// when one of them is not whole.
  ///
  /// RFC 7468 §5.
  package static func certificates(inPEM text: [UInt8]) throws(OAuthError) -> [[UInt8]] {
    let contents = contents(inPEM: text)
    let certificates = contents.compactMap(\.self)
    guard !contents.isEmpty, certificates.count == contents.count else { throw .noCertificate() }
    return certificates
  }

  /// Nil for one that is not whole.
  private static func contents(inPEM text: [UInt8]) -> [[UInt8]?] {
    PEMBlock.blocks(in: text).filter { $0.label == "CERTIFICATE" }.map { $0.content.flatMap { $0.isEmpty ? nil : $0 } }
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
      .unsupportedKey, message: "There is no certificate in PEM, or one of them is not whole.", rule: .rfc(7468, "5"),
      remedy: "Give the file with the lines from BEGIN CERTIFICATE to END CERTIFICATE.")
  }
}
