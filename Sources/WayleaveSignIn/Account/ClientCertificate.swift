import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// What a client shows when a connection opens: its certificate, and the private key of it.
///
/// RFC 8705 §2.
public struct ClientCertificate: Sendable, Equatable {
  /// The certificates in PEM: the client's own, then those between it and an authority.
  public let chain: String
  /// The private key in PEM.
  public let privateKey: Secret
  /// The thumbprint of the client's own certificate, by which a token is bound to it.
  public let thumbprint: CertificateThumbprint

  /// Takes the certificates of a PEM text, and leaves out what else stands in it, such as a key.
  ///
  /// RFC 7468 §5. Throws `configuration.unsupported_key` without a certificate or a private key, and
  /// `configuration.invalid_client` when the first certificate is for another key.
  public init(pem: Secret, privateKey: Secret) throws(OAuthError) {
    let key = try JSONWebKey(pem: privateKey)
    guard key.isPrivate else { throw .publicKey() }
    let certificates = try CertificateThumbprint.certificates(inPEM: pem.exposedBytes)
    guard let proof = key.publicBytes, certificates[0].firstRange(of: proof) != nil else { throw .foreignCertificate() }
    chain = certificates.map { PEMBlock.text("CERTIFICATE", $0) }.joined()
    thumbprint = CertificateThumbprint(ofDER: certificates[0])
    self.privateKey = privateKey
  }
}

extension ClientCertificate {
  /// Certificates and key in the clear, for the encrypted store and nothing else.
  package var exposedJSON: JSON { ["chain": .string(chain), "private_key": privateKey.exposedJSON] }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let chain = json["chain"]?.string, let key = json["private_key"].flatMap(Secret.init(exposedJSON:)) else {
      return nil
    }
    try? self.init(pem: Secret(chain), privateKey: key)
  }
}

extension JSONWebKey {
  /// The bytes that stand in a certificate for this key, and for no other; nil for a shared secret.
  ///
  /// RFC 5280 §4.1.2.7: a modulus, a point or a key. All of them are as long as the key is strong.
  fileprivate var publicBytes: [UInt8]? {
    guard let text = publicKey?.exposedJSON.exposedBytes, let members = try? JSON(decoding: text).object else {
      return nil
    }
    let bytes = ["n", "x", "y"].compactMap { members[$0]?.string.flatMap(Base64.url.decode) }.joined()
    return bytes.isEmpty ? nil : Array(bytes)
  }
}

extension OAuthError {
  fileprivate static func publicKey() -> OAuthError {
    OAuthError(
      .unsupportedKey, message: "The key of the certificate is a public key: the private one is needed.",
      rule: .rfc(8705, "2"), remedy: .giveKey)
  }

  fileprivate static func foreignCertificate() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The certificate and the private key do not belong together.", rule: .rfc(8705, "2"),
      remedy: "Give the certificate and the key that were made together; your own certificate comes first in its file.")
  }
}
