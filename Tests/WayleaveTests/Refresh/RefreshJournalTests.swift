import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("161: the note of a refresh says why an account ended")
struct RefreshJournalTests {
  /// Leaves what a process leaves that ended after it sent a refresh token.
  private func interrupted(_ scene: Scene) async throws -> Account {
    let account = try await scene.hold()
    let held = try #require(try await scene.credentials.load(account))
    _ = try await scene.credentials.beginRefresh(of: held, at: Example.now + -30)
    return account
  }

  @Test("the note is on record when the request arrives, and gone when its answer is saved")
  func order() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let isNoted = Lock(false)
    scene.server.setFault { [scene] _ in
      let stored = try await scene.credentials.load(account)?.stored
      isNoted.withLock { $0 = stored?.pendingRefresh != nil }
      return nil
    }
    #expect(try await scene.accounts().fresh(account).refreshAttempt == nil)
    #expect(isNoted.withLock { $0 })
  }

  @Test("after an interrupted refresh, invalid_grant names it; without one, the provider's words stand alone")
  func reason() async throws {
    for isInterrupted in [true, false] {
      let scene = Scene()
      let account = isInterrupted ? try await interrupted(scene) : try await scene.hold()
      scene.server.state.withLock { $0.refreshToken = "canary-refresh-unseen" }
      #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
      let stored = try #require(try await scene.credentials.load(account)).stored
      #expect((stored.endedBecause == "spent") == !isInterrupted)
      #expect(stored.endedBecause?.contains((Example.now + -30).description) == isInterrupted)
      #expect(stored.refreshAttempt == nil)
    }
  }

  @Test("after an interrupted refresh that spent nothing, the next one works")
  func unspent() async throws {
    let scene = Scene()
    let account = try await interrupted(scene)
    let fresh = try await scene.accounts().fresh(account)
    #expect(fresh.token == "canary-access-1" && fresh.refreshAttempt == nil)
    #expect(scene.events.contains { $0.name == .tolerated && $0.detail.hasPrefix("attempt 2 with this token") })
  }

  @Test("a later attempt that is turned away leaves the note of the interrupted one")
  func turnedAway() async throws {
    let scene = Scene()
    let account = try await interrupted(scene)
    scene.server.answer("/token", with: ResponseMessage(HTTPResponse(status: .tooManyRequests)))
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .serverUnavailable)
    let note = try #require(try await scene.credentials.load(account)?.stored.pendingRefresh)
    #expect(note.beganAt == Example.now + -30 && note.number == 1)
    scene.server.setFault(nil)
    scene.server.state.withLock { $0.refreshToken = "canary-refresh-unseen" }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    #expect(
      try #require(try await scene.credentials.load(account)).stored.endedBecause?.contains("interrupted") == true)
  }

  @Test("where another program changes the record during the answer, the error says that the token may be spent")
  func changedMeanwhile() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { [scene] _ in
      var held = try #require(try await scene.credentials.load(account))
      held.stored.refreshAttempt = nil
      try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
      return nil
    }
    let error = await #expect(throws: OAuthError.self) { _ = try await scene.accounts().fresh(account) }
    #expect(error?.code == .storeConflict)
    guard case .advice(let words)? = error?.remedy else { return #expect(Bool(false)) }
    #expect(words.contains("may be spent"))
  }

  @Test("a refusal says that the sign-in has ended, also where the mark cannot be saved now")
  func unsavedMark() async throws {
    let store = StoreThatFailsLater()
    let scene = Scene(credentials: store)
    let account = try await scene.hold()
    scene.server.setFault { _ in
      store.fails.withLock { $0 = true }
      return TokenErrorResponse("invalid_grant", description: "spent").response()
    }
    // Each look at the clock takes a second.
    let time = Lock(ContinuousClock.now)
    let passing = PassingTime(
      now: {
        time.withLock {
          $0 += .seconds(1)
          return $0
        }
      }, sleep: { _ in })
    let accounts = scene.accounts().refreshing(in: passing)
    #expect(await code { _ = try await accounts.fresh(account) } == .signInNeeded)
    store.fails.withLock { $0 = false }
    #expect(try await scene.credentials.load(account)?.stored.endedBecause == nil)
  }

  @Test("M5: where there is no room for the answer nothing is sent, and no note stays")
  func room() async throws {
    let store = CrowdedStore()
    let scene = Scene(credentials: store)
    let account = try await scene.hold()
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .storeUnreadable)
    #expect(scene.server.requests.isEmpty)
    #expect(try #require(await store.load(account)).stored.refreshAttempt == nil)
    store.hasRoom.withLock { $0 = true }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
  }
}

/// A store that has no room for anything larger.
final class CrowdedStore: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let hasRoom = Lock(false)
  var location: String { "a store without room" }

  struct Failure: Error {}

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? { try await inner.replace(account, with: stored, expecting: revision) }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async {}

  func reserve(for account: Account, growingBy bytes: Int) async throws -> StoreReservation {
    guard hasRoom.withLock({ $0 }) else { throw Failure() }
    return StoreReservation()
  }
}

/// A store that neither reads nor writes from some moment on.
final class StoreThatFailsLater: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let fails = Lock(false)
  var location: String { "a store that fails later" }

  struct Failure: Error {}

  private func requireHealth() throws { if fails.withLock({ $0 }) { throw Failure() } }

  func load(_ account: Account) async throws -> HeldCredential? {
    try requireHealth()
    return try await inner.load(account)
  }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    try requireHealth()
    return try await inner.replace(account, with: stored, expecting: revision)
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async {}
}
