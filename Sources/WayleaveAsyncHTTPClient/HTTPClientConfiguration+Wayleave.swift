import AsyncHTTPClient
import NIOCore
import NIOSSL
import Wayleave
import WayleaveWire

extension HTTPClient.Configuration {
  /// What every rule of ours asks of the client: no redirects, no decompression, no second try behind our back.
  static func wayleave(additionalTrustRoots: String?) throws(OAuthError) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.decompression = .disabled
    configuration.timeout.connect = .seconds(10)
    // With retries an unknown authority would show itself only at the deadline.
    configuration.connectionPool.retryConnectionEstablishment = false
    var tls = TLSConfiguration.makeClientConfiguration()
    // RFC 8996: TLS 1.0 and 1.1 "MUST NOT be used".
    tls.minimumTLSVersion = .tlsv12
    configuration.tlsConfiguration = tls
    guard let additionalTrustRoots else { return configuration }
    do {
      tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(additionalTrustRoots))]
    } catch { throw .unreadableTrustRoots(additionalTrustRoots) }
    configuration.tlsConfiguration = tls
    return configuration
  }

  /// The same for connections that show a certificate; throws `configuration.unsupported_key`.
  ///
  /// RFC 8705 §2.
  func showing(_ certificate: ClientCertificate) throws(OAuthError) -> HTTPClient.Configuration {
    var configuration = self
    do {
      let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.chain.utf8))
      configuration.tlsConfiguration?.certificateChain = chain.map { .certificate($0) }
      let key = try NIOSSLPrivateKey(bytes: certificate.privateKey.exposedBytes, format: .pem)
      configuration.tlsConfiguration?.privateKey = .privateKey(key)
    } catch { throw .unusableCertificate() }
    return configuration
  }

  /// The same for connections to one server, and there to one address if it was checked.
  ///
  /// The address is in the client before it opens anything, so that not even a SYN goes elsewhere; a look at the address
  /// of a connection that stands comes too late for that. TLS asks for the host by its name all the same.
  func connecting(to check: ConnectionCheck) -> HTTPClient.Configuration {
    var configuration = self
    if let address = check.address { configuration.dnsOverride = [check.origin.host: "\(address)"] }
    configuration.http1_1ConnectionDebugInitializer = { channel in
      check.verdict(on: channel).flatMap { AnswerWatch.add(to: channel) }
    }
    configuration.http2ConnectionDebugInitializer = { check.verdict(on: $0) }
    return configuration
  }
}

extension OAuthError {
  fileprivate static func unusableCertificate() -> OAuthError {
    OAuthError(
      .unsupportedKey, message: "The certificate and its key for TLS cannot be read: both have to be PEM.",
      rule: .rfc(8705, "2"), remedy: "Give a certificate with a key on P-256, P-384 or of RSA.")
  }

  fileprivate static func unreadableTrustRoots(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The file “\(DisplayText.clean(path))” has no certificates in PEM.",
      rule: .wayleave("extra trust roots come from a PEM file"),
      remedy: "Give a PEM file with certificates: each begins with “-----BEGIN CERTIFICATE-----”.")
  }
}
