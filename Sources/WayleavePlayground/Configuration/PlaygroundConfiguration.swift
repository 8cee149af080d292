package import WayleaveProvider
import WayleaveSystem
public import WayleaveWire

/// What a playground is made of: its registrations, its users, its policy, and where time and chance come from.
///
/// There is no address to bind: a playground listens on 127.0.0.1 and nowhere else.
public struct PlaygroundConfiguration: Sendable {
  /// Who says yes.
  public enum Approval: Sendable, Equatable {
    /// The person in front of the browser, on a page.
    case byPage
    /// No one is asked: every request is allowed for this person.
    case automatic(PlaygroundPerson)
  }

  /// The port; 0 lets the system choose one that is free.
  public var port: UInt16
  /// The applications registered at Foursquare.
  public var clients: [PlaygroundClient]
  /// The applications registered at Twitter.
  public var consumers: [PlaygroundConsumer]
  /// The applications of developers at the entries of the catalogue, in addition to the playground's own.
  package var registrations: [PlaygroundRegistration] = []
  /// Entries that are played in addition to those of the catalogue, or in their place.
  package var entries: [Provider] = []
  /// What counts in the place of the documentation of a provider, by the name of the entry.
  package var rules: [String: DocumentedRules] = [:]
  /// How the authorization server Tollgate is set up.
  public var tollgate: TollgateConfiguration
  /// Whether the playground is at https, with a certificate of its own: see ``RunningPlayground/certificate``.
  public var usesTLS = false
  /// A second port, for clients that show a certificate; nil for none.
  public var tls: PlaygroundTLS?
  /// Who can sign in.
  public var people: [PlaygroundPerson]
  /// Who says yes.
  public var approval: Approval
  /// How long a Foursquare token lives; nil, as at the real one, means that it never expires and has no refresh token.
  public var accessTokenLifetime: Duration?
  /// Whether the Foursquare token endpoint also takes GET, as the real one does: the secret is then in the URL.
  public var takesTokenRequestsByGET: Bool
  /// Whether `wayleave login playground-NAME` finds the playground: the front page then shows these commands.
  package var isKnownByName = false
  /// How a command is given the certificate of this playground, such as `--ca-file playground.pem`; nil without https.
  package var certificateOption: String?
  /// What goes wrong on purpose.
  public var faults = Faults()
  /// What time it is.
  public var clock: @Sendable () -> Instant
  /// How the pause of a fault is waited out.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Where tokens, codes and PINs come from.
  public var random: any RandomNumberGenerator & Sendable
  /// Sends what clients are notified of at a URL of their own (CIBA §10.2); by default on this machine only.
  public var notifier: @Sendable (RequestMessage) async -> Void
  /// Fetches what a client publishes at the URL that is its id; nil for no answer. By default from this machine and from
  /// public addresses.
  public var documentFetcher: @Sendable (AbsoluteURL) async -> ResponseMessage?
  /// Called with each event as it happens, one at a time.
  public var observer: (@Sendable (PlaygroundEvent) -> Void)?

  /// The playground of the demonstration: clients at each provider, three people, a page for each question.
  public init(port: UInt16 = 0) throws(OAuthError) {
    self.port = port
    clients = [try .demo()]
    consumers = [try .demo()] + (try PlaygroundConsumer.special())
    tollgate = try TollgateConfiguration()
    tls = nil
    people = PlaygroundPerson.residents
    approval = .byPage
    accessTokenLifetime = nil
    takesTokenRequestsByGET = false
    clock = { Instant(secondsSinceEpoch: SystemClock.secondsSinceEpoch) }
    random = SystemRandomNumberGenerator()
    notifier = LoopbackNotifier.send
    documentFetcher = DocumentFetcher.fetch
    observer = nil
  }
}
