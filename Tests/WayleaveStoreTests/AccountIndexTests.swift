import Foundation
import Testing
import WayleaveBackport
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("179: the index of the names of accounts")
struct AccountIndexTests {
  let folder = TemporaryFolder()
  var vault: FileVault { FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")) }
  var records: CredentialRecords { CredentialRecords(in: vault) }
  var index: IndexFile {
    get throws { IndexFile(folder: try #require(try PrivateFolder.open("\(folder.path)/store"))) }
  }
  static let count = 70

  init() async throws { try await StoreOfMany.shared.copy(to: folder) }

  /// The subjects of the accounts that may be meant by a name, and the damages that were reported.
  func found(_ name: String) throws -> (subjects: [String], damages: Int) {
    let damages = Lock(0)
    let note: @Sendable (OAuthError) -> Void = { _ in damages.withLock { $0 += 1 } }
    let all = try CredentialRecords.withoutEntries(
      answeringTo: name, in: vault, damages: RecordDamages(isLeftOut: note, isEarlierVersion: note))
    return (all.map(\.account.subject), damages.withLock { $0 })
  }

  /// Whether the index answers for a name: then it gives few records.
  func isIndexed(_ name: String) throws -> Bool { try found(name).subjects.count < Self.count / 2 }

  func build() throws {
    #expect(try found("twitter/7").subjects.count == Self.count)
    #expect(try isIndexed("twitter/7"))
  }

  /// The file of an account's record.
  func file(of account: Account) async throws -> String {
    let name = RecordName(.credential, account.nameParts)
    let record = try await vault.record(named: name)
    return "\(folder.path)/store/" + (try #require(record?.id))
  }

  @Test func `an account is found by each of its names, and no other record is read`() async throws {
    try build()
    let kept = try await file(of: .numbered(7))
    for name in folder.files().keys.filter({ $0.hasSuffix(".credential") && !kept.hasSuffix($0) }) {
      try folder.overwrite("store/\(name)", with: [1, 2, 3])
    }
    for name in ["twitter/7", "twitter/reader/7", "name-7"] {
      let (subjects, damages) = try found(name)
      #expect(subjects == ["7"] && damages == 0, "\(name)")
    }
    // A listing reads all of them.
    #expect(try await records.all().map(\.account.subject) == ["7"])
  }

  @Test func `where a name is that of no account, or of many, all records are read`() throws {
    try build()
    for name in ["twitter", "twitter/none", ""] { #expect(try found(name).subjects.count == Self.count) }
  }

  @Test func `a few records have no index`() async throws {
    let few = TemporaryFolder()
    let vault = FileVault(directory: "\(few.path)/store", key: .keyFile("\(few.path)/key"))
    for number in 0..<3 {
      let account = Account.numbered(number)
      _ = try await CredentialRecords(in: vault).replace(account, with: .sample(account), expecting: nil)
    }
    let all = try CredentialRecords.withoutEntries(answeringTo: "twitter/1", in: vault, damages: RecordDamages())
    #expect(all.map(\.account.subject) == ["1"] && few.files()[IndexFile.name] == nil)
  }

  @Test func `the index has no name in the clear`() throws {
    try build()
    let bytes = folder.bytes("store/\(IndexFile.name)")
    #expect(bytes.count > 1000)
    for text in ["twitter", "name-7", "reader"] { #expect(!bytes.contains(text)) }
  }

  @Test func `a refresh leaves the index current, and shows the new token`() async throws {
    try build()
    let before = try #require(try index.mark)
    let held = try #require(try await records.load(.numbered(7)))
    try await records.withLock(on: .numbered(7), until: .now + .seconds(1)) {
      let room = try await records.reserve(for: .numbered(7), growingBy: 100)
      var stored = held.stored
      stored.credential = .oauth2(.init(accessToken: Secret("2"), refreshToken: Secret("3")))
      try await records.replace(.numbered(7), with: stored, expecting: held.revision)
      room.release()
    }
    #expect(try index.mark == before)
    let all = try CredentialRecords.withoutEntries(answeringTo: "twitter/7", in: vault, damages: RecordDamages())
    #expect(all.map(\.token) == ["2"])
  }

  enum Change: CaseIterable { case added, renamed, removed, signedInAgain }

  @Test(arguments: Change.allCases)
  func `a change of names is seen at once, and the index is made again`(change: Change) async throws {
    try build()
    let other = Account(provider: "twitter", client: "other", subject: "7")
    let held = try #require(try await records.load(.numbered(8)))
    var stored = held.stored
    stored.name = "twitter/7"
    let expected: Set<String>
    switch change {
    case .added:
      try await records.replace(other, with: .sample(other), expecting: nil)
      expected = ["7"]
    case .renamed:
      try await records.replace(.numbered(8), with: stored, expecting: held.revision)
      expected = ["7", "8"]
    case .removed:
      try await records.replace(.numbered(8), with: nil, expecting: held.revision)
      expected = ["7"]
    case .signedInAgain:
      try await records.replace(.numbered(8), with: nil, expecting: held.revision)
      try await records.replace(.numbered(8), with: stored, expecting: nil)
      expected = ["7", "8"]
    }
    #expect(try index.mark == nil)
    #expect(try !isIndexed("twitter/7"))
    let (subjects, _) = try found("twitter/7")
    #expect(Set(subjects) == expected && subjects.count == (change == .removed ? 1 : 2))
  }

  enum Trouble: CaseIterable {
    case recordByHand, removedByHand, noIndex, empty, short, garbage, laterVersion, copied, otherTime
  }

  @Test(arguments: Trouble.allCases)
  func `an index that is missing, damaged, put back or not of this folder is made again silently`(
    trouble: Trouble
  ) async throws {
    let (files, store) = (FileManager.default, "\(folder.path)/store")
    let name = "\(store)/\(IndexFile.name)"
    let (aside, path) = ("\(folder.path)/aside", try await file(of: .numbered(7)))
    if trouble == .recordByHand { try files.moveItem(atPath: path, toPath: aside) }
    _ = try found("twitter/9")
    #expect(try isIndexed("twitter/9"))
    let bytes = folder.bytes("store/\(IndexFile.name)")
    var count = Self.count
    switch trouble {
    // What a program of an earlier version does, or a person.
    case .recordByHand: try files.moveItem(atPath: aside, toPath: path)
    case .removedByHand:
      try files.removeItem(atPath: path)
      count -= 1
    case .noIndex: try files.removeItem(atPath: name)
    case .empty: try folder.overwrite("store/\(IndexFile.name)", with: [])
    case .short: try folder.overwrite("store/\(IndexFile.name)", with: Array(bytes.dropLast(100)))
    case .garbage: try folder.overwrite("store/\(IndexFile.name)", with: bytes.map { _ in 7 })
    case .laterVersion:
      var later = bytes
      later[8] = 2
      try folder.overwrite("store/\(IndexFile.name)", with: later)
    case .copied:
      try files.copyItem(atPath: store, toPath: "\(store)-copy")
      try files.removeItem(atPath: store)
      try files.moveItem(atPath: "\(store)-copy", toPath: store)
    case .otherTime: try files.setAttributes([.modificationDate: Date()], ofItemAtPath: store)
    }
    let (all, damages) = try found("twitter/8")
    #expect(all.count == count && damages == 0)
    #expect(try found("twitter/8").subjects == ["8"])
  }

  @Test func `a changed byte in a box is no other name`() throws {
    try build()
    var bytes = folder.bytes("store/\(IndexFile.name)")
    for place in 18..<bytes.count { bytes[place] ^= 1 }
    try folder.overwrite("store/\(IndexFile.name)", with: bytes)
    // As if the system did not notice: the mark fits again.
    let opened = try index
    let status = try #require(opened.folder.status(of: IndexFile.name))
    opened.folder.setModified(status.changed.earlier(by: 3600))
    #expect(try found("twitter/7").subjects.count == Self.count)
  }

  @Test func `a record that no longer has the name is not given for it`() async throws {
    try build()
    let mark = try #require(try index.mark)
    let held = try #require(try await records.load(.numbered(7)))
    var stored = held.stored
    stored.name = "other"
    try await records.replace(.numbered(7), with: stored, expecting: held.revision)
    // As if a program had put the mark back too early.
    try index.folder.setModified(mark)
    #expect(try found("name-7").subjects.count == Self.count)
  }

  @Test(arguments: ["futimens", "renameat", "flock", "write"])
  func `a folder or a disk that cannot be written costs time alone`(call: String) throws {
    try SystemCalls.$watcher.withValue({ $0 == call ? 28 : nil }) { () throws -> Void in
      for _ in 0..<2 { #expect(try found("twitter/7").subjects.contains("7")) }
    }
    #expect(try found("twitter/7").subjects.count == Self.count)
    #expect(try found("twitter/7").subjects == ["7"])
  }

  @Test(arguments: ["futimens", "fsync"])
  func `a crash between record and index is harmless`(call: String) async throws {
    try build()
    let new = Account(provider: "twitter", client: "other", subject: "7")
    await SystemCalls.$watcher.withValue({ $0 == call ? 28 : nil }) {
      _ = try? await records.replace(new, with: .sample(new), expecting: nil)
    }
    let isThere = try await records.load(new) != nil
    #expect(try found("twitter/7").subjects.count == Self.count + (isThere ? 1 : 0))
    #expect(try found("twitter/7").subjects == (isThere ? ["7", "7"] : ["7"]))
  }

  @Test func `damaged records are reported, and leave no index`() async throws {
    try folder.overwrite("store/" + (try await file(of: .numbered(3)) as NSString).lastPathComponent, with: [1])
    for _ in 0..<2 {
      let (subjects, damages) = try found("twitter/7")
      #expect(subjects.count == Self.count - 1 && damages == 1)
    }
  }

  @Test func `an account with an earlier version in use is reported`() async throws {
    let held = try #require(try await records.load(.numbered(7)))
    var stored = held.stored
    stored.obtainedAt = Instant(secondsSinceEpoch: 5)
    try await records.replace(.numbered(7), with: stored, expecting: held.revision)
    try build()
    try folder.overwrite("store/" + (try await file(of: .numbered(7)) as NSString).lastPathComponent, with: [1])
    let (subjects, damages) = try found("twitter/7")
    #expect(subjects == ["7"] && damages == 1)
  }

  @Test func `a provisional record that is superseded leaves no index`() async throws {
    let provisional = Account(provider: "twitter", client: "reader", subject: Account.provisionalPrefix + "abc")
    try await records.replace(provisional, with: .sample(provisional, token: "t7"), expecting: nil)
    for _ in 0..<2 { #expect(try found("twitter/7").subjects.count == Self.count + 1) }
  }

  @Test func `a change of the key removes the index, and the next one has the new key`() async throws {
    try build()
    let key = FileStoreKey.keyFile("\(folder.path)/key")
    _ = try await FileVault.changeKey(of: [vault], from: key, to: key)
    #expect(folder.files()[IndexFile.name] == nil)
    try build()
  }

  @Test func `of many programs that write and look at once, none hides the account of another`() async throws {
    try build()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 100..<112 {
        group.addTask {
          let account = Account.numbered(number)
          try await records.replace(account, with: .sample(account), expecting: nil)
          #expect(try found("twitter/\(number)").subjects.contains("\(number)"))
          #expect(try found("twitter/7").subjects.contains("7"))
        }
      }
      try await group.waitForAll()
    }
    for number in 100..<112 { #expect(try found("twitter/\(number)").subjects.contains("\(number)")) }
    #expect(try found("twitter/105").subjects == ["105"])
  }
}

/// A store of many accounts, which is made once and copied: to write one takes a second on a disk.
private actor StoreOfMany {
  static let shared = StoreOfMany()
  private let making = Task {
    let folder = TemporaryFolder()
    let vault = FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"))
    for number in 0..<AccountIndexTests.count {
      let account = Account.numbered(number)
      var stored = try StoredCredential.sample(account, token: "t\(number)")
      stored.name = "name-\(number)"
      try await CredentialRecords(in: vault).replace(account, with: stored, expecting: nil)
    }
    return folder
  }

  func copy(to target: TemporaryFolder) async throws {
    let folder = try await making.value
    for name in ["store", "key"] {
      try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(target.path)/\(name)")
    }
  }
}

extension Account {
  fileprivate static func numbered(_ number: Int) -> Account {
    Account(provider: "twitter", client: "reader", subject: "\(number)")
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}
