import AsyncHTTPClient
import Synchronization
import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// The connections of a transport: those that show nothing of the client, and for each certificate its own.
///
/// RFC 8705 §3: who has opened a connection is part of it, so that one identity's connection, and what TLS remembers of
/// it, must never carry another's request. Safe to use from any thread.
final class ConnectionPools: Sendable {
  /// The connections with one certificate, or none.
  final class Pool: Sendable {
    /// To the servers themselves.
    let direct: HTTPClient
    /// Through the proxy; nil without one.
    let tunnels: HTTPClient?

    init(_ configuration: HTTPClient.Configuration, proxy: ProxyChoice?) {
      direct = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      tunnels = proxy.map { proxy in
        var configuration = configuration
        configuration.proxy = proxy.configuration
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      }
    }

    func shutdown() async {
      // A client that has been shut down already is what was asked for.
      try? await direct.shutdown()
      try? await tunnels?.shutdown()
    }

    /// A client must be shut down before it goes; whoever forgot to has it done here.
    deinit {
      let clients = [direct, tunnels]
      Task { for client in clients { try? await client?.shutdown() } }
    }
  }

  private let configuration: HTTPClient.Configuration
  private let proxy: ProxyChoice?
  private let anonymous: Pool
  private let pools = Mutex<[CertificateThumbprint: Pool]?>([:])

  init(additionalTrustRoots: String?, proxy: ProxyChoice?) throws(OAuthError) {
    configuration = try HTTPClient.Configuration.wayleave(additionalTrustRoots: additionalTrustRoots)
    self.proxy = proxy
    anonymous = Pool(configuration, proxy: proxy)
  }

  /// The connections with a certificate; throws `configuration.unsupported_key` for one that TLS cannot use, and a
  /// failure to send once they were shut down.
  func pool(showing certificate: ClientCertificate?) throws -> Pool {
    guard let certificate else { return anonymous }
    return try pools.withLock { pools in
      if let pool = pools?[certificate.thumbprint] { return pool }
      guard pools != nil else { throw TransportFailure.notSent("the transport was shut down") }
      let pool = Pool(try configuration.showing(certificate), proxy: proxy)
      pools?[certificate.thumbprint] = pool
      return pool
    }
  }

  /// Closes all of them; none is opened any more.
  func shutdown() async {
    let opened = pools.withLock { pools in
      defer { pools = nil }
      return pools ?? [:]
    }
    for pool in [anonymous] + Array(opened.values) { await pool.shutdown() }
  }
}
