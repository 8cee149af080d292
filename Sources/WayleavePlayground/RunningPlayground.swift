import WayleaveWire

/// A playground that answers.
public struct RunningPlayground: Sendable {
  /// The port that was bound.
  public let port: Int
  /// The address of the front page, without a slash at its end.
  public let base: String
  /// Where Foursquare is.
  public let foursquare: FoursquareEndpoints
  /// Where Twitter is.
  public let twitter: TwitterEndpoints
  /// Where Tollgate is, the strict authorization server.
  public let tollgate: TollgateEndpoints

  private let emulator: Emulator
  private let server: Task<Void, any Error>

  init(port: Int, emulator: Emulator, server: Task<Void, any Error>) throws(OAuthError) {
    self.port = port
    base = "http://127.0.0.1:\(port)"
    foursquare = try FoursquareEndpoints(base: base)
    twitter = try TwitterEndpoints(base: base)
    tollgate = try TollgateEndpoints(base: base)
    self.emulator = emulator
    self.server = server
  }

  /// What the playground saw, the newest last: at most 1000 events, none with a secret.
  public var log: [PlaygroundEvent] {
    get async { await emulator.log }
  }

  /// Stops listening and closes every connection; returns when it is done.
  public func stop() async {
    server.cancel()
    _ = await server.result
  }

  /// Returns when the playground has stopped; cancelling the caller stops it.
  public func waitUntilStopped() async {
    await withTaskCancellationHandler {
      _ = await server.result
    } onCancel: {
      server.cancel()
    }
  }
}
