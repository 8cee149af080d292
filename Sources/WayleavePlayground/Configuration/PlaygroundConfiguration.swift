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
    /// Nobody is asked: every request is allowed in this person's name.
    case automatic(PlaygroundPerson)
  }

  /// The port; 0 lets the system choose one that is free.
  public var port: UInt16
  /// The applications registered at Foursquare.
  public var clients: [PlaygroundClient]
  /// The applications registered at Twitter.
  public var consumers: [PlaygroundConsumer]
  /// How the authorization server Tollgate is set up.
  public var tollgate: TollgateConfiguration
  /// A second port, for clients that show a certificate; nil for none.
  public var tls: PlaygroundTLS?
  /// Who can sign in.
  public var people: [PlaygroundPerson]
  /// Who says yes.
  public var approval: Approval
  /// How many seconds a Foursquare token lives; nil, as at the real one, is for ever and without a refresh token.
  public var accessTokenLifetime: Int64?
  /// Whether the Foursquare token endpoint also takes GET, as the real one does: the secret then stands in the URL.
  public var takesTokenRequestsByGET: Bool
  /// What time it is.
  public var clock: @Sendable () -> Instant
  /// Where tokens, codes and PINs come from.
  public var random: any RandomNumberGenerator & Sendable
  /// Carries what clients are told at an address of their own (CIBA §10.2); by itself to this machine only.
  public var notifier: @Sendable (RequestMessage) async -> Void
  /// Told of each event as it happens; called one at a time.
  public var observer: (@Sendable (PlaygroundEvent) -> Void)?

  /// The playground of the demonstration: clients at each provider, three people, a page for each question.
  public init(port: UInt16 = 0) throws(OAuthError) {
    self.port = port
    clients = [try .demo()]
    consumers = [try .demo()]
    tollgate = try TollgateConfiguration()
    tls = nil
    people = PlaygroundPerson.residents
    approval = .byPage
    accessTokenLifetime = nil
    takesTokenRequestsByGET = false
    clock = { Instant(secondsSinceEpoch: SystemClock.secondsSinceEpoch) }
    random = SystemRandomNumberGenerator()
    notifier = LoopbackNotifier.send
    observer = nil
  }
}
