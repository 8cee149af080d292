import Testing
import WayleaveBackport
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

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
