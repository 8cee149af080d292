import Testing
import Wayleave
import WayleaveTesting
import WayleaveWire

@Suite("Vaults and locks: the contract, whatever the implementation")
struct VaultContractTests {
  let folder = TemporaryFolder()

  enum Kind: String, CaseIterable, Sendable { case file, memory }

  private func vault(_ kind: Kind) -> any Vault & RecordLocks {
    switch kind {
    case .file: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"))
    case .memory: MemoryVault()
    }
  }

  @Test(arguments: Kind.allCases, VaultContract.rules)
  func `a vault keeps to each rule`(kind: Kind, rule: ContractRule<any Vault>) async throws {
    try await rule.check(vault(kind))
  }

  @Test(arguments: Kind.allCases, RecordLocksContract.rules)
  func `locks keep to each rule`(kind: Kind, rule: ContractRule<any RecordLocks>) async throws {
    try await rule.check(vault(kind))
  }

  @Test func `a vault that forgets revisions breaks the contract`() async throws {
    var broken: [String] = []
    for rule in VaultContract.rules {
      do { try await rule.check(CarelessVault()) } catch is ContractBreach { broken.append(rule.description) }
    }
    #expect(
      broken == [
        "a change from the present state is made, and one from another is a conflict",
        "the same bytes written twice have two revisions",
        "a removed record is gone, and a late change cannot bring it back",
        "a record is removed as it was read, and left alone where it changed since",
        "of twenty changes at once from one state, one is made",
      ])
  }

  @Test func `locks that lock nothing break the contract`() async throws {
    var broken = 0
    for rule in RecordLocksContract.rules {
      do { try await rule.check(NoLocks()) } catch is ContractBreach { broken += 1 }
    }
    #expect(broken == 2)
  }

  @Test func `the text of a name is one for each name, and shows nothing of it`() {
    let name = RecordName(.signIn, [Array("state canary".utf8)])
    #expect(name.text.hasPrefix("sign-in-") && name.text.utf8.count == "sign-in-".utf8.count + 64)
    #expect(name.text != RecordName(.client, name.parts).text)
    #expect(RecordName(.client, [[1], [2, 3]]).text != RecordName(.client, [[1, 2], [3]]).text)
    #expect(!name.text.contains("canary"))
  }
}

/// A vault that writes whatever it is given, under one revision.
private actor CarelessVault: Vault {
  private var records: [RecordName: Secret] = [:]
  nonisolated var location: String { "a careless vault" }

  func record(named name: RecordName) -> VaultRecord? { records[name].map { Self.record($0, name) } }

  func replace(_ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord) -> RecordRevision? {
    records[name] = contents
    return contents.map { _ in RecordRevision("the only one") }
  }

  func records(of kind: RecordKind) -> [Swift.Result<VaultRecord, OAuthError>] {
    records.filter { $0.key.kind == kind }.map { .success(Self.record($0.value, $0.key)) }
  }

  func remove(_ record: VaultRecord) {
    for name in records.keys where name.text == record.id { records[name] = nil }
  }

  func probe() {}

  private static func record(_ contents: Secret, _ name: RecordName) -> VaultRecord {
    VaultRecord(contents: contents, revision: RecordRevision("the only one"), id: name.text, place: name.text)
  }
}

private struct NoLocks: RecordLocks {
  func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Value
  ) async throws -> Value { try await body() }
}
