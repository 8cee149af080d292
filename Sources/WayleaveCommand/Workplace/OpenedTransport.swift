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
  private let output: OutputOptions
  private let opened = Mutex<AsyncHTTPClientTransport?>(nil)

  init(trustRoots: String?, certificates: ShownCertificates, output: OutputOptions) {
    self.trustRoots = trustRoots
    self.certificates = certificates
    self.output = output
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
    let transport = try open()
    let host = request.head.authority.map { DisplayText.clean($0, limit: 60) } ?? "the server"
    return try await output.showing(.server(host), after: .seconds(1)) {
      try await transport.send(request, within: limits)
    }
  }

  /// Closes the connections.
  func shutdown() async { await opened.withLock(\.self)?.shutdown() }
}
