import Synchronization
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveConsole
import WayleaveWire

/// The connections of a command, made when the first request is sent.
///
/// A command that sends nothing, such as `status`, then works with a proxy or a CA file that cannot be used.
final class OpenedTransport: Transport {
  private let trustRoots: String?
  private let certificates: ShownCertificates
  private let opened = Mutex<AsyncHTTPClientTransport?>(nil)

  init(trustRoots: String?, certificates: ShownCertificates) {
    self.trustRoots = trustRoots
    self.certificates = certificates
  }

  /// Makes the connections now; throws `configuration.invalid_value` for a proxy or a CA file that cannot be used.
  @discardableResult
  func open() throws(OAuthError) -> AsyncHTTPClientTransport {
    try opened.withLock { (opened) throws(OAuthError) in
      if let opened { return opened }
      let transport = try AsyncHTTPClientTransport(
        additionalTrustRoots: trustRoots ?? Environment.variable("SSL_CERT_FILE"),
        proxy: ProxyChoice(environment: Environment.variable), certificate: certificates.certificate)
      opened = transport
      return transport
    }
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    try await open().send(request, within: limits)
  }

  /// Closes the connections.
  func shutdown() async { await opened.withLock(\.self)?.shutdown() }
}
