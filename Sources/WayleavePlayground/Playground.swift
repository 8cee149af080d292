import Hummingbird
import Logging
import NIOCore
import WayleaveWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Providers played on this machine: Foursquare's OAuth 2 and Twitter's OAuth 1.0a as the real ones are, and Tollgate, a
/// made-up authorization server that holds everybody to today's specifications.
///
/// For tests, which embed it, and for `wayleave demo` and `wayleave playground`, which start it. It listens on
/// 127.0.0.1 only, keeps everything in memory and ends with it.
public struct Playground: Sendable {
  /// What the playground is made of.
  public let configuration: PlaygroundConfiguration

  /// A playground that is not running yet.
  public init(configuration: PlaygroundConfiguration) {
    self.configuration = configuration
  }

  /// Begins to listen, and returns when requests are answered; throws `sign_in.port_in_use`.
  public func start() async throws -> RunningPlayground {
    let emulator = try Emulator(configuration: configuration)
    let (ports, portFound) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: EmulatorResponder(emulator: emulator),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: Int(configuration.port)), serverName: nil),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        await emulator.open(port: port)
        portFound.yield(port)
      },
      logger: Logger(label: "wayleave.playground") { _ in SwiftLogNoOpLogHandler() })
    let server = Task {
      defer { portFound.finish() }
      try await application.run()
    }
    guard let port = await ports.first(where: { _ in true }) else {
      // No port: the server failed, or whoever started it was cancelled meanwhile and the server must not outlive that.
      let isCancelled = Task.isCancelled
      server.cancel()
      guard case .failure(let error) = await server.result, !isCancelled else { throw CancellationError() }
      throw Self.cannotListen(configuration.port, error)
    }
    return try RunningPlayground(port: port, emulator: emulator, server: server)
  }

  /// Runs until the task is cancelled.
  public func run() async throws {
    let running = try await start()
    await running.waitUntilStopped()
  }

  private static func cannotListen(_ port: UInt16, _ error: any Error) -> any Error {
    guard let failure = error as? IOError, failure.errnoCode == EADDRINUSE else { return error }
    return OAuthError(
      .portInUse, rule: .wayleave("one program listens on a port"), expected: "port \(port) on 127.0.0.1",
      received: .described("a port that is taken"), remedy: "Choose another port, or 0 for any that is free.")
  }
}
