import AsyncHTTPClient
import NIOPosix
import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

/// The connections of a transport, apart by the server, by its address if that was checked, and by what is shown of the
/// client.
///
/// RFC 8705 §3: who has opened a connection is part of it, so that one identity's connection, and what TLS remembers of
/// it, must never carry another's request. Safe to use from any thread.
final class ConnectionPools: Sendable {
  /// What requests must have in common to share a connection.
  struct Key: Hashable {
    let check: ConnectionCheck
    let certificate: CertificateThumbprint?
  }

  /// The connections of one key.
  final class Pool: Sendable {
    /// To the servers themselves.
    let direct: HTTPClient
    /// Through the proxy; nil without one.
    let tunnels: HTTPClient?

    init(_ configuration: HTTPClient.Configuration, proxy: ProxyChoice?) {
      // The client's own choice is Network.framework on Apple's systems: it adds no trust roots, shows no certificate of
      // the client, waits for a server that refuses, and fails with other errors.
      let threads = HTTPClient.EventLoopGroupProvider.shared(MultiThreadedEventLoopGroup.singleton)
      direct = HTTPClient(eventLoopGroupProvider: threads, configuration: configuration)
      tunnels = proxy.map { proxy in
        var configuration = configuration
        configuration.proxy = proxy.configuration
        return HTTPClient(eventLoopGroupProvider: threads, configuration: configuration)
      }
    }

    func shutdown() async {
      // A client that has been shut down already is what was asked for.
      try? await direct.shutdown()
      try? await tunnels?.shutdown()
    }

    /// A client must be shut down before it goes; this does it where the owner did not.
    deinit {
      let clients = [direct, tunnels]
      Task { for client in clients { try? await client?.shutdown() } }
    }
  }

  /// How many are kept: strangers may name servers, which would grow without end.
  static let maximum = 64

  fileprivate struct Opened {
    var pools: [Key: Pool] = [:]
    /// The one that was used last stands at the end.
    var order: [Key] = []
  }

  private let configuration: HTTPClient.Configuration
  private let proxy: ProxyChoice?
  private let opened = Lock<Opened?>(Opened())

  /// - Parameter connectionsPerServer: how many may be open to one server at a time; nil for the client's own choice.
  init(
    additionalTrustRoots: String?, proxy: ProxyChoice?, connectionsPerServer: Int? = nil
  ) throws(OAuthError) {
    var configuration = try HTTPClient.Configuration.wayleave(additionalTrustRoots: additionalTrustRoots)
    if let connectionsPerServer {
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerServer
    }
    self.configuration = configuration
    self.proxy = proxy
  }

  /// The connections to a server that show a certificate, or none; throws `configuration.unsupported_key` for a
  /// certificate that TLS cannot use, and a failure to send once all were shut down.
  ///
  /// The caller holds the pool until the answer is read: it may be put away in the meantime.
  func pool(to check: ConnectionCheck, showing certificate: ClientCertificate?) throws -> Pool {
    try opened.withLock { opened in
      guard opened != nil else { throw TransportFailure.notSent("the transport was shut down") }
      let key = Key(check: check, certificate: certificate?.thumbprint)
      opened?.touch(key)
      if let pool = opened?.pools[key] { return pool }
      var configuration = configuration.connecting(to: check)
      if check.origin.scheme == "https" { configuration.tlsConfiguration?.trustSystem() }
      if let certificate { configuration = try configuration.showing(certificate) }
      let pool = Pool(configuration, proxy: proxy)
      opened?.pools[key] = pool
      return pool
    }
  }

  /// Closes all of them; none is opened any more.
  ///
  /// A connection that is still being opened cannot be broken off: it is waited for a second, and closed whenever it
  /// comes, so that a silent server delays no one who wants to end.
  func shutdown() async {
    let opened = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    guard let pools = opened?.pools.values, !pools.isEmpty else { return }
    let closed = FirstEnd<Void>()
    Task {
      await withTaskGroup { group in for pool in pools { group.addTask { await pool.shutdown() } } }
      closed.end(.success(()))
    }
    Task {
      try? await Task.sleep(for: .seconds(1))
      closed.end(.success(()))
    }
    try? await closed.value()
  }
}

extension ConnectionPools.Opened {
  /// Puts a key last, and away the pool that was not used for longest when there are too many.
  fileprivate mutating func touch(_ key: ConnectionPools.Key) {
    order.removeAll { $0 == key }
    order.append(key)
    if order.count > ConnectionPools.maximum { pools[order.removeFirst()] = nil }
  }
}
