import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveExamples

@Suite("CredentialStore: the contract, whatever the implementation")
struct CredentialStoreContractTests {
  let folder = TemporaryFolder()

  @Test(arguments: StoreUnderTest.allCases)
  func `a store that was never written holds nothing`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    #expect(try await store.load(.alice) == nil)
    #expect(try await store.all().isEmpty)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `what was put in place is loaded with its revision`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let revision = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let held = try await store.load(.alice)
    #expect(try held?.stored == .sample(.alice))
    #expect(held?.revision == revision && revision != nil)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a change from the present revision is made, and one from another is a conflict`(kind: StoreUnderTest)
    async throws
  {
    let store = kind.credentials(in: folder)
    let first = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let again = await code { try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: nil) }
    #expect(again == .storeConflict)
    let second = try await store.replace(.alice, with: .sample(.alice, token: "3"), expecting: first)
    let stale = await code { try await store.replace(.alice, with: .sample(.alice, token: "4"), expecting: first) }
    let staleRemoval = await code { try await store.replace(.alice, with: nil, expecting: first) }
    #expect(stale == .storeConflict && staleRemoval == .storeConflict)
    #expect(try await store.load(.alice)?.stored.token == "3")
    #expect(try await store.load(.alice)?.revision == second)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `the same credential written twice has two revisions`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let first = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let second = try await store.replace(.alice, with: .sample(.alice), expecting: first)
    #expect(first != second)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `164: a removed credential is gone, and a late refresh cannot bring it back`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let revision = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(try await store.replace(.alice, with: nil, expecting: revision) == nil)
    #expect(try await store.load(.alice) == nil)
    let late = await code { try await store.replace(.alice, with: .sample(.alice), expecting: revision) }
    #expect(late == .storeConflict)
    #expect(try await store.all().isEmpty)
  }

  // BD1
  @Test(arguments: StoreUnderTest.allCases)
  func `accounts whose names run together are kept apart`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let accounts = [
      Account(provider: "a", client: "bc", subject: "d"), Account(provider: "ab", client: "c", subject: "d"),
      Account(provider: "a", client: "b", subject: "cd"), Account(provider: "\u{E9}", client: "c", subject: "d"),
      Account(provider: "e\u{301}", client: "c", subject: "d"),
    ]
    for (number, account) in accounts.enumerated() {
      try await store.replace(account, with: .sample(account, token: "\(number)"), expecting: nil)
    }
    for (number, account) in accounts.enumerated() {
      #expect(try await store.load(account)?.stored.token == "\(number)")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `all credentials come in the order of their accounts' names`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    for name in ["zoe", "alice", "Bob", "mia"] {
      let account = Account(provider: "p", client: "c", subject: name)
      try await store.replace(account, with: .sample(account), expecting: nil)
    }
    #expect(try await store.all().map(\.account.subject) == ["Bob", "alice", "mia", "zoe"])
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a credential is not saved under the account of another user`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    let refusal = await code { try await store.replace(.alice, with: .sample(.bob), expecting: nil) }
    #expect(refusal == .invalidValue)
    #expect(try await store.all().isEmpty)
  }

  // attack 178
  @Test(arguments: StoreUnderTest.allCases)
  func `178: no update is lost when twenty tasks change one credential under its lock`(kind: StoreUnderTest)
    async throws
  {
    let store = kind.credentials(in: folder)
    try await store.replace(.alice, with: .sample(.alice, token: "0"), expecting: nil)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await store.withLock(on: .alice, until: .now + .seconds(30)) {
            let held = try #require(try await store.load(.alice))
            await Task.yield()
            let next = "\((held.stored.token.flatMap(Int.init) ?? 0) + 1)"
            try await store.replace(.alice, with: .sample(.alice, token: next), expecting: held.revision)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.load(.alice)?.stored.token == "20")
  }

  // attack 163
  @Test(arguments: StoreUnderTest.allCases)
  func `163: a lock that is held makes others busy, on this account only and no longer than it is held`(
    kind: StoreUnderTest
  ) async throws {
    let store = kind.credentials(in: folder)
    try await store.withLock(on: .alice, until: .now + .seconds(5)) {
      let second = await code { try await store.withLock(on: .alice, until: .now + .milliseconds(60)) {} }
      #expect(second == .storeBusy)
      try await store.withLock(on: .bob, until: .now + .seconds(5)) {}
    }
    try await store.withLock(on: .alice, until: .now + .seconds(5)) {}
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an error inside the lock comes out, and frees it`(kind: StoreUnderTest) async throws {
    struct Interruption: Error {}
    let store = kind.credentials(in: folder)
    await #expect(throws: Interruption.self) {
      try await store.withLock(on: .alice, until: .now + .seconds(5)) { throw Interruption() }
    }
    try await store.withLock(on: .alice, until: .now + .seconds(5)) {}
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `waiting for a lock ends with the task`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    try await store.withLock(on: .alice, until: .now + .seconds(5)) {
      let waiting = Task { await code { try await store.withLock(on: .alice, until: .now + .seconds(60)) {} } }
      try await Task.sleep(for: .milliseconds(50))
      let start = ContinuousClock.now
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
      #expect(ContinuousClock.now - start < .seconds(5))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a store that can be written says so, and holds nothing more afterwards`(kind: StoreUnderTest) async throws {
    let store = kind.credentials(in: folder)
    try await store.probe()
    #expect(try await store.all().isEmpty)
    #expect(folder.files()["probe"] == nil)
  }
}
