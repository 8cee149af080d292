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

  /// Begins to listen, and returns when requests are answered; throws `sign_in.port_in_use`.
  public func start() async throws -> RunningPlayground {
    let tenants = try Tenants(configuration: configuration)
    var listeners: [Listener] = []
    do {
      // First the encrypted port, so that the metadata names no endpoint that is not there yet.
      if let tls = configuration.tls {
        listeners.append(try await .open(tenants, at: tls.port, encrypted: tls))
      }
      listeners.insert(try await .open(tenants, at: configuration.port), at: 0)
      return try await RunningPlayground(tenants: tenants, listeners: listeners)
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
