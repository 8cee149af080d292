import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// Accounts over memory, a provider in memory and a clock that stands; everything that happened is kept.
final class Scene: Sendable {
  let server = ExampleServer()
  let credentials: any CredentialStore
  let signIns: SignInRecords
  private let record: Record

  final class Record: Sendable {
    let events = Lock<[Event]>([])
    let now = Lock(Example.now)
  }

  init(credentials: any CredentialStore = CredentialRecords(in: MemoryVault())) {
    self.credentials = credentials
    let record = Record()
    self.record = record
    signIns = SignInRecords(in: MemoryVault(), now: { record.now.withLock { $0 } })
  }

  var events: [Event] { record.events.withLock { $0 } }
  var eventNames: [Event.Name] { events.map(\.name) }

  func wait(_ seconds: Int64) { record.now.withLock { $0 = $0 + seconds } }

  /// Another such object is another process.
  func accounts(
    callbackSource: (any CallbackSource)? = nil, signIns: (any SignInStore)? = nil,
    registration: @escaping @Sendable (StoredCredential) -> Registration = { Registration(of: $0) }
  ) -> Accounts {
    Accounts(
      transport: server, callbackSource: callbackSource, credentials: credentials, signIns: signIns ?? self.signIns,
      registration: registration, now: { [record] in record.now.withLock { $0 } },
      events: { [record] event in record.events.withLock { $0.append(event) } })
  }

  /// A user who allows at once.
  var allowing: ScriptedSource {
    ScriptedSource { [server] url, verdict in _ = await verdict(try server.allow(url)) }
  }

  /// An account of OAuth 2 whose access token has expired unless said otherwise, and that the server knows.
  @discardableResult
  func hold(
    _ subject: String = "7", expiresIn: Int64? = -10, refreshToken: String? = "canary-refresh-0",
    provider: Provider? = nil, client: Client? = nil, proofKey: DPoPKey? = nil, allowedOrigins: [Origin] = []
  ) async throws -> Account {
    let account = Account(provider: "example", client: "reader", subject: subject)
    let stored = StoredCredential(
      account: account, provider: try provider ?? Example.provider(), client: try client ?? Example.client(),
      credential: .oauth2(
        .init(
          accessToken: Secret("canary-access-0"), tokenType: proofKey == nil ? "Bearer" : "DPoP",
          refreshToken: refreshToken.map { Secret($0) }, scopes: ["profile"],
          expiresAt: expiresIn.map { Example.now + $0 }, idToken: Secret("canary-id-token"),
          proofKey: proofKey)),
      allowedOrigins: allowedOrigins, obtainedAt: Example.now + -3600)
    try await credentials.replace(account, with: stored, expecting: nil)
    return account
  }

  /// An account of OAuth 1.0a.
  func holdOAuth1() async throws -> Account {
    let account = Account(provider: "example-one", client: "reader", subject: "7")
    let stored = StoredCredential(
      account: account, provider: try Example.oauth1(), client: try Example.client(),
      credential: .oauth1(TokenCredential(token: Secret("canary-token"), secret: Secret("canary-secret"))),
      obtainedAt: Example.now)
    try await credentials.replace(account, with: stored, expecting: nil)
    return account
  }

  /// The tokens that are kept for an account.
  func tokens(of account: Account) async throws -> Credential.Tokens? {
    guard case .oauth2(let tokens)? = try await credentials.load(account)?.stored.credential else { return nil }
    return tokens
  }
}

/// A store that cannot be written.
struct ReadOnlyStore: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  var location: String { "a store that cannot be written" }

  struct Failure: Error {}

  func load(_ account: Account) async throws -> HeldCredential? {
    try await inner.load(account)
  }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? { throw Failure() }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async throws { throw Failure() }
}

/// A sign-in store that fails at the moment a sign-in is taken from it.
actor FailingSignInStore: SignInStore {
  nonisolated let location = "a store of sign-ins that fails"

  struct Failure: Error {}

  func put(_ signIn: SignIn, under key: SignIn.Key, until end: Instant) {}
  func take(_ key: SignIn.Key, at now: Instant) throws -> SignIn? { throw Failure() }
  func remove(_ key: SignIn.Key) {}
}
