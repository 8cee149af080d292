public import Wayleave
import WayleaveWire

/// What every vault keeps to, whatever it is made of.
///
/// Each rule is checked with a new, empty vault.
public enum VaultContract {
  /// The rules.
  public static let rules: [ContractRule<any Vault>] = [
    ContractRule("a vault that was never written holds nothing") { vault in
      try require(try await vault.record(named: .one) == nil, "An empty vault gave a record.")
      for kind in RecordKind.allCases {
        try require(try await vault.records(of: kind).isEmpty, "An empty vault listed a record.")
      }
    },
    ContractRule("what was put there is read again, byte for byte, with its revision") { vault in
      for bytes in [[], Array(0...255), Array(repeating: 0, count: 70_000)] as [[UInt8]] {
        let revision = try await vault.replace(.one, with: Secret(bytes), expecting: .anything)
        let record = try await vault.record(named: .one)
        try require(record?.contents.exposedBytes == bytes, "\(bytes.count) bytes were read as others.")
        try require(record?.revision == revision && revision != nil, "A write gave another revision than a read.")
      }
    },
    ContractRule("a change from the present state is made, and one from another is a conflict") { vault in
      let first = try await vault.replace(.one, with: .first, expecting: .nothing)
      try await requireConflict("a record where none was expected") {
        try await vault.replace(.one, with: .second, expecting: .nothing)
      }
      let second = try await vault.replace(.one, with: .second, expecting: ExpectedRecord(first))
      for contents in [Secret.first, nil] {
        try await requireConflict("an older state than the present one") {
          try await vault.replace(.one, with: contents, expecting: ExpectedRecord(first))
        }
      }
      let record = try await vault.record(named: .one)
      try require(record?.contents == .second && record?.revision == second, "A refused change left a trace.")
    },
    ContractRule("the same bytes written twice have two revisions") { vault in
      let first = try await vault.replace(.one, with: .first, expecting: .nothing)
      let second = try await vault.replace(.one, with: .first, expecting: ExpectedRecord(first))
      try require(first != second, "Two states had one revision.")
    },
    ContractRule("a removed record is gone, and a late change cannot bring it back") { vault in
      let revision = try await vault.replace(.one, with: .first, expecting: .nothing)
      let removed = try await vault.replace(.one, with: nil, expecting: ExpectedRecord(revision))
      try require(removed == nil, "A removal gave a revision.")
      try require(try await vault.record(named: .one) == nil, "A removed record was read.")
      for contents in [Secret.second, nil] {
        try await requireConflict("nothing where a state was expected") {
          try await vault.replace(.one, with: contents, expecting: ExpectedRecord(revision))
        }
      }
      _ = try await vault.replace(.one, with: nil, expecting: .nothing)
      _ = try await vault.replace(.one, with: nil, expecting: .anything)
    },
    ContractRule("names that run together are different, and so are kinds") { vault in
      let names = [
        RecordName(.client, ["a", "bc"]), RecordName(.client, ["ab", "c"]), RecordName(.client, ["abc"]),
        RecordName(.client, ["abc", ""]), RecordName(.client, ["\u{E9}"]), RecordName(.client, ["e\u{301}"]),
        RecordName(.metadata, ["a", "bc"]),
      ]
      for (number, name) in names.enumerated() {
        _ = try await vault.replace(name, with: Secret("\(number)"), expecting: .nothing)
      }
      for (number, name) in names.enumerated() {
        let contents = try await vault.record(named: name)?.contents
        try require(contents == Secret("\(number)"), "Two names led to one record.")
      }
      let count = try await vault.records(of: .client).count
      try require(count == names.count - 1, "A list of one kind had \(count) records of \(names.count - 1).")
    },
    ContractRule("a record is removed as it was read, and left alone where it changed since") { vault in
      _ = try await vault.replace(.one, with: .first, expecting: .nothing)
      guard let read = try await vault.records(of: .credential).first?.get() else {
        throw ContractBreach("A record was not listed.")
      }
      let second = try await vault.replace(.one, with: .second, expecting: ExpectedRecord(read.revision))
      try await vault.remove(id: read.id, in: read.revision)
      guard let present = try await vault.record(named: .one) else {
        throw ContractBreach("A changed record was removed.")
      }
      try require(present.revision == second, "A removal changed a record.")
      try require(try await vault.ids(of: .credential) == [present.id], "A list had another id than a record.")
      let found = try await vault.record(id: present.id, of: .credential)?.contents
      try require(found == .second, "A record was not found by its id.")
      let foreign = try await vault.record(id: present.id, of: .client)
      try require(foreign == nil, "A record was found as one of another kind.")
      try await vault.remove(id: present.id, in: present.revision)
      try await vault.remove(id: present.id, in: nil)
      try require(try await vault.record(named: .one) == nil, "A record that was removed is there.")
    },
    ContractRule("of twenty changes at once from one state, one is made") { vault in
      let first = try await vault.replace(.one, with: .first, expecting: .nothing)
      let made = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<20 {
          group.addTask {
            (try? await vault.replace(.one, with: Secret("\(number)"), expecting: ExpectedRecord(first))) != nil
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try require(made == 1, "\(made) changes were made from one state.")
    },
    ContractRule("a probe writes nothing, and space that was reserved is given back") { vault in
      try await vault.probe()
      let space = try await vault.reserve(for: .one, growingBy: 1000)
      try require(try await vault.records(of: .credential).isEmpty, "A probe or a reservation wrote a record.")
      _ = try await vault.replace(.one, with: .first, expecting: .nothing)
      space.release()
      try require(try await vault.record(named: .one)?.contents == .first, "A release took a record away.")
    },
  ]

  private static func requireConflict(
    _ situation: String, _ change: () async throws -> RecordRevision?
  ) async throws {
    do { _ = try await change() } catch let error as OAuthError where error.code == .storeConflict { return }
    throw ContractBreach("A change met \(situation), and was made.")
  }
}

extension RecordName {
  static let one = RecordName(.credential, ["provider", "client", "one"])
  static let other = RecordName(.credential, ["provider", "client", "other"])

  fileprivate init(_ kind: RecordKind, _ parts: [String]) {
    self.init(kind, parts.map { Array($0.utf8) })
  }
}

extension Secret {
  fileprivate static let first = Secret("the first record")
  fileprivate static let second = Secret("the second record")
}
