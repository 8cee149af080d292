import Foundation
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveExamples

@Suite("File stores: the key, by file or by passphrase")
struct FileStoreKeyTests {
  let folder = TemporaryFolder()
  // The least that is allowed: these tests ask many times.
  let cost = PassphraseCost(logarithm: 14) ?? .standard

  func store(_ key: FileStoreKey) -> CredentialRecords {
    CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: key))
  }
  func store(passphrase: String) -> CredentialRecords { store(.passphrase(Secret(passphrase), cost: cost)) }
  var keyed: CredentialRecords { store(.keyFile("\(folder.path)/key")) }

  @Test func `the key is made with the store, of 32 bytes, and reading makes none`() async throws {
    #expect(try await keyed.load(.alice) == nil)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key"))
    _ = try await keyed.replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(folder.bytes("key").count == 32)
  }

  @Test func `many that begin at once make one key, and none loses what it wrote`() async throws {
    let accounts = (0..<20).map { Account(provider: "p", client: "c", subject: "\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for account in accounts {
        group.addTask { _ = try await keyed.replace(account, with: .sample(account), expecting: nil) }
      }
      try await group.waitForAll()
    }
    #expect(try await keyed.all().count == accounts.count)
  }

  @Test func `a key that is lost is not replaced by a new one over old data`() async throws {
    _ = try await keyed.replace(.alice, with: .sample(.alice), expecting: nil)
    let key = folder.bytes("key")
    try FileManager.default.removeItem(atPath: "\(folder.path)/key")
    #expect(await code { _ = try await keyed.load(.alice) } == .storeDamaged)
    #expect(await code { try await keyed.probe() } == .storeDamaged)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key"))
    folder.write("key", key)
    #expect(try await keyed.load(.alice) != nil)
  }

  @Test(arguments: [[UInt8](repeating: 7, count: 32), [UInt8](repeating: 7, count: 31), []])
  func `185: another key, or half of one, is noticed`(key: [UInt8]) async throws {
    _ = try await keyed.replace(.alice, with: .sample(.alice), expecting: nil)
    let files = folder.files()
    try folder.overwrite("key", with: key)
    #expect(await code { _ = try await keyed.load(.alice) } == .storeDamaged)
    #expect(await code { _ = try await keyed.replace(.alice, with: .sample(.alice), expecting: nil) } == .storeDamaged)
    #expect(folder.files() == files)
  }

  @Test func `records without the file that says how to read them are not given a new one`() async throws {
    _ = try await keyed.replace(.alice, with: .sample(.alice), expecting: nil)
    for name in ["store", "store.copy"] { try FileManager.default.removeItem(atPath: "\(folder.path)/store/\(name)") }
    #expect(await code { _ = try await keyed.load(.alice) } == .storeDamaged)
    #expect(await code { _ = try await keyed.replace(.bob, with: .sample(.bob), expecting: nil) } == .storeDamaged)
    #expect(folder.files()["store"] == nil)
  }

  @Test func `185: the right passphrase opens the store and a wrong one does not`() async throws {
    _ = try await store(passphrase: "correct horse").replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(try await store(passphrase: "correct horse").load(.alice)?.stored == .sample(.alice))
    let wrong = store(passphrase: "correct horsf")
    #expect(await code { _ = try await wrong.load(.alice) } == .storeDamaged)
    #expect(await code { _ = try await wrong.replace(.bob, with: .sample(.bob), expecting: nil) } == .storeDamaged)
  }

  @Test func `an empty passphrase makes no store`() async {
    #expect(await code { try await store(passphrase: "").probe() } == .invalidValue)
  }

  @Test func `a store opened the other way is refused`() async throws {
    try await keyed.probe()
    #expect(await code { _ = try await store(passphrase: "p").load(.alice) } == .storeDamaged)
    let other = CredentialRecords(
      in: FileVault(
        directory: "\(folder.path)/other", key: .passphrase(Secret("p"), cost: cost)))
    try await other.probe()
    let byKey = CredentialRecords(in: FileVault(directory: "\(folder.path)/other", key: .keyFile("\(folder.path)/key")))
    #expect(await code { _ = try await byKey.load(.alice) } == .storeLocked)
  }

  @Test(arguments: [0, 13, 21, 63, 255] as [UInt8])
  func `185: a header that asks for too little or too much work is refused before any is done`(logarithm: UInt8)
    async throws
  {
    try await store(passphrase: "p").probe()
    var header = folder.bytes("store/store")
    #expect(header[11] == 14)
    header[11] = logarithm
    for name in ["store/store", "store/store.copy"] { try folder.overwrite(name, with: header) }
    #expect(await code { _ = try await store(passphrase: "p").load(.alice) } == .storeDamaged)
    // Only what is a cost is ever spent.
    #expect(PassphraseCost(logarithm: logarithm) == nil)
  }

  @Test func `185: a header with another salt or any other byte changed is noticed`() async throws {
    try await store(passphrase: "p").probe()
    let header = folder.bytes("store/store")
    for index in [0, 9, 10, 12, 27, 28, header.count - 1] {
      var changed = header
      changed[index] ^= 0x80
      for name in ["store/store", "store/store.copy"] { try folder.overwrite(name, with: changed) }
      #expect(await code { _ = try await store(passphrase: "p").load(.alice) } == .storeDamaged, "byte \(index)")
    }
  }

  @Test func `credentials and sign-ins share a folder and a key`() async throws {
    let signIns = SignInRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
    let key = SignIn.Key(state: Secret("s"))
    try await signIns.put(.sample(named: "home"), under: key, until: Instant(secondsSinceEpoch: .max))
    _ = try await keyed.replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(try await keyed.all().count == 1)
    #expect(try await signIns.take(key, at: Instant(secondsSinceEpoch: 0)) != nil)
  }

  @Test func `the key may stand in the folder of its store`() async throws {
    let store = store(.keyFile("\(folder.path)/store/key"))
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(try await store.load(.alice) != nil)
  }
}
