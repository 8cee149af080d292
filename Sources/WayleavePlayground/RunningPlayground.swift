public import WayleaveProvider
public import WayleaveWire

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

  /// The certificate in PEM that clients must trust; nil for a playground at http.
  public let certificate: String?

  /// The providers, as entries of a catalogue with the clients that are registered there.
  public let providers: [PlayedProvider]

  private let tenants: Tenants
  private let tenant: Tenant
  private let listeners: [Listener]

  /// The first listener is the open one; a second is encrypted.
  init(
    tenants: Tenants, listeners: [Listener], certificate: String?, name: String? = nil
  ) async throws(OAuthError) {
    guard let tenant = tenants.tenant(name) else { throw .tooManyTenants() }
    let port = listeners.first?.port ?? 0
    self.port = port
    encryptedPort = listeners.dropFirst().first?.port
    base = tenant.base
    providers = try await tenant.played()
    foursquare = try FoursquareEndpoints(base: base)
    twitter = try TwitterEndpoints(base: base)
    tollgate = try TollgateEndpoints(base: base)
    self.certificate = certificate
    self.tenants = tenants
    self.tenant = tenant
    self.listeners = listeners
  }

  /// One of its parallel tenants, at the paths `/t/NAME/…`: it shares no session, token, fault or log with the others.
  ///
  /// The first use creates it. A name has 1 to 40 letters, digits, `-` and `_`. Throws `configuration.invalid_value` for
  /// another name, and where there are 256 tenants already.
  public func tenant(_ name: String) async throws(OAuthError) -> RunningPlayground {
    guard TenantAddress.isName(name) else { throw .badTenantName(name) }
    return try await RunningPlayground(tenants: tenants, listeners: listeners, certificate: certificate, name: name)
  }

  /// The entry of a provider, with the addresses of this playground; nil for one that it does not play.
  public func provider(_ played: PlaygroundProvider) -> PlayedProvider? {
    providers.first { $0.provider.name == PlayedProvider.name(of: played.name) }
  }

  /// An entry of the catalogue as it is played here, with the client that is registered for it; nil for a name that no
  /// entry has.
  ///
  /// Every entry is played from its own data, at `/entries/NAME/` and the host and path of the real URL.
  public func entry(named name: ProviderName) async -> PlayedProvider? { await tenant.playedEntry(named: name) }

  /// What the playground saw, the newest last: at most 1000 events, none with a secret.
  public var log: [PlaygroundEvent] {
    get async { await tenant.log }
  }

  /// Replaces the faults, for requests that arrive from now on.
  public func use(_ faults: Faults) async { await tenant.use(faults) }

  /// Moves the clock of this tenant, forwards or backwards: every lifetime is counted by it.
  ///
  /// What a client compares with its own clock stays in real time: `Date`, ID tokens, proofs, assertions, timestamps.
  public func advanceClock(by time: Duration) async { await tenant.advanceClock(by: time) }

  /// Begins again: sessions, tokens, registrations, log, journal, clock and faults are as they were at the start.
  public func reset() async { await tenant.reset() }

  /// Ends every token that a provider has issued, as its users can do on its settings page.
  ///
  /// Foursquare has no other way to end one.
  public func revokeTokens(at provider: PlaygroundProvider) async { await tenant.revokeTokens(at: provider) }

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

extension OAuthError {
  fileprivate static func badTenantName(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a tenant has a name that is a segment of a path"),
      expected: "1 to 40 letters, digits, “-” and “_”", received: .text(name),
      remedy: .advice("Choose another name, such as the name of your test."))
  }

  fileprivate static func tooManyTenants() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a playground has \(Tenants.maximum) tenants at most"),
      expected: "room for another tenant", received: .nothing,
      remedy: .advice("Use one of the tenants again, or start another playground."))
  }
}
