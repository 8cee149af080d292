import Testing
import WayleaveBackport
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("SignInStore: the contract, whatever the implementation")
struct SignInStoreContractTests {
  let folder = TemporaryFolder()
  let key = SignIn.Key(state: Secret("canary-state"))
  let other = SignIn.Key(temporaryToken: Secret("canary-state"))
  let now = Instant(secondsSinceEpoch: 1000)

  // BD9
  @Test(arguments: StoreUnderTest.allCases)
  func `a sign-in is handed over once, as it was put`(kind: StoreUnderTest) async throws {
    let store = kind.signIns(in: folder)
    try await store.put(.sample(named: "home"), under: key, until: now + 600)
    #expect(try await store.take(other, at: now) == nil)
    let taken = try await store.take(key, at: now)
    #expect(try taken?.exposedJSON == SignIn.sample(named: "home").exposedJSON)
    #expect(try await store.take(key, at: now) == nil)
  }

  @Test func `what a waiting sign-in trusts is known before it is taken, and it waits on`() async throws {
    let records = SignInRecords(in: MemoryVault(), now: { [now] in now })
    var signIn = try SignIn.sample(named: "home")
    #expect(await records.trustRoots(of: key) == nil)
    signIn.trustRoots = "/ca.pem"
    try await records.put(signIn, under: key, until: now + 600)
    #expect(await records.trustRoots(of: key) == "/ca.pem")
    #expect(await records.trustRoots(of: other) == nil)
    #expect(try await records.take(key, at: now)?.trustRoots == "/ca.pem")
    #expect(await records.trustRoots(of: key) == nil)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `of fifty that ask at once, one gets it`(kind: StoreUnderTest) async throws {
    let store = kind.signIns(in: folder)
    // A second instance stands for another process: it shares the files and nothing else.
    let second = kind == .file ? kind.signIns(in: folder) : store
    try await store.put(.sample(named: "home"), under: key, until: now + 600)
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { try await (number.isMultiple(of: 2) ? store : second).take(key, at: now) != nil }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 1)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a sign-in is there until its end, and not from then on`(kind: StoreUnderTest) async throws {
    let store = kind.signIns(in: folder)
    try await store.put(.sample(named: "home"), under: key, until: now + 600)
    try await store.put(.sample(named: "work"), under: other, until: now + 600)
    #expect(try await store.take(key, at: now + 599) != nil)
    #expect(try await store.take(other, at: now + 600) == nil)
    #expect(try await store.take(other, at: now) == nil)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a removed sign-in is gone, and removing it again is no error`(kind: StoreUnderTest) async throws {
    let store = kind.signIns(in: folder)
    try await store.remove(key)
    try await store.put(.sample(named: "home"), under: key, until: now + 600)
    try await store.remove(key)
    try await store.remove(key)
    #expect(try await store.take(key, at: now) == nil)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `what another process made of a sign-in is handed over once, and is no sign-in`(kind: StoreUnderTest)
    async throws
  {
    let store = kind.signIns(in: folder)
    let whole = SignInOutcome.Completion(
      .alice, unidentifiedBecause: "No answer.", replaced: ReplacedSignIn(name: "work", since: now, scopes: ["read"]),
      refusedName: "home")
    let outcomes: [SignInOutcome] = [
      .completed(.init(.alice)), .completed(whole), .failed(.denied, message: "No."),
    ]
    for outcome in outcomes {
      #expect(try await store.takeOutcome(of: key) == nil)
      try await store.leave(outcome, of: key, until: now + 60)
      #expect(try await store.take(key, at: now) == nil)
      #expect(try await store.takeOutcome(of: other) == nil)
      #expect(try await store.takeOutcome(of: key) == outcome)
      #expect(try await store.takeOutcome(of: key) == nil)
    }
    if let records = store as? SignInRecords {
      try await records.leave(.completed(.init(.alice)), of: key, until: now + 60)
      #expect(try await !records.isWaiting(at: now))
      try await records.put(.sample(named: "home"), under: key, until: now + 600)
      #expect(try await records.isWaiting(at: now))
    }
  }

  @Test func `ended sign-ins are cleared away, and waiting ones stay`() async throws {
    let settable = Clock()
    let store = StoreUnderTest.file.signIns(in: folder, now: { settable.now })
    try await store.put(.sample(named: "a"), under: .init(state: Secret("a")), until: now + 10)
    try await store.put(.sample(named: "b"), under: .init(state: Secret("b")), until: now + 600)
    #expect(folder.files().keys.filter { $0.hasSuffix(".sign-in") }.count == 2)
    settable.advance(by: 300)
    try await store.put(.sample(named: "c"), under: .init(state: Secret("c")), until: now + 900)
    #expect(folder.files().keys.filter { $0.hasSuffix(".sign-in") }.count == 2)
    #expect(try await store.take(.init(state: Secret("b")), at: now) != nil)
  }

  @Test func `a new sign-in reads eight others at most, however many wait, and in the end all ended ones are gone`()
    async throws
  {
    let vault = CountingVault()
    let settable = Clock()
    let store = SignInRecords(in: vault, now: { settable.now })
    for number in 0..<100 {
      try await store.put(.sample(named: "a"), under: .init(state: Secret("\(number)")), until: now + 60)
    }
    settable.advance(by: 120)
    for number in 100..<120 {
      let before = vault.reads
      try await store.put(.sample(named: "b"), under: .init(state: Secret("\(number)")), until: now + 600)
      #expect(vault.reads - before <= 8)
    }
    #expect(try await vault.ids(of: .signIn).count == 20)
  }

  @Test func `a waiting sign-in that cannot be read keeps no one from signing in`() async throws {
    let vault = MemoryVault()
    _ = try await vault.replace(RecordName(.signIn, [[1]]), with: Secret("rubbish"), expecting: .nothing)
    let store = SignInRecords(in: vault, now: { now })
    try await store.put(.sample(named: "home"), under: key, until: now + 600)
    #expect(try await store.take(key, at: now) != nil)
    #expect(await vault.ids(of: .signIn).count == 1)
  }

  @Test func `the files of a sign-in say nothing of it`() async throws {
    let store = StoreUnderTest.file.signIns(in: folder)
    try await store.put(.sample(named: "canary-name"), under: key, until: now + 600)
    for (name, bytes) in folder.files() {
      #expect(!(name + String(decoding: bytes, as: UTF8.self)).contains("canary"))
    }
  }

  /// A vault that counts how many records are read.
  private final class CountingVault: Vault {
    private let inner = MemoryVault()
    private let count = Lock(0)
    var location: String { inner.location }
    var reads: Int { count.withLock { $0 } }

    func record(named name: RecordName) async -> VaultRecord? {
      count.withLock { $0 += 1 }
      return await inner.record(named: name)
    }

    func record(id: String, of kind: RecordKind) async -> VaultRecord? {
      count.withLock { $0 += 1 }
      return await inner.record(id: id, of: kind)
    }

    func records(of kind: RecordKind) async -> [Swift.Result<VaultRecord, OAuthError>] {
      let records = await inner.records(of: kind)
      count.withLock { $0 += records.count }
      return records
    }

    func replace(
      _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
    ) async throws -> RecordRevision? { try await inner.replace(name, with: contents, expecting: expected) }

    func ids(of kind: RecordKind) async -> [String] { await inner.ids(of: kind) }
    func remove(id: String, in state: RecordRevision?) async { await inner.remove(id: id, in: state) }
    func probe() {}
  }

  /// A clock that a test moves.
  private final class Clock: Sendable {
    private let time = Lock(Instant(secondsSinceEpoch: 1000))
    var now: Instant { time.withLock { $0 } }
    func advance(by seconds: Int64) { time.withLock { $0 = $0 + seconds } }
  }
}
