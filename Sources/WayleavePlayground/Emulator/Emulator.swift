import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// The playground without a network: requests in, answers out, one at a time.
///
/// An actor whose handlers never wait, so that each of them is one indivisible step: a code cannot be redeemed twice,
/// however many ask at once.
actor Emulator {
  let configuration: PlaygroundConfiguration
  let pages: Pages
  var random: any RandomNumberGenerator & Sendable
  /// `http://127.0.0.1:PORT`, once the port is known.
  private(set) var base = ""
  /// `https://127.0.0.1:PORT`, where there is an encrypted port.
  private(set) var encryptedBase: String?
  var sessions = ExpiringTable<BrowserSession>(capacity: 1000)
  var foursquare = FoursquareGrants()
  var twitter = TwitterGrants()
  var tollgate: TollgateState
  private(set) var log: [PlaygroundEvent] = []
  var faults: Faults

  static let maximumLogLength = 1000

  init(configuration: PlaygroundConfiguration) throws {
    self.configuration = configuration
    pages = try Pages()
    random = configuration.random
    faults = configuration.faults
    tollgate = TollgateState(keyLifetime: configuration.tollgate.keyLifetime)
  }

  /// What Tollgate has to give, at this port.
  var tollgateOffer: TollgateOffer { TollgateOffer(base: base) }

  /// Begins to answer, at this port.
  func open(port: Int, isEncrypted: Bool = false) {
    if isEncrypted { encryptedBase = "https://127.0.0.1:\(port)" } else { base = "http://127.0.0.1:\(port)" }
  }

  /// Draws an unguessable text of 256 bits.
  func drawSecret() -> Secret { Secret(RandomText.base64URL(bytes: 32, using: &random)) }

  func note(
    _ kind: PlaygroundEvent.Kind, _ visit: Visit, provider: PlaygroundProvider? = nil, client: ClientID? = nil,
    person: PlaygroundPerson? = nil, reason: String? = nil
  ) {
    note(
      PlaygroundEvent(
        instant: visit.now, provider: provider ?? visit.route.provider, kind: kind, path: visit.route.rawValue,
        client: client, person: person?.handle, reason: reason))
  }

  func note(_ event: PlaygroundEvent) {
    if log.count >= Self.maximumLogLength { log.removeFirst(log.count - Self.maximumLogLength + 1) }
    log.append(event)
    configuration.observer?(event)
  }
}
