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

  /// The port for clients that show a certificate; nil when there is none.
  public let encryptedPort: Int?

  private let emulator: Emulator
  private let listeners: [Listener]

  /// The first listener is the open one; a second is encrypted.
  init(emulator: Emulator, listeners: [Listener]) throws(OAuthError) {
    let port = listeners.first?.port ?? 0
    self.port = port
    encryptedPort = listeners.dropFirst().first?.port
    base = "http://127.0.0.1:\(port)"
    foursquare = try FoursquareEndpoints(base: base)
    twitter = try TwitterEndpoints(base: base)
    tollgate = try TollgateEndpoints(base: base)
    self.emulator = emulator
    self.listeners = listeners
  }

  /// What the playground saw, the newest last: at most 1000 events, none with a secret.
  public var log: [PlaygroundEvent] {
    get async { await emulator.log }
  }

  /// Replaces the faults, for requests that arrive from now on.
  public func use(_ faults: Faults) async { await emulator.use(faults) }

  /// Ends every token that a provider has issued, as its users can do on its settings page.
  ///
  /// Foursquare has no other way to end one.
  public func revokeTokens(at provider: PlaygroundProvider) async { await emulator.revokeTokens(at: provider) }

  /// Stops listening and closes every connection; returns when it is done.
  public func stop() async {
    for listener in listeners { await listener.close() }
  }

  /// Returns when the playground has stopped; cancelling the caller stops it.
  public func waitUntilStopped() async {
    await withTaskCancellationHandler {
      for listener in listeners { _ = await listener.server.result }
    } onCancel: {
      for listener in listeners { listener.server.cancel() }
    }
  }
}
