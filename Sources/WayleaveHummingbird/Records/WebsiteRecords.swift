import Wayleave
import WayleaveWire

/// The records of a website in a vault: JSON, each with the time at which it ends.
struct WebsiteRecords: Sendable {
  let vault: any Vault
  private let walk = RecordSweep()

  init(in vault: any Vault) { self.vault = vault }

  /// What stands in a record, and its state; nil for none.
  func read(_ name: RecordName) async throws(OAuthError) -> (json: JSON, revision: RecordRevision)? {
    guard let record = try await vault.wrapped({ try await vault.record(named: name) }) else { return nil }
    return (try record.value { $0.object == nil ? nil : $0 }, record.revision)
  }

  /// Writes a record in place of what is expected; false where something else is there.
  @discardableResult
  func write(
    _ json: JSON, as name: RecordName, expecting expected: ExpectedRecord = .anything
  ) async throws(OAuthError) -> Bool {
    try await replace(name, with: try contents(of: json), expecting: expected)
  }

  /// Writes records where there are none, in one step, which waits for the disk once; false where there is one. Some
  /// vaults have written those before it then.
  func create(_ new: [(name: RecordName, json: JSON)]) async throws(OAuthError) -> Bool {
    var changes: [RecordChange] = []
    for (name, json) in new { changes.append(RecordChange(name, to: try contents(of: json), expecting: .nothing)) }
    return try await replace(all: changes)
  }

  /// Writes a record and changes others in one step, which waits for the disk once; again where someone else is faster.
  func write(
    _ json: JSON, as name: RecordName, changing others: [RecordName], by change: ([JSON?]) -> [JSON]
  ) async throws(OAuthError) {
    let first = RecordChange(name, to: try contents(of: json), expecting: .anything)
    for _ in 0..<Self.attempts {
      var present: [(json: JSON, revision: RecordRevision)?] = []
      for name in others { present.append(try await read(name)) }
      var changes = [first]
      for (index, changed) in change(present.map { $0?.json }).enumerated() {
        let expected = ExpectedRecord(present[index]?.revision)
        changes.append(RecordChange(others[index], to: try contents(of: changed), expecting: expected))
      }
      if try await replace(all: changes) { return }
    }
    throw .storeConflict()
  }

  /// Removes a record in a state; false where it is another one by now.
  @discardableResult
  func remove(
    _ name: RecordName, expecting expected: ExpectedRecord = .anything
  ) async throws(OAuthError) -> Bool {
    try await replace(name, with: nil, expecting: expected)
  }

  /// Removes a record, whatever is written to it meanwhile; false where there is none.
  func take(_ name: RecordName) async throws(OAuthError) -> Bool {
    for _ in 0..<Self.attempts {
      guard let record = try await vault.wrapped({ try await vault.record(named: name) }) else { return false }
      if try await remove(name, expecting: .revision(record.revision)) { return true }
    }
    throw .storeConflict()
  }

  /// Changes a record, again where someone else is faster; nil removes it.
  func change(
    _ name: RecordName, by change: (JSON?) -> JSON?
  ) async throws(OAuthError) {
    for _ in 0..<Self.attempts {
      let present = try await read(name)
      // The version is the vault's: without it, what was written is what is read.
      var written = present?.json.object
      written?["version"] = nil
      let json = written.map(JSON.object)
      guard let changed = change(json) else {
        guard let present else { return }
        if try await remove(name, expecting: .revision(present.revision)) { return }
        continue
      }
      guard changed != json else { return }
      if try await write(changed, as: name, expecting: ExpectedRecord(present?.revision)) { return }
    }
    throw .storeConflict()
  }

  /// Removes some of the records whose time is over; called with each new one, so that they cannot pile up.
  func sweep(at now: Instant) async throws(OAuthError) {
    if walk.wantsList(at: now) { walk.begin(with: try await vault.wrapped { try await vault.ids(of: .website) }) }
    for id in walk.next() {
      // One that cannot be read must not keep a visitor from signing in.
      guard let record = try? await vault.record(id: id, of: .website),
        let end = (try? record.value { $0["until"]?.instant }), end <= now
      else { continue }
      try await vault.wrapped { try await vault.remove(id: id, in: record.revision) }
    }
  }

  private static let attempts = 20

  private func contents(of json: JSON) throws(OAuthError) -> Secret { try vault.contents(of: json) { _ in true } }

  private func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws(OAuthError) -> Bool {
    try await replace(all: [RecordChange(name, to: contents, expecting: expected)])
  }

  private func replace(all changes: [RecordChange]) async throws(OAuthError) -> Bool {
    do throws(OAuthError) {
      try await vault.wrapped { try await vault.replace(all: changes) }
      return true
    } catch {
      guard error.code == .storeConflict else { throw error }
      return false
    }
  }
}

extension JSON {
  /// A time as records have it.
  init(_ instant: Instant) { self.init(instant.secondsSinceEpoch) }

  /// The time that a record has; nil for another value.
  var instant: Instant? { integer.map(Instant.init(secondsSinceEpoch:)) }
}
