import Foundation
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("File stores: room for an answer is taken before the refresh token is spent")
struct StoreReservationTests {
  let folder = TemporaryFolder()
  var store: CredentialRecords {
    CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
  }
  /// The cap of a token answer.
  let growth = 256 * 1024

  private func large(_ account: Account, token: Character) throws -> StoredCredential {
    try .sample(account, token: String(repeating: token, count: 200_000))
  }

  // The rest is looked at by RequiredProgramTests.
  @Test(
    "with WAYLEAVE_REQUIRE_TOOLS no test is left out for want of a volume",
    .enabled(if: ProcessInfo.processInfo.environment["WAYLEAVE_REQUIRE_TOOLS"] == "1"))
  func volume() { #expect(TemporaryVolume.isPossible) }

  @Test(
    "173, findings M5: on a nearly full disk the room is refused before anything is sent, and what fits the room is written",
    .enabled(if: TemporaryVolume.isPossible))
  func nearlyFull() async throws {
    let volume = try TemporaryVolume(kilobytes: 1024)
    let store = CredentialRecords(in: FileVault(directory: "\(volume.path)/store", key: .keyFile("\(volume.path)/key")))
    let first = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    try fill(volume, leaving: 64)
    // A small file fits, and the answer would not: the old way to find out whether the store can be written.
    try await store.probe()
    #expect(await code { _ = try await store.reserve(for: .alice, growingBy: growth) } == .storeUnwritable)
    #expect(try await store.load(.alice)?.stored.token == "1")
    // The refused room holds no space back.
    let second = try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: first)

    try FileManager.default.removeItem(atPath: "\(volume.path)/filler")
    let room = try await store.reserve(for: .alice, growingBy: growth)
    try fill(volume, leaving: 0)
    let answer = try large(.alice, token: "x")
    let third = try await store.replace(.alice, with: answer, expecting: second)
    room.release()
    #expect(try await store.load(.alice)?.stored == answer)

    // Without room the same write fails, and the old credential stays.
    let next = try large(.alice, token: "y")
    try fill(volume, leaving: 0)
    #expect(await code { _ = try await store.replace(.alice, with: next, expecting: third) } == .storeUnwritable)
    #expect(try await store.load(.alice)?.stored == answer)
  }

  #if DEBUG
    @Test("S6: after the room is taken, the next write opens nothing: neither a descriptor nor a path is needed")
    func openBefore() async throws {
      let store = store
      let revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
      let room = try await store.reserve(for: .alice, growingBy: growth)
      try await SystemCalls.$watcher.withValue({ ["open", "openat", "mkdir"].contains($0) ? EMFILE : nil }) {
        _ = try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: revision)
      }
      room.release()
      #expect(try await store.load(.alice)?.stored.token == "2")
      // Without the room the same write fails.
      let next = try await store.load(.alice)?.revision
      let refusal = await code {
        try await SystemCalls.$watcher.withValue({ ["open", "openat"].contains($0) ? EMFILE : nil }) {
          _ = try await store.replace(.alice, with: .sample(.alice, token: "3"), expecting: next)
        }
      }
      #expect([.storeUnreadable, .storeUnwritable].contains(refusal))
    }
  #endif

  @Test("S6: what another program changed after the room was taken is seen, and is not written over")
  func changedMeanwhile() async throws {
    let (ours, theirs) = (store, store)
    let first = try await ours.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let room = try await ours.reserve(for: .alice, growingBy: growth)
    let second = try await theirs.replace(.alice, with: .sample(.alice, token: "2"), expecting: first)
    let refusal = await code { _ = try await ours.replace(.alice, with: .sample(.alice, token: "3"), expecting: first) }
    #expect(refusal == .storeConflict)
    _ = try await ours.replace(.alice, with: .sample(.alice, token: "4"), expecting: second)
    room.release()
    #expect(try await theirs.load(.alice)?.stored.token == "4")
    // A change of the key, too.
    let again = try await ours.reserve(for: .alice, growingBy: growth)
    let key = FileStoreKey.keyFile("\(folder.path)/key")
    let vault = FileVault(directory: "\(folder.path)/store", key: key)
    #expect(try await FileVault.changeKey(of: [vault], from: key, to: key) == 1)
    let held = try await ours.load(.alice)
    _ = try await ours.replace(.alice, with: .sample(.alice, token: "5"), expecting: held?.revision)
    again.release()
    #expect(try await theirs.load(.alice)?.stored.token == "5")
    #expect(!folder.files().keys.contains { $0.hasSuffix(".room") })
  }

  @Test("a room is given back by release, with the last reference, and with a removal")
  func release() async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let before = folder.files().keys.sorted()
    let room = try await store.reserve(for: .alice, growingBy: growth)
    #expect(folder.files().count == before.count + 1)
    room.release()
    room.release()
    #expect(folder.files().keys.sorted() == before)
    _ = try await store.reserve(for: .alice, growingBy: growth)
    #expect(folder.files().keys.sorted() == before)
    let last = try await store.reserve(for: .alice, growingBy: growth)
    _ = try await store.replace(.alice, with: nil, expecting: revision)
    #expect(!folder.files().keys.contains { $0.hasSuffix(".room") })
    last.release()
  }

  @Test("a write into the room is as long as the record, and is listed once")
  func length() async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let plain = folder.bytes(try #require(folder.onlyFile(".credential"))).count
    // What a crash left is used by the next write.
    let room = try await store.reserve(for: .alice, growingBy: growth)
    #expect(try await store.all().count == 1)
    _ = try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: revision)
    #expect(folder.bytes(try #require(folder.onlyFile(".credential"))).count == plain)
    #expect(!folder.files().keys.contains { $0.hasSuffix(".room") })
    #expect(try folder.mode(of: try #require(folder.onlyFile(".credential"))) == 0o600)
    room.release()
    #expect(try await store.load(.alice)?.stored.token == "2")
  }

  @Test("the room is for the record that is there and what may be added to it")
  func size() async throws {
    _ = try await store.replace(.alice, with: large(.alice, token: "x"), expecting: nil)
    let present = folder.bytes(try #require(folder.onlyFile(".credential"))).count
    let room = try await store.reserve(for: .alice, growingBy: growth)
    let taken = folder.bytes(try #require(folder.onlyFile(".room"))).count
    #expect(present > 200_000 && taken >= present + growth)
    room.release()
  }

  @Test("182: what another program put in the place of the room is not written to")
  func planted() async throws {
    var revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    folder.write("victim", Array("untouched".utf8))
    let name = try #require(folder.onlyFile(".credential")) + ".room"
    for (round, plant) in [
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: $1) },
      { try FileManager.default.linkItem(atPath: $1, toPath: $0) },
    ].enumerated() as EnumeratedSequence<[(String, String) throws -> Void]> {
      try plant("\(folder.path)/\(name)", "\(folder.path)/victim")
      revision = try await store.replace(.alice, with: .sample(.alice, token: "\(round)"), expecting: revision)
      #expect(folder.bytes("victim") == Array("untouched".utf8))
      #expect(try await store.load(.alice)?.stored.token == "\(round)")
      _ = try await store.reserve(for: .alice, growingBy: growth)
      #expect(folder.bytes("victim") == Array("untouched".utf8))
    }
  }

  @Test("a store that cannot take room says whether it can be written")
  func other() async throws {
    _ = try await CredentialRecords(in: MemoryVault()).reserve(for: .alice, growingBy: growth)
    await #expect(throws: ReadOnlyStore.Failure.self) {
      _ = try await ReadOnlyStore().reserve(for: .alice, growingBy: growth)
    }
  }

  @Test(
    "173, findings M5: a write that fails is tried again until there is room", .enabled(if: TemporaryVolume.isPossible))
  func tried() async throws {
    let volume = try TemporaryVolume(kilobytes: 1024)
    let store = CredentialRecords(in: FileVault(directory: "\(volume.path)/store", key: .keyFile("\(volume.path)/key")))
    let first = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let answer = try large(.alice, token: "x")
    try fill(volume, leaving: 32)
    let refusal = await code {
      try await store.save(answer, by: .signIn(over: nil), expecting: first, tryingFor: .milliseconds(60))
    }
    #expect(refusal == .storeUnwritable)
    #expect(try await store.load(.alice)?.stored.token == "1")
    async let saving = store.save(answer, by: .signIn(over: nil), expecting: first, tryingFor: .seconds(20))
    try await Task.sleep(for: .milliseconds(100))
    try FileManager.default.removeItem(atPath: "\(volume.path)/filler")
    let revision = try await saving
    let held = try await store.load(.alice)
    #expect(held?.stored == answer && held?.revision == revision)
  }

  @Test("a conflict is no reason to try again")
  func conflict() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let start = ContinuousClock.now
    let answer = try StoredCredential.sample(.alice, token: "2")
    #expect(
      await code { try await store.save(answer, by: .signIn(over: nil), expecting: nil, tryingFor: .seconds(30)) }
        == .storeConflict)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("findings M5: what a failed write left is our own, also when it could not be read at once")
  func ownConflict() async throws {
    let store = StoreWithLateError()
    let first = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    store.failures.withLock { $0 = 2 }
    let answer = try StoredCredential.sample(.alice, token: "2")
    let revision = try await store.save(answer, by: .signIn(over: nil), expecting: first)
    let held = try await store.load(.alice)
    #expect(held?.stored == answer && held?.revision == revision)
  }

  private func fill(_ volume: TemporaryVolume, leaving kilobytes: Int) throws {
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: volume.path)
    let free = (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0
    let path = "\(volume.path)/filler"
    if !FileManager.default.fileExists(atPath: path) { FileManager.default.createFile(atPath: path, contents: nil) }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 1, count: max(0, free - kilobytes * 1024)))
    try handle.close()
  }
}

/// A store whose next operations fail; a write that fails is there all the same.
private final class StoreWithLateError: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let failures = Lock(0)
  var location: String { "a store with late errors" }

  struct Failure: Error {}

  private func fail() throws {
    let fails = failures.withLock { failures in
      defer { failures = max(0, failures - 1) }
      return failures > 0
    }
    if fails { throw Failure() }
  }

  func load(_ account: Account) async throws -> HeldCredential? {
    try fail()
    return try await inner.load(account)
  }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    let revision = try await inner.replace(account, with: stored, expecting: revision)
    try fail()
    return revision
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async {}
}
