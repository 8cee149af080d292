import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("What a session has read of the store a moment ago")
struct RecentAuthorizationTests {
  @Test("many requests read the store once")
  func readOnce() async throws {
    let store = CountingStore()
    let scene = Scene(credentials: store)
    // The moment does not pass.
    let accounts = scene.accounts().refreshing(in: PassingTime(now: { [start = ContinuousClock.now] in start }))
    let session = accounts.session(for: try await scene.hold(expiresIn: 3600))
    for _ in 0..<50 { #expect(try await session.get("https://api.example/v1").status == 200) }
    #expect(store.loads.value == 1)
    #expect(scene.server.requests.count == 50)
  }

  @Test("a sign-out of this process is seen at once")
  func signedOut() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    let accounts = scene.accounts()
    let session = accounts.session(for: account)
    #expect(try await session.get("https://api.example/v1").status == 200)
    _ = try await accounts.signOut(account, revoking: false)
    #expect(await code { _ = try await session.get("https://api.example/v1") } == .unknownAccount)
    #expect(scene.server.requests.count == 1)
  }

  @Test("after a renewal the store is read again: what was removed meanwhile is not used")
  func renewed() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/v1",
        request.head.headerFields[.authorization] == "Bearer canary-access-0"
      else { return nil }
      return ResourceChallenge(.invalidToken).response()
    }
    let session = scene.accounts().session(for: account)
    #expect(try await session.get("https://api.example/v1").status == 200)
    let revision = try #require(try await scene.credentials.load(account)).revision
    try await scene.credentials.replace(account, with: nil, expecting: revision)
    #expect(await code { _ = try await session.get("https://api.example/v1") } == .unknownAccount)
  }

  @Test("a credential that is about to end is renewed, however recently it was read")
  func ending() async throws {
    let scene = Scene()
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 100))
    _ = try await session.get("https://api.example/v1")
    scene.wait(41)
    _ = try await session.get("https://api.example/v1")
    let sent = scene.server.requests.compactMap { $0.head.headerFields[.authorization] }.filter {
      $0.contains("Bearer")
    }
    #expect(sent == ["Bearer canary-access-0", "Bearer canary-access-1"])
  }

  @Test("after a second, or a change by this process, the store is read again")
  func forgotten() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    let authorization = accounts.held(try await accounts.fresh(try await scene.hold(expiresIn: 3600)))
    let recent = RecentAuthorization()
    recent.hold(authorization, after: 7)
    func found(after changes: Int = 7, in time: Duration = .zero, at now: Instant = Example.now) -> Bool {
      recent.authorization(at: now, after: changes, present: .now + time) === authorization
    }
    #expect(found())
    #expect(!found(after: 8))
    #expect(!found(in: .seconds(1)))
    #expect(found(at: Example.now + 3540) && !found(at: Example.now + 3541))
  }
}

/// A store in memory that counts how often it is read.
private final class CountingStore: CredentialStore {
  let loads = SharedCount()
  private let inner = CredentialRecords(in: MemoryVault())
  var location: String { inner.location }

  func load(_ account: Account) async throws -> HeldCredential? {
    loads.add()
    return try await inner.load(account)
  }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? { try await inner.replace(account, with: stored, expecting: revision) }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async throws { try await inner.probe() }
}
