import HTTPTypes
import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn
package import WayleaveSystem

/// The accounts that a program holds: signs users in, stores their credentials, and gives sessions that use them.
///
/// Safe to use from any task. Every function throws ``OAuthError`` and nothing else.
public struct Accounts: Sendable {
  var exchange: Exchange
  /// What hears how each operation ends; nil for nothing.
  var observer: (any OperationObserver)?
  package let callbackSource: (any CallbackSource)?
  let credentials: any CredentialStore
  let signIns: any SignInStore
  package let now: @Sendable () -> Instant
  let registration: @Sendable (StoredCredential) -> Registration
  private(set) var flights = RefreshFlights()
  let bells = PingBells()
  let changes = StoreChanges()
  let unsaved = UnsavedCredentials()
  let directCredentials = DirectCredentials()
  /// Where the tokens of a client itself are stored between processes; nil for the memory of this one.
  package var directRecords: DirectRecords?
  let signingClocks = SigningClocks()
  let keySets = KeySets()
  let logoutKeys = LogoutKeys()
  let advertisedBefore = AdvertisedMetadataMemory()
  /// What a sign-in must bring before it replaces anything; nil for one that no API demands.
  var stepUp: StepUpCheck?
  /// The account whose user signs in again; nil for none in particular.
  var renewed: Account?
  /// The API for which the client of the sign-in was registered; nil for a client that was given.
  package var clientMadeFor: String?
  /// That registration, for the account to keep; nil where the program keeps it.
  var appRegistration: RegisteredClient?
  /// The file of certificates that sign-ins trust in addition to the system's, for their accounts to keep; nil for none.
  package var trustRoots: String?
  /// The file of certificates that the account or the sign-in trusts for which this task sends requests; nil for none.
  @TaskLocal package static var accountTrustRoots: String?
  /// Lets time pass between two polls; nil where the exchange does that.
  var pollingPause: (@Sendable (Duration) async throws -> Void)?
  /// The texts that a name has in DNS, nil where it cannot be asked; without it handles are looked up by https alone.
  package var textRecords: (@Sendable (_ name: String) async -> [String]?)?
  let visibleSignIn = VisibleSignIn()
  let registeredForAPIs = ClientsOfAPIs()
  let metadataMemory: MetadataMemory
  /// Where issuers publish nothing; shared by all accounts of one command.
  package var missedPlaces = MissedPlaces()
  let keys: (any SigningKeys)?

  /// Accounts that use these parts.
  ///
  /// - Parameters:
  ///   - transport: sends every request.
  ///   - callbackSource: shows authorization pages; without one, use ``begin(_:as:redirectURI:options:ownedBy:)``
  ///     and ``receive(_:ownedBy:for:)``.
  ///   - credentials: where credentials live.
  ///   - signIns: where begun sign-ins wait.
  ///   - metadata: where the metadata of issuers is stored between processes; nil for the memory of this one.
  ///   - keys: the keystore whose keys tokens are bound to; nil for keys that are stored with the tokens.
  ///   - registration: today's provider entry and client for a stored credential; by default those that issued it.
  ///   - now: the time of day; nil for the clock of the machine.
  ///   - events: gets every step, from any thread; nil for none.
  public init(
    transport: any Transport, callbackSource: (any CallbackSource)? = nil, credentials: CredentialRecords,
    signIns: SignInRecords, metadata: MetadataRecords? = nil, keys: (any SigningKeys)? = nil,
    registration: @escaping @Sendable (StoredCredential) -> Registration = { Registration(of: $0) },
    now: (@Sendable () -> Instant)? = nil,
    events: (@Sendable (Event) -> Void)? = nil
  ) {
    self.init(
      transport: transport, callbackSource: callbackSource, credentials: credentials as any CredentialStore,
      signIns: signIns, metadata: metadata, keys: keys, registration: registration, now: now, events: events)
  }

  /// The same over stores of another kind.
  package init(
    transport: any Transport, callbackSource: (any CallbackSource)? = nil, credentials: any CredentialStore,
    signIns: any SignInStore, metadata: (any MetadataStore)? = nil, keys: (any SigningKeys)? = nil,
    registration: @escaping @Sendable (StoredCredential) -> Registration = { Registration(of: $0) },
    now: (@Sendable () -> Instant)? = nil,
    events: (@Sendable (Event) -> Void)? = nil
  ) {
    exchange = Exchange(transport: transport, now: now ?? { WallClock.now() }, listener: events)
    self.callbackSource = callbackSource
    self.credentials = credentials
    self.signIns = signIns
    metadataMemory = MetadataMemory(store: metadata)
    self.keys = keys
    self.registration = registration
    self.now = now ?? { WallClock.now() }
  }

  /// How requests call the program that sends them; “wayleave” and its version unless it is set.
  ///
  /// RFC 9110 §10.1.5, `User-Agent`. What a request or the entry of a provider says goes first.
  public var userAgent: String {
    get { exchange.userAgent }
    set { exchange.userAgent = newValue }
  }

  /// How long another process can finish a sign-in of the command line.
  package static let timeToResume = Duration.seconds(3600)

  /// The longest time that a sign-in waits for the user, whatever was asked: a day.
  package static let longestTimeout = Duration.seconds(86_400)

  /// What to ask for in a sign-in.
  public struct SignInOptions: Sendable {
    /// The scopes; empty for the provider's own choice.
    public var scopes: [String]
    /// The name for the account; nil for none.
    ///
    /// A name of another user's account stays there: see ``SignedIn/refusedName``. Where the provider does not say who the
    /// user is, the account of that name is replaced if its user is not known either. That of another provider or client is
    /// refused before the user is asked, `configuration.name_taken`.
    public var accountName: String?
    /// Where requests may go in addition to the provider's own API origins.
    ///
    /// One with http beyond this machine is refused, `wire.insecure_url`, unless ``allowsHTTP`` is set.
    public var allowedOrigins: [Origin]
    /// Whether ``allowedOrigins`` may have http beyond this machine, where tokens go in clear text: for tests.
    public var allowsHTTP = false
    /// How long to wait for the user.
    public var timeout: Duration
    /// How long the sign-in can be finished by another process, or by a callback that arrives elsewhere; ten minutes, and
    /// never less than ``timeout``.
    public var lifetime: Duration = .seconds(600)
    /// Where the user answers.
    public var flow: Flow
    /// Whether the user agrees that protections which the server advertised before may be gone.
    ///
    /// Without it such a server is refused, and the error names what is gone: `discovery.downgraded`.
    public var acceptsDowngrade: Bool
    /// What is asked for beyond scopes.
    public var terms: SignIn.Terms

    /// More pairs for the page of this sign-in: ``SignIn/Terms/parameters``.
    public var parameters: [String: String] {
      get { terms.parameters }
      set { terms.parameters = newValue }
    }

    /// How long the user may take when nothing else is said.
    public static let usualTimeout: Duration = .seconds(300)

    /// Where the user answers.
    public enum Flow: String, Sendable, CaseIterable {
      /// In a browser that comes back to us; at a provider that does not redirect, by a number.
      case browser
      /// In the provider's own app on this machine, where the entry names one and the callback source starts it; else in a
      /// browser.
      case app
      /// On another device, which is given a code.
      ///
      /// RFC 8628.
      case device
      /// Both at once, where the provider gives codes: the first answer counts.
      case either
    }

    /// Nothing in particular, and five minutes.
    public init(
      scopes: [String] = [], accountName: String? = nil, allowedOrigins: [Origin] = [],
      timeout: Duration = usualTimeout, flow: Flow = .browser, acceptsDowngrade: Bool = false,
      terms: SignIn.Terms = SignIn.Terms()
    ) {
      self.scopes = scopes
      self.accountName = accountName
      self.allowedOrigins = allowedOrigins
      self.timeout = timeout
      self.flow = flow
      self.acceptsDowngrade = acceptsDowngrade
      self.terms = terms
    }
  }

  /// Every account held, with its credential.
  ///
  /// What a sign-in that was cut off left under a provisional name is removed where the user's name has it too.
  public func all() async throws(OAuthError) -> [StoredCredential] {
    let found = try await credentials.wrapped { try await credentials.all() }
    let superseded = found.superseded
    for stored in superseded { await credentials.remove(superseded: stored) }
    return found.without(superseded)
  }

  /// The credential of an account as it is stored; nil when there is none.
  public func stored(_ account: Account) async throws(OAuthError) -> StoredCredential? {
    try await credentials.wrapped { try await credentials.load(account)?.stored }
  }
}

/// What to ask for in a sign-in.
public typealias SignInOptions = Accounts.SignInOptions

extension Accounts {
  /// These accounts, with refreshes that begin in another way and in another time: those of a simulation.
  package func refreshing(
    startedBy start: @escaping RefreshFlights.Start = RefreshFlights.usualStart, in time: PassingTime
  ) -> Accounts {
    var accounts = self
    accounts.flights = RefreshFlights(startedBy: start, in: time)
    return accounts
  }

  /// Tells of a step that was made for these accounts.
  package func tell(_ event: Event) { exchange.tell(event) }

  /// Where credentials are stored, for people.
  package var credentialLocation: String { credentials.location }

  /// Whether the credential of an account may be sent to an origin.
  package func allows(_ origin: Origin, for stored: StoredCredential) -> Bool {
    authorization(by: stored).allows(origin)
  }

  /// What puts a credential on requests.
  func authorization(by stored: StoredCredential) -> RequestAuthorization {
    RequestAuthorization(
      stored, registration: registered(stored), clocks: signingClocks, servers: exchange.servers)
  }

  /// What puts a credential on the requests of a session.
  func held(_ stored: StoredCredential) -> HeldAuthorization {
    HeldAuthorization(authorization(by: stored), now: now)
  }

  /// Today's entry and client for a credential, with the endpoints that its sign-in found where the entry names none.
  package func registered(_ stored: StoredCredential) -> Registration {
    var registration = registration(stored).completed(by: stored)
    registration.client = withKey(registration.client)
    return registration
  }

  /// A credential as it is, when it is good for at least `minimumLifetime`; nil wants what ``fresh(_:minimumLifetime:forcing:)``
  /// wants.
  ///
  /// Throws `credential.sign_in_needed` when it has ended, and `configuration.unsupported` when it ends too soon.
  package func unrefreshed(
    _ stored: StoredCredential, minimumLifetime: Duration? = nil
  ) throws(OAuthError) -> StoredCredential {
    if stored.endedBecause != nil { throw .signInEnded(stored) }
    guard !Freshness.atLeast(minimumLifetime).isMet(by: stored, at: now()) else { return stored }
    guard stored.credential.isAlive(at: now()) || stored.credential.isRefreshable else {
      throw .signInNeeded(stored, "the access token has expired and nothing renews it")
    }
    guard stored.obtainedAt + -Freshness.margin.wholeSeconds <= now() else { throw .ageUnknown }
    throw .endsTooSoon(
      in: max(.zero, (stored.credential.expiresAt ?? now()) - now()), asked: minimumLifetime ?? Freshness.margin)
  }
}

extension OAuthError {
  /// A token that came at a time which the clock has not reached.
  fileprivate static var ageUnknown: OAuthError {
    OAuthError(
      .unsupported,
      message: "The clock was set back since the access token came: how long it is still valid is not known.",
      rule: .wayleave("a token that is asked for lives as long as asked"),
      remedy: "Check the clock of this computer, or let the token be renewed.")
  }

  /// A token, of a named account or client, that ends before the time for which it is wanted.
  package static func endsTooSoon(
    in time: Duration, asked: Duration, of name: String? = nil, remedy: Remedy = .allowRenewal
  ) -> OAuthError {
    let token = "The access token" + (name.map { " of “\(DisplayText.clean($0))”" } ?? "")
    return OAuthError(
      .unsupported,
      message: "\(token) is valid for \(time.wholeSeconds) more seconds, and \(asked.wholeSeconds) are wanted.",
      rule: .wayleave("a token that is asked for lives as long as asked"), remedy: remedy)
  }
}
