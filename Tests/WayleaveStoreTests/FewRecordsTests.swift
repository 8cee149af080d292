import Foundation
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Of a few records, those alone are read in full whose accounts answer to a name")
struct FewRecordsTests {
  let folder = TemporaryFolder()
  var vault: FileVault { FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")) }
  var records: CredentialRecords { CredentialRecords(in: vault) }

  /// Alice with a name, Bob with a handle, and another account of Bob's by the same client.
  init() async throws {
    var alice = try StoredCredential.sample(.alice)
    alice.name = "work"
    var bob = try StoredCredential.sample(.bob)
    bob.identity = Identity(issuer: Issuer("https://twitter.com"), subject: "bob", handle: "bobby")
    let further = Account(provider: "twitter", client: "reader", subject: "bob", grant: "g")
    for stored in [alice, bob, try StoredCredential.sample(further)] {
      try await records.replace(stored.account, with: stored, expecting: nil)
    }
  }

  /// The accounts that may be meant by a name, and how many damages were reported.
  func found(_ name: String?) throws -> (accounts: [String], damages: Int) {
    let damages = Lock(0)
    let note: @Sendable (OAuthError) -> Void = { _ in damages.withLock { $0 += 1 } }
    let all = try CredentialRecords.withoutEntries(
      answeringTo: name, in: vault, damages: RecordDamages(isLeftOut: note, isEarlierVersion: note))
    return (all.map { $0.account.subject + $0.account.grant }, damages.withLock { $0 })
  }

  @Test(arguments: [
    ("work", ["alice"]), ("twitter/alice", ["alice"]), ("twitter/bobby", ["bob"]), ("twitter/bob", ["bob", "bobg"]),
    ("twitter/reader/bob", ["bob"]), ("twitter/reader/bob/g", ["bobg"]), ("twitter", ["alice", "bob", "bobg"]),
  ])
  func `they are those that answer among all`(name: String, accounts: [String]) async throws {
    #expect(try found(name) == (accounts, 0))
    let meant = try await records.all().filter { $0.names.contains { $0.hasSameBytes(as: name) } }
    #expect(meant.map { $0.account.subject + $0.account.grant } == accounts)
  }

  @Test(arguments: ["nobody", "", "WORK", "twitter/", nil])
  func `where none answers, or there is no name, they are all`(name: String?) throws {
    #expect(try found(name).accounts.count == 3)
  }

  @Test func `of the entry the run of its playground is read, without which the account may be one that has ended`()
    async throws
  {
    var played = try StoredCredential.sample(Account(provider: "twitter", client: "reader", subject: "dora"))
    played.provider.playgroundRun = "run"
    try await records.replace(played.account, with: played, expecting: nil)
    for name in ["twitter/dora", nil] {
      let all = try CredentialRecords.withoutEntries(answeringTo: name, in: vault, damages: RecordDamages())
      let found = try #require(all.first { $0.account == played.account })
      #expect(found.provider.playgroundRun == "run")
      #expect(found.provider.name == "entry-not-read")
      #expect(all.filter { $0.provider.playgroundRun != nil }.count == 1)
    }
  }

  @Test func `no index is made`() throws {
    _ = try found("work")
    #expect(folder.files()[IndexFile.name] == nil)
  }

  @Test func `the credential of another account is not read`() async throws {
    try await put(credential: ["token": "not-a-credential"])
    #expect(try found("work") == (["alice"], 0))
    #expect(try found("twitter/dora").damages == 1)
  }

  enum Doubt: CaseIterable { case damaged, earlierVersion, laterVersion, noAccount, noCredential, provisional }

  @Test(arguments: Doubt.allCases)
  func `where one record is a doubt, they are all, and the damage is reported`(doubt: Doubt) async throws {
    let bob = RecordName(.credential, Account.bob.nameParts)
    let file = "store/" + (try #require(try await vault.record(named: bob)?.id))
    switch doubt {
    case .damaged: try folder.overwrite(file, with: [1, 2, 3])
    case .earlierVersion:
      let held = try #require(try await records.load(.bob))
      try await records.replace(.bob, with: held.stored, expecting: held.revision)
      try folder.overwrite(file, with: [1, 2, 3])
    case .laterVersion: try await vault.replace(bob, with: Secret(#"{"version":2}"#), expecting: .anything)
    case .noAccount: try await vault.replace(bob, with: Secret("{}"), expecting: .anything)
    case .noCredential: try await put(credential: .null)
    case .provisional:
      let unknown = Account(provider: "twitter", client: "reader", subject: Account.provisionalPrefix + "1")
      try await records.replace(unknown, with: .sample(unknown), expecting: nil)
    }
    let (accounts, damages) = try found("work")
    let counts: [Doubt: Int] = [.earlierVersion: 3, .noCredential: 3, .provisional: 4]
    #expect(accounts.count == counts[doubt, default: 2])
    #expect(damages == (doubt == .provisional ? 0 : 1))
  }

  /// Puts a record of another account, whose credential is this.
  private func put(credential: JSON) async throws {
    let dora = Account(provider: "twitter", client: "reader", subject: "dora")
    var object = try #require(try StoredCredential.sample(dora).exposedJSON.object)
    object["credential"] = credential
    let contents = Secret(JSON.object(object).encoded())
    try await vault.replace(RecordName(.credential, dora.nameParts), with: contents, expecting: .nothing)
  }
}
