import Testing
import WayleaveBackport
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A listing of all accounts")
struct ListingTests {
  private let folder = TemporaryFolder()
  private var vault: FileVault { FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")) }

  /// More than one thread takes at a time.
  private static let many = 2 * Processors.portion + 7

  private static func account(_ number: Int) -> Account {
    Account(provider: number % 3 == 0 ? "twitter" : "shop", client: "reader", subject: "\(number)")
  }

  /// Fills the store, without waiting for the disk.
  private func write(_ count: Int) async throws {
    _ = try await CredentialRecords(in: vault).replace(Self.account(0), with: .sample(Self.account(0)), expecting: nil)
    try await vault.folder.changing { records throws(OAuthError) in
      for number in 1..<count {
        let account = Self.account(number)
        let file = records.fileName(of: RecordName(.credential, account.nameParts))
        let text = try? StoredCredential.sample(account, token: "t\(number)").exposedJSON.encoded()
        let sealed = SealedRecord(sealing: text ?? [], kind: .credential, name: file, key: records.keys.records)
        _ = records.folder.replaceCache(file, with: sealed?.bytes ?? [])
      }
    }
  }

  /// Both ways to list: where one can wait, and on the thread of the caller.
  private func listings(_ damages: RecordDamages = RecordDamages()) async throws -> [[StoredCredential]] {
    [
      try await CredentialRecords(in: vault, damages: damages).all(),
      try CredentialRecords.all(in: vault, damages: damages),
    ]
  }

  @Test func `many accounts are all there, each with its own credential, by provider and user`() async throws {
    try await write(Self.many)
    let expected = (0..<Self.many).map(Self.account).sorted { $0.isListed(before: $1) }
    for listed in try await listings() {
      #expect(listed.map(\.account) == expected)
      #expect(listed.dropFirst().allSatisfy { $0.account.subject == "0" || $0.token == "t\($0.account.subject)" })
    }
  }

  enum Damage: CaseIterable {
    case changedByte, garbage, laterVersion, laterEntry, exposed
  }

  @Test(arguments: Damage.allCases)
  func `what cannot be read is reported once, and hides no other`(damage: Damage) async throws {
    try await write(Self.many)
    let other = Self.account(5)
    try await vault.folder.changing { records throws(OAuthError) in
      let file = records.fileName(of: RecordName(.credential, other.nameParts))
      var bytes = try records.folder.read(file) ?? []
      func sealed(_ change: (inout JSON.Object) -> Void) throws(OAuthError) -> [UInt8] {
        var json = try records.read(file, .credential)?.json().object ?? JSON.Object()
        change(&json)
        let text = JSON.object(json).encoded()
        return SealedRecord(sealing: text, kind: .credential, name: file, key: records.keys.records)?.bytes ?? []
      }
      switch damage {
      case .changedByte: bytes[bytes.count - 20] ^= 1
      case .garbage: bytes = [1, 2, 3]
      case .laterVersion: bytes = try sealed { $0["version"] = 2 }
      case .laterEntry:
        bytes = try sealed { json in
          var entry = json["provider_entry"]?.object ?? JSON.Object()
          entry["protocol"] = "oauth3"
          json["provider_entry"] = .object(entry)
        }
      case .exposed: break
      }
      _ = records.folder.replaceCache(file, with: bytes)
      if damage == .exposed { try? FileDescriptor(reading: records.folder.path(of: file)).setMode(0o644) }
    }
    let reported = Lock<[OAuthError.Code]>([])
    let note: @Sendable (OAuthError) -> Void = { error in reported.withLock { $0.append(error.code) } }
    for listed in try await listings(RecordDamages(isLeftOut: note)) {
      #expect(listed.count == Self.many - 1 && !listed.contains { $0.account == other })
    }
    let code: OAuthError.Code =
      switch damage {
      case .changedByte, .garbage: .storeDamaged
      case .laterVersion, .laterEntry: .storeTooNew
      case .exposed: .storeExposed
      }
    #expect(reported.withLock { $0 } == [code, code])
  }

  @Test(
    "175: a file that the system does not read is left out alone; where the process lacks something, no list is right",
    arguments: [(5, true), (13, true), (24, false), (12, false)] as [(Int32, Bool)])
  func unreadableFile(number: Int32, isOfOneFile: Bool) async throws {
    try await write(Self.many)
    let reads = Lock(0)
    // Nothing is known before a listing of its own vault, so that each reads as often.
    try SystemCalls.$watcher.withValue({ call in
      if call == "read" { reads.withLock { $0 += 1 } }
      return nil
    }) { () throws -> Void in _ = try CredentialRecords.all(in: vault, damages: RecordDamages()) }
    let last = reads.withLock { $0 }
    reads.withLock { $0 = 0 }
    let reported = Lock<[OAuthError.Code]>([])
    let note: @Sendable (OAuthError) -> Void = { error in reported.withLock { $0.append(error.code) } }
    let listed = SystemCalls.$watcher.withValue({ call in
      guard call == "read" else { return nil }
      let count = reads.withLock { count in
        count += 1
        return count
      }
      return count == last ? number : nil
    }) { try? CredentialRecords.all(in: vault, damages: RecordDamages(isLeftOut: note)) }
    #expect(listed?.count == (isOfOneFile ? Self.many - 1 : nil))
    #expect(reported.withLock { $0 } == (isOfOneFile ? [.storeUnreadable] : []))
  }

  @Test func `a folder that cannot be read is an error, and no empty list`() async throws {
    try await write(Self.many)
    try SystemCalls.$watcher.withValue({ $0 == "read" ? 5 : nil }) {
      #expect(throws: OAuthError.self) { try CredentialRecords.all(in: vault, damages: RecordDamages()) }
    }
  }

  @Test(arguments: [false, true])
  func `each record is opened once and read once, also where the system gives no thread`(
    isWithoutThreads: Bool
  ) async throws {
    try await write(Self.many)
    let calls = Lock<[String: Int]>([:])
    func count() throws -> [String: Int] {
      calls.withLock { $0 = [:] }
      try SystemCalls.$watcher.withValue({ call in
        calls.withLock { $0[call, default: 0] += 1 }
        return isWithoutThreads && call == "pthread_create" ? 11 : nil
      }) { () throws -> Void in
        #expect(try !CredentialRecords.all(in: vault, damages: RecordDamages()).isEmpty)
      }
      return calls.withLock { $0 }
    }
    let before = try count()
    for number in 0..<10 {
      let name = RecordName(.credential, Self.account(number).nameParts)
      try await vault.replace(name, with: nil, expecting: .anything)
    }
    let after = try count()
    for call in ["openat", "fstat", "read"] { #expect((before[call] ?? 0) - (after[call] ?? 0) == 10, "\(call)") }
    // A record has no other call.
    #expect((before["read"] ?? 0) < Self.many + 10)
  }
}

@Suite("Work that is shared out among the processors")
struct ProcessorsTests {
  @Test(arguments: [0, 1, Processors.portion, Processors.portion + 1, 10 * Processors.portion + 3])
  func `each thing is worked on once, and what is made of it is in its place`(count: Int) {
    let workers = Lock(0)
    let made = Processors.map(Array(0..<count)) {
      workers.withLock { $0 += 1 }
      return { "\($0)" }
    }
    #expect(made == (0..<count).map { "\($0)" })
    let most = max(1, min(Processors.count, (count + Processors.portion - 1) / Processors.portion))
    #expect((1...most).contains(workers.withLock { $0 }))
  }
}

@Suite("The order of a list of accounts")
struct AccountOrderTests {
  @Test func `numbers in place of texts decide as the texts do`() {
    let texts = ["", "a", "ab", "abcdefgh", "abcdefghi", "abcdefghj", "abcdefgh\0", "a\0", "é", "é", "z", "0012", "12"]
    let accounts = texts.flatMap { text in
      ["twitter", "github", "playground-tollgate", "playground-foursquare"].flatMap { provider in
        ["x", "y"].map { Account(provider: ProviderName(provider), client: ClientID($0), subject: text, grant: text) }
      }
    }
    for some in [accounts, accounts.reversed(), accounts.shuffled()] {
      #expect(some.placesInList.map { some[$0] } == some.sorted { $0.isListed(before: $1) })
    }
  }
}
