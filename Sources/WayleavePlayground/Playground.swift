/// Providers played on this machine: Foursquare's OAuth 2 and Twitter's OAuth 1.0a as the real ones are, and Tollgate, a
/// made-up authorization server that enforces today's specifications.
///
/// For tests, which embed it, and for `wayleave demo` and `wayleave playground`, which start it. It listens on
/// 127.0.0.1 only, has everything in memory and forgets it at the end.
public struct Playground: Sendable {
  /// What the playground is made of.
  public let configuration: PlaygroundConfiguration

  /// A playground that is not running yet.
  public init(configuration: PlaygroundConfiguration) {
    self.configuration = configuration
  }

  /// Starts a playground on a free port: the one line that a test needs.
  ///
  /// `let playground = try await Playground.start()`; `change` sets what is to differ from the demonstration.
  public static func start(
    _ change: (inout PlaygroundConfiguration) throws -> Void = { _ in }
  ) async throws -> RunningPlayground {
    var configuration = try PlaygroundConfiguration()
    try change(&configuration)
    return try await Playground(configuration: configuration).start()
  }

  /// Begins to listen, and returns when requests are answered; throws `sign_in.port_in_use`.
  public func start() async throws -> RunningPlayground {
    let tenants = try Tenants(configuration: configuration)
    var listeners: [Listener] = []
    do {
      // First the encrypted port, so that the metadata names no endpoint that is not there yet.
      if let tls = configuration.tls {
        listeners.append(try await .open(tenants, at: tls.port, encrypted: try tls.configuration, isSecond: true))
      }
      let own = configuration.usesTLS ? try SelfSignedCertificate() : nil
      listeners.insert(try await .open(tenants, at: configuration.port, encrypted: own?.configuration), at: 0)
      return try await RunningPlayground(tenants: tenants, listeners: listeners, certificate: own?.certificate)
    } catch {
      for listener in listeners { await listener.close() }
      throw error
    }
  }

  /// Runs until the task is cancelled.
  public func run() async throws {
    let running = try await start()
    await running.waitUntilStopped()
  }
}
