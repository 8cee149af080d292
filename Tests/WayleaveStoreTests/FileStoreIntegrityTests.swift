import Foundation
import Testing
import Wayleave
import WayleaveBackport
import WayleaveWire

@testable import WayleaveExamples

@Suite("File stores: what cannot be read is reported and never overwritten")
struct FileStoreIntegrityTests {
  let folder = TemporaryFolder()
  var store: CredentialRecords {
    CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
  }

  @Test func `175, 185: any byte changed is noticed, and the file is left as it is`() async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let file = try #require(folder.onlyFile(".credential"))
    let whole = folder.bytes(file)
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x01
      try folder.overwrite(file, with: changed)
      // The ninth byte is the version: a version 0 does not exist, so that its last bit makes it damaged too.
      #expect(await code { _ = try await store.load(.alice) } == .storeDamaged, "byte \(index)")
      #expect(
        await code { _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil) } == .storeDamaged)
      #expect(await code { _ = try await store.replace(.alice, with: nil, expecting: revision) } == .storeDamaged)
      #expect(folder.bytes(file) == changed)
    }
    try folder.overwrite(file, with: whole)
    #expect(try await store.load(.alice)?.revision == revision)
  }

  @Test func `175, 185: a file cut at any length is noticed`() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let file = try #require(folder.onlyFile(".credential"))
    let whole = folder.bytes(file)
    for length in 0..<whole.count {
      try folder.overwrite(file, with: Array(whole[..<length]))
      #expect(await code { _ = try await store.load(.alice) } == .storeDamaged, "\(length) bytes")
    }
    // The others are listed, and this one is reported.
    _ = try await store.replace(.bob, with: .sample(.bob), expecting: nil)
    let reported = Lock<[OAuthError.Code]>([])
    let telling = CredentialRecords(
      in: FileVault(directory: folder.path + "/store", key: .keyFile(folder.path + "/key")),
      damages: RecordDamages(isLeftOut: { error in reported.withLock { $0.append(error.code) } }))
    #expect(try await telling.all().map(\.account) == [.bob])
    #expect(reported.withLock { $0 } == [.storeDamaged])
  }

  @Test func `a file under the name of another account's is not taken for it`() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let alice = try #require(folder.onlyFile(".credential"))
    _ = try await store.replace(.bob, with: .sample(.bob), expecting: nil)
    let bob = try #require(folder.files().keys.first { $0.hasSuffix(".credential") && "store/\($0)" != alice })
    try folder.overwrite("store/\(bob)", with: folder.bytes(alice))
    #expect(await code { _ = try await store.load(.bob) } == .storeDamaged)
    #expect(try await store.load(.alice) != nil)
  }

  @Test(arguments: [".credential", "store"])
  func `176, 290: a file of a later version is refused and left as it is`(suffix: String) async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let file = suffix == "store" ? "store/store" : try #require(folder.onlyFile(suffix))
    var later = folder.bytes(file)
    later[8] = suffix == "store" ? 4 : 2
    try folder.overwrite(file, with: later)
    #expect(await code { _ = try await store.load(.alice) } == .storeTooNew)
    #expect(await code { _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil) } == .storeTooNew)
    #expect(folder.bytes(file) == later)
  }

  @Test func `185: every write has a nonce of its own`() async throws {
    var nonces: Set<[UInt8]> = []
    var revision: RecordRevision?
    for _ in 0..<50 {
      revision = try await store.replace(.alice, with: .sample(.alice), expecting: revision)
      nonces.insert(Array(folder.bytes(try #require(folder.onlyFile(".credential")))[10..<22]))
    }
    #expect(nonces.count == 50)
  }

  @Test func `271: what a crash left unfinished harms nothing and goes with the next write`() async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    folder.write("store/unfinished", [1, 2, 3])
    #expect(try await store.load(.alice)?.stored.token == "1")
    #expect(try await store.all().count == 1)
    _ = try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: revision)
    #expect(try await store.load(.alice)?.stored.token == "2")
    #expect(folder.files()["unfinished"] == nil)
  }

  @Test func `what a provider sent is read back, however deep it is`() async throws {
    var additional = JSON.Object()
    additional["deep"] = (1..<JSON.maximumDepth).reduce(JSON.null) { inner, _ in .array([inner]) }
    var stored = try StoredCredential.sample(.alice)
    stored.credential = .oauth2(.init(accessToken: Secret("t"), additional: additional))
    _ = try await store.replace(.alice, with: stored, expecting: nil)
    #expect(try await store.load(.alice)?.stored == stored)
  }

  @Test func `a credential beyond the bounds is not written, and the old one stays`() async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let large = try StoredCredential.sample(.alice, token: String(repeating: "x", count: 5 * 1024 * 1024))
    #expect(await code { _ = try await store.replace(.alice, with: large, expecting: revision) } == .storeUnwritable)
    #expect(try await store.load(.alice)?.stored.token == "1")
  }

  @Test func `two instances exclude each other and see each other's changes`() async throws {
    let (first, second) = (store, store)
    try await first.withLock(on: .alice, until: .now + .seconds(5)) {
      let busy = await code { try await second.withLock(on: .alice, until: .now + .milliseconds(60)) {} }
      #expect(busy == .storeBusy)
      _ = try await first.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    }
    #expect(try await second.load(.alice)?.stored.token == "1")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock")))
  func `162: a lock dies with the process that held it`() async throws {
    try await store.withLock(on: .alice, until: .now + .seconds(5)) {}
    let file = try #require(folder.onlyFile(".lock"))
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    holder.arguments = ["--no-fork", "\(folder.path)/\(file)", "sleep", "100"]
    try holder.run()
    defer { holder.terminate() }
    var refusal: OAuthError.Code?
    let end = ContinuousClock.now + .seconds(60)
    // Until the program has the lock.
    while refusal == nil, .now < end {
      refusal = await code { try await store.withLock(on: .alice, until: .now + .milliseconds(20)) {} }
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(refusal == .storeBusy)
    kill(holder.processIdentifier, SIGKILL)
    #expect(await code { try await store.withLock(on: .alice, until: .now + .seconds(10)) {} } == nil)
  }

  @Test(.enabled(if: TemporaryVolume.isPossible))
  func `173: a full or read-only disk is reported in the system's words, and the old credential stays`() async throws {
    let volume = try TemporaryVolume(kilobytes: 64)
    let store = CredentialRecords(in: FileVault(directory: "\(volume.path)/store", key: .keyFile("\(volume.path)/key")))
    let revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let large = try StoredCredential.sample(.alice, token: String(repeating: "x", count: 200_000))
    #expect(await code { _ = try await store.replace(.alice, with: large, expecting: revision) } == .storeUnwritable)
    #expect(try await store.load(.alice)?.stored.token == "1")
    // The failed attempt holds no space back.
    let next = try await store.replace(.alice, with: .sample(.alice, token: "2"), expecting: revision)
    try volume.remountReadOnly()
    let refused = await code { _ = try await store.replace(.alice, with: .sample(.alice, token: "3"), expecting: next) }
    #expect(refused == .storeUnwritable)
    #expect(await code { try await store.probe() } == .storeUnwritable)
    #expect(try await store.load(.alice)?.stored.token == "2")
  }

  @Test func `178: changing one of many accounts leaves the files of all others as they are`() async throws {
    for number in 0..<200 {
      let account = Account(provider: "p", client: "c", subject: "\(number)")
      _ = try await store.replace(account, with: .sample(account), expecting: nil)
    }
    let before = folder.files()
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let after = folder.files()
    #expect(after.count == before.count + 1)
    #expect(before.allSatisfy { after[$0.key] == $0.value })
    #expect(try await store.all().count == 201)
  }
}
