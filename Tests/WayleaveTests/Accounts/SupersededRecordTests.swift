import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("findings L9: a sign-in that ends between two writes leaves one record, not two with one refresh token")
struct SupersededRecordTests {
  let folder = TemporaryFolder()

  private func accounts(over store: any CredentialStore) -> Accounts { Scene(credentials: store).accounts() }

  @Test("of two records with one refresh token the provisional one goes", arguments: StoreUnderTest.allCases)
  func sameToken(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let accounts = accounts(over: store)
    let provisional = Account(provider: "twitter", client: "reader", subject: "unidentified-abc")
    var named = try StoredCredential.sample(.alice)
    named.identity = Identity(issuer: "twitter", subject: "alice")
    try await store.replace(provisional, with: .sample(provisional), expecting: nil)
    // Alone it is the only record of the credential.
    #expect(try await accounts.all().map(\.account) == [provisional])
    try await store.replace(.alice, with: named, expecting: nil)
    for other in [
      Account(provider: "twitter", client: "other", subject: "unidentified-abc"),
      Account(provider: "other", client: "reader", subject: "unidentified-abc"),
    ] { try await store.replace(other, with: .sample(other), expecting: nil) }
    #expect(
      try await accounts.all().map(\.account.subject).sorted() == ["alice", "unidentified-abc", "unidentified-abc"])
    #expect(try await store.load(provisional) == nil)
    // The sign-in that removes it itself, a moment later, finds nothing wrong.
    #expect(try await store.replace(provisional, with: nil, expecting: RecordRevision("earlier")) == nil)
  }

  @Test("a provisional record with other tokens stays", arguments: StoreUnderTest.allCases)
  func otherToken(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let provisional = Account(provider: "twitter", client: "reader", subject: "unidentified-abc")
    var other = try StoredCredential.sample(provisional, token: "other")
    other.credential = .oauth2(.init(accessToken: Secret("other"), refreshToken: Secret("other")))
    try await store.replace(provisional, with: other, expecting: nil)
    try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(try await accounts(over: store).all().count == 2)
  }

  /// Leaves what a process leaves that ended before it removed the provisional record.
  private func cutOff(_ scene: Scene, _ store: UnremovingStore) async throws -> (named: Account, provisional: Account) {
    _ = await code {
      _ = try await scene.accounts(callbackSource: scene.allowing).signIn(to: Example.provider(), as: Example.client())
    }
    store.removes.withLock { $0 = true }
    let all = try await store.inner.all().map(\.account)
    let named = try #require(all.first { $0.subject == "7" })
    return (named, try #require(all.first { $0.subject.hasPrefix("unidentified-") }))
  }

  @Test("the provisional record goes also when the named one was refreshed first, and has other tokens now")
  func refreshedFirst() async throws {
    let store = UnremovingStore()
    let scene = Scene(credentials: store)
    let (named, provisional) = try await cutOff(scene, store)
    _ = try await scene.accounts().fresh(named, forcing: true)
    #expect(try await scene.accounts().all().map(\.account) == [named])
    #expect(try await store.load(provisional) == nil)
    #expect(
      StoredCredential(exposedJSON: try #require(await store.load(named)).stored.exposedJSON)?
        .provisionalSubject == provisional.subject)
  }

  @Test("a sign-out, and a new sign-in of the user, remove it too")
  func replaced() async throws {
    for signsOut in [true, false] {
      let store = UnremovingStore()
      let scene = Scene(credentials: store)
      let (named, _) = try await cutOff(scene, store)
      if signsOut {
        _ = try await scene.accounts().signOut(named)
        #expect(try await store.inner.all().isEmpty)
      } else {
        scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = ("canary-second", "canary-second-refresh") }
        _ = try await scene.accounts(callbackSource: scene.allowing).signIn(
          to: Example.provider(), as: Example.client())
        #expect(try await store.inner.all().map(\.token) == ["canary-second"])
      }
    }
  }
}

/// A store that removes nothing until it may.
private final class UnremovingStore: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let removes = Lock(false)
  var location: String { "a store that removes nothing" }

  struct Failure: Error {}

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    guard stored != nil || removes.withLock({ $0 }) else { throw Failure() }
    return try await inner.replace(account, with: stored, expecting: revision)
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async {}
}
