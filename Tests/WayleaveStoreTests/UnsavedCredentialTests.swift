import Testing
import WayleaveBackport
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A credential that the store does not take")
struct UnsavedCredentialTests {
  @Test(arguments: [OAuthError.Code.storeUnwritable, .storeLocked])
  func `173: the store is asked what to do, and what it returns for is tried again`(code: OAuthError.Code) async throws
  {
    let store = FailingStore(code: code, isCorrectedBy: 2)
    try await store.save(.sample(.alice), by: .signIn(over: nil), expecting: nil, tryingFor: .milliseconds(20))
    #expect(try await store.load(.alice)?.stored.token == "canary-token")
    #expect(store.asked.withLock { $0 } == ["alice", "alice"])
  }

  @Test func `173: what the store throws then is the failure, and nothing is saved`() async throws {
    let store = FailingStore(code: .storeUnwritable, isCorrectedBy: nil)
    let code = await code {
      try await store.save(.sample(.alice), by: .signIn(over: nil), expecting: nil, tryingFor: .milliseconds(20))
    }
    #expect(code == .storeUnwritable)
    #expect(store.asked.withLock { $0 } == ["alice"])
  }

  @Test func `173: the records of a vault do what the app says, or throw the failure`() async throws {
    let asked = Lock<[String]>([])
    let records = CredentialRecords(in: MemoryVault()) { stored, failure in
      asked.withLock { $0.append(stored.account.subject) }
      guard failure.code == .storeBusy else { throw failure }
    }
    try await records.retry(
      saving: UnsavedRecord(.sample(.alice), by: .signIn(over: nil)), after: .storeBusy("a store"))
    #expect(
      await code {
        try await records.retry(saving: UnsavedRecord(.sample(.alice), by: .signIn(over: nil)), after: .storeConflict())
      } == .storeConflict)
    #expect(asked.withLock { $0 } == ["alice", "alice"])

    let silent = CredentialRecords(in: MemoryVault())
    #expect(
      await code {
        try await silent.retry(
          saving: UnsavedRecord(.sample(.alice), by: .signIn(over: nil)), after: .storeBusy("a store"))
      } == .storeBusy)
  }

  // Issue 34: a device that locks in the middle.
  @Test(arguments: [(3, true), (nil, true), (3, false)] as [(Int?, Bool)])
  func `a device that locks before a first sign-in is saved is waited for, for a minute and no longer`(
    unlockedAfter tries: Int?, unlocksByItself: Bool
  ) async throws {
    let store = LockedDevice(unlockedAfter: tries, unlocksByItself: unlocksByItself)
    let passed = Lock(Duration.zero)
    let begin = ContinuousClock.now
    let time = PassingTime {
      begin + passed.withLock(\.self)
    } sleep: { end in
      passed.withLock { $0 = max($0, end - begin) }
    }
    let stored = try StoredCredential.sample(.alice)
    var thrown: OAuthError?
    do throws(OAuthError) {
      try await store.save(stored, by: .signIn(over: nil), expecting: nil, in: time)
    } catch { thrown = error }
    let isSaved = tries != nil && unlocksByItself
    #expect(try await store.load(.alice)?.stored.token == (isSaved ? "canary-token" : nil))
    #expect(thrown?.code == (isSaved ? nil : .storeLocked))
    #expect(store.asked.withLock(\.self) == (isSaved ? 0 : 1))
    guard !isSaved else { return }
    #expect(passed.withLock(\.self) == (unlocksByItself ? .seconds(60) : .zero))
    #expect(thrown?.message.contains("within 60 seconds") == unlocksByItself)
  }

  @Test func `a refresh does not wait for a locked device: what it brought is held for the next one`() async throws {
    let store = LockedDevice(unlockedAfter: 3, unlocksByItself: true)
    let credential = try StoredCredential.sample(.alice).credential
    let time = PassingTime(sleep: { _ in Issue.record("It waited.") })
    #expect(
      await code {
        try await store.save(.sample(.alice), by: .renewal(of: credential), expecting: nil, in: time)
      } == .storeLocked)
    #expect(store.tries.withLock(\.self) == 1)
  }

  @Test func `a store that another program changed is no reason to ask`() async throws {
    let store = FailingStore(code: .storeConflict, isCorrectedBy: 1)
    #expect(
      await code { try await store.save(.sample(.alice), by: .signIn(over: nil), expecting: nil) } == .storeConflict)
    #expect(store.asked.withLock { $0 } == [])
  }
}

/// A store that fails until it was asked so many times what to do.
private final class FailingStore: CredentialStore {
  let code: OAuthError.Code
  let isCorrectedBy: Int?
  let asked = Lock<[String]>([])
  private let inner = CredentialRecords(in: MemoryVault())

  init(code: OAuthError.Code, isCorrectedBy: Int?) { (self.code, self.isCorrectedBy) = (code, isCorrectedBy) }

  var location: String { inner.location }

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    guard let isCorrectedBy, asked.withLock({ $0.count }) >= isCorrectedBy else { throw failure }
    return try await inner.replace(account, with: stored, expecting: revision)
  }

  func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws {
    asked.withLock { $0.append(unsaved.stored.account.subject) }
    if isCorrectedBy == nil { throw failure }
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async throws {}

  private var failure: OAuthError {
    OAuthError(
      code, message: "It fails.", rule: .wayleave("a test"), expected: "a store", received: .nothing, remedy: "None.")
  }
}

/// A store on a device that is locked, and unlocked after so many tries; nil for never.
private final class LockedDevice: CredentialStore {
  let unlocksByItself: Bool
  let tries = Lock(0)
  let asked = Lock(0)
  private let unlockedAfter: Int?
  private let inner = CredentialRecords(in: MemoryVault())

  init(unlockedAfter: Int?, unlocksByItself: Bool) {
    (self.unlockedAfter, self.unlocksByItself) = (unlockedAfter, unlocksByItself)
  }

  var location: String { inner.location }

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    let count = tries.withLock { tries in
      tries += 1
      return tries
    }
    guard let unlockedAfter, count > unlockedAfter else {
      throw OAuthError(
        .storeLocked, message: "It is locked.", rule: .wayleave("a test"), expected: "an unlocked device",
        received: .nothing, remedy: "None.")
    }
    return try await inner.replace(account, with: stored, expecting: revision)
  }

  func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws {
    asked.withLock { $0 += 1 }
    throw failure
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async throws {}
}
