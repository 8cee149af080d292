import NIOSSL
public import WayleaveWire

/// A second port, at which connections are encrypted and clients show a certificate.
///
/// RFC 8705 §2. There Tollgate has its endpoints for programs and its APIs, and no pages.
public struct PlaygroundTLS: Sendable {
  /// The port; 0 lets the system choose one that is free.
  public var port: UInt16 = 0
  /// The playground's certificate in PEM, followed by those between it and its authority.
  public var certificateChain: String
  /// Its private key in PEM.
  public var privateKey: Secret
  /// The authorities whose clients may connect, in PEM; a self-signed certificate is its own authority.
  public var clientAuthorities: String

  /// A port for clients of these authorities.
  public init(certificateChain: String, privateKey: Secret, clientAuthorities: String) {
    self.certificateChain = certificateChain
    self.privateKey = privateKey
    self.clientAuthorities = clientAuthorities
  }

  /// What the library wants to know; throws for what is no certificate or no key.
  var configuration: TLSConfiguration {
    get throws {
      let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificateChain.utf8))
      let key = try NIOSSLPrivateKey(bytes: privateKey.exposedBytes, format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(clientAuthorities.utf8)))
      // On a server's side this demands a certificate and verifies its chain; a client has no host name to compare.
      configuration.certificateVerification = .noHostnameVerification
      return configuration
    }
  }
}
