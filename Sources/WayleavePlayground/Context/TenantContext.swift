import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What all personalities of a tenant share: people, browser sessions, clock, randomness, the log and the pages.
///
/// It belongs to one ``Tenant`` and never leaves its actor, so that each request is one indivisible step: a code cannot
/// be redeemed twice, however many requests arrive at once.
final class TenantContext {
  let configuration: PlaygroundConfiguration
  /// Where the tenant is, for the browser and for programs.
  let address: TenantAddress
  let pages: Pages
  var random: any RandomNumberGenerator & Sendable
  var sessions = ExpiringTable<BrowserSession>(capacity: 1000)
  var journal = RecentValues<JournalEntry>(capacity: journalCapacity)
  var clock: VirtualClock
  var faults: FaultBook
  /// The applications of developers at the entries.
  let registry: ClientRegistry
  /// Whether everything begins again after the request that is being answered.
  var isToBeReset = false
  /// The number of the request that is being answered; nil for one that the journal leaves out.
  var requestInHand: Int?
  private var events = RecentValues<PlaygroundEvent>(capacity: 1000)

  static let journalCapacity = 1000

  init(configuration: PlaygroundConfiguration, address: TenantAddress, pages: Pages) {
    self.configuration = configuration
    self.address = address
    self.pages = pages.rooted(at: address.root)
    random = configuration.random
    clock = VirtualClock(configuration.clock)
    faults = FaultBook(configuration.faults)
    registry = ClientRegistry(configuration.registrations)
  }

  /// `http://127.0.0.1:PORT`, followed by the path of the tenant.
  var base: String { address.base }

  /// `https://127.0.0.1:PORT`, followed by the path of the tenant; nil without an encrypted port.
  var encryptedBase: String? { address.encryptedBase }

  /// What time it is.
  var now: Instant { clock.now }

  /// What time it is without what a test has moved.
  var realNow: Instant { clock.realNow }

  /// What happened, the newest last.
  var log: [PlaygroundEvent] { events.numbered.map(\.value) }

  /// Draws an unguessable text of 256 bits.
  func drawSecret() -> Secret { Secret(RandomText.base64URL(bytes: 32, using: &random)) }

  /// The id of a client that a developer registers without one.
  func drawClientID() -> ClientID { ClientID("app-" + RandomText.base64URL(bytes: 12, using: &random)) }

  func note(
    _ kind: PlaygroundEvent.Kind, _ visit: Visit, provider: PlaygroundProvider? = nil, client: ClientID? = nil,
    person: PlaygroundPerson? = nil, reason: String? = nil
  ) {
    note(
      PlaygroundEvent(
        instant: visit.now, provider: provider ?? visit.provider, kind: kind, path: visit.path, client: client,
        person: person?.handle, reason: reason))
  }

  func note(_ event: PlaygroundEvent) {
    events.append(event)
    if let requestInHand { journal.update(requestInHand) { $0.events.append(event) } }
    configuration.observer?(event)
  }

  /// Looks at every person, so that a wrong handle takes as long as a wrong password.
  func person(handle: String, password: String) -> PlaygroundPerson? {
    let handle = handle.hasPrefix("@") ? String(handle.dropFirst()) : handle
    var found: PlaygroundPerson?
    for person in configuration.people
    where Secret(person.password) == Secret(password) && person.handle.hasSameBytes(as: handle) {
      found = person
    }
    return found
  }
}
