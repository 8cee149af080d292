import NIOSSL
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// The certificate that a client showed, whose chain the connection has verified.
struct PeerCertificate: Sendable {
  /// What tokens are bound to: RFC 8705 §3.1.
  let thumbprint: CertificateThumbprint
  /// The thumbprint of its public key; nil for a kind of key that is not known here.
  let publicKeyThumbprint: String?
  /// The names by which an authority knows the client: RFC 8705 §2.1.2.
  let hostNames: [String]
  let addresses: [String]

  init(_ certificate: NIOSSLCertificate) throws {
    thumbprint = CertificateThumbprint(ofDER: try certificate.toDERBytes())
    let pem = Secret(PEMBlock.text("PUBLIC KEY", try certificate.extractPublicKey().toSPKIBytes()))
    publicKeyThumbprint = try? JSONWebKey(pem: pem).thumbprint
    hostNames = Self.names(.dnsName, in: certificate)
    addresses = Self.names(.uri, in: certificate)
  }

  private static func names(_ type: _SubjectAlternativeName.NameType, in certificate: NIOSSLCertificate) -> [String] {
    certificate._subjectAlternativeNames().filter { $0.nameType == type }.compactMap { name in
      name.contents.withUnsafeBufferPointer { String(utf8: $0) }
    }
  }
}
