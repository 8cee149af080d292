import Testing
import Wayleave
import WayleaveTesting
import WayleaveWire

@testable import WayleaveExamples

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

  @Test(arguments: [
    (
      CarelessVault.Fault.forgetsRevisions,
      [
        "a change from the present state is made, and one from another is a conflict",
        "the same bytes written twice have two revisions",
        "a removed record is gone, and a late change cannot bring it back",
        "a record is removed as it was read, and left alone where it changed since",
        "of twenty changes at once from one state, one is made",
      ]
    ),
    (.joinsNames, ["names that run together are different, and so are kinds"]),
    (.cutsLongRecords, ["what was put there is read again, byte for byte, with its revision"]),
    (.probesByWriting, ["a probe writes nothing, and space that was reserved is given back"]),
  ])
  func `a vault with a fault breaks the rules about it, and no others`(
    fault: CarelessVault.Fault, rules: [String]
  ) async throws {
    var broken: [String] = []
    for rule in VaultContract.rules {
      do { try await rule.check(CarelessVault(fault)) } catch { broken.append(rule.description) }
    }
    #expect(broken == rules)
  }

  @Test func `locks that lock nothing break the contract`() async throws {
    var broken: [String] = []
    for rule in RecordLocksContract.rules {
      do { try await rule.check(NoLocks()) } catch is ContractBreach { broken.append(rule.description) }
    }
    #expect(
      broken == [
        "of twenty tasks one at a time is inside",
        "a lock that is held until the deadline is busy, and that of another name is free",
      ])
  }

  @Test func `the text of a name is one for each name, and shows nothing of it`() {
    let name = RecordName(.signIn, [Array("state canary".utf8)])
    #expect(name.text.hasPrefix("sign-in-") && name.text.utf8.count == "sign-in-".utf8.count + 64)
    #expect(name.text != RecordName(.client, name.parts).text)
    #expect(RecordName(.client, [[1], [2, 3]]).text != RecordName(.client, [[1, 2], [3]]).text)
    #expect(!name.text.contains("canary"))
  }
}

/// A vault with one fault.
actor CarelessVault: Vault {
  enum Fault: Sendable { case forgetsRevisions, joinsNames, cutsLongRecords, probesByWriting }

  private let fault: Fault
  private let inner = MemoryVault()

  init(_ fault: Fault) { self.fault = fault }

  nonisolated var location: String { "a careless vault" }

  func record(named name: RecordName) async -> VaultRecord? { await inner.record(named: changed(name)).map(changed) }

  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws -> RecordRevision? {
    let contents = fault == .cutsLongRecords ? contents.map { Secret(Array($0.exposedBytes.prefix(65_536))) } : contents
    let isBlind = fault == .forgetsRevisions
    let revision = try await inner.replace(
      changed(name), with: contents, expecting: isBlind ? .anything : expected)
    return isBlind ? revision.map { _ in RecordRevision("the only one") } : revision
  }

  func records(of kind: RecordKind) async -> [Swift.Result<VaultRecord, OAuthError>] {
    await inner.records(of: kind).map { $0.map(changed) }
  }

  func ids(of kind: RecordKind) async -> [String] { await inner.ids(of: kind) }

  func remove(id: String, in state: RecordRevision?) async {
    await inner.remove(id: id, in: fault == .forgetsRevisions ? nil : state)
  }

  func probe() async throws {
    if fault == .probesByWriting {
      _ = try await inner.replace(RecordName(.credential, []), with: Secret("probe"), expecting: .anything)
    }
  }

  private func changed(_ name: RecordName) -> RecordName {
    fault == .joinsNames ? RecordName(name.kind, [name.parts.flatMap(\.self)]) : name
  }

  private func changed(_ record: VaultRecord) -> VaultRecord {
    guard fault == .forgetsRevisions else { return record }
    return VaultRecord(
      contents: record.contents, revision: RecordRevision("the only one"), id: record.id, location: record.location)
  }
}

private struct NoLocks: RecordLocks {
  func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Value
  ) async throws -> Value { try await body() }
}
