#if canImport(Security)
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  public import Security
  public import WayleaveOAuth2
  public import WayleaveWire

  /// What a client shows when a connection opens: a certificate of the keychain, whose private key stays there.
  ///
  /// RFC 8705 §2. The system signs with the key, also with one that cannot leave the device.
  public struct ClientIdentity: Sendable {
    /// The thumbprint of the client's own certificate, by which a token is bound to it.
    public let thumbprint: CertificateThumbprint
    /// The identity as `URLSession` takes it; it is stored nowhere.
    let credential: URLCredential

    /// Takes an identity of the keychain or of a PKCS #12 file.
    ///
    /// Throws `configuration.unsupported_key` for an identity whose certificate cannot be read.
    ///
    /// - Parameters:
    ///   - identity: the client's own certificate, with its private key.
    ///   - intermediates: the certificates between it and an authority.
    public init(_ identity: SecIdentity, intermediates: [SecCertificate] = []) throws(OAuthError) {
      var certificate: SecCertificate?
      let status = SecIdentityCopyCertificate(identity, &certificate)
      guard status == errSecSuccess, let certificate else { throw .unreadableIdentity(status) }
      thumbprint = CertificateThumbprint(ofDER: Array(SecCertificateCopyData(certificate) as Data))
      credential = URLCredential(
        identity: identity, certificates: intermediates.isEmpty ? nil : intermediates, persistence: .none)
    }
  }

  extension OAuthError {
    fileprivate static func unreadableIdentity(_ status: OSStatus) -> OAuthError {
      OAuthError(
        .unsupportedKey, message: "The certificate of the identity cannot be read.", rule: .rfc(8705, "2"),
        received: .described("status \(status)"),
        remedy: "Look the identity up in the keychain again, or import its PKCS #12 file again.")
    }
  }
#endif
