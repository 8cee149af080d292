public import WayleaveWire
import WayleaveSystem

/// Records that end with the process: for tests, and for programs that sign in again each time.
public actor MemoryVault: Vault, RecordLocks {
  private var records: [RecordName: VaultRecord] = [:]
  private var locked: Set<RecordName> = []
  private var changes = 0

  /// A vault that holds nothing.
  public init() {}

  /// The memory of this process, in words.
  public nonisolated var location: String { "the memory of this process" }

  /// The record of a name; nil when there is none.
  public func record(named name: RecordName) -> VaultRecord? { records[name] }

  /// Puts a record in place of what is expected; throws `store.conflict` when something else is there.
  @discardableResult
  public func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) throws(OAuthError) -> RecordRevision? {
    guard expected.isMet(by: records[name]?.revision) else { throw .storeConflict() }
    changes += 1
    records[name] = contents.map {
      VaultRecord(contents: $0, revision: RecordRevision(String(changes)), id: name.text, location: location)
    }
    return records[name]?.revision
  }

  /// Every record of a kind, in no order.
  public func records(of kind: RecordKind) -> [Swift.Result<VaultRecord, OAuthError>] {
    records.filter { $0.key.kind == kind }.map { .success($0.value) }
  }

  /// What the records of a kind are found by, in no order.
  public func ids(of kind: RecordKind) -> [String] {
    records.keys.filter { $0.kind == kind }.map(\.text)
  }

  /// Removes a record in a state; nil stands for any.
  public func remove(id: String, in state: RecordRevision?) {
    for (name, present) in records where present.id == id && (state == nil || present.revision == state) {
      records[name] = nil
    }
  }

  /// Runs a function while no other task is inside this one for the name; throws `store.busy` at the deadline.
  public func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    var pace = RetryPace()
    while locked.contains(name) {
      let mayGoOn: Bool
      do { mayGoOn = try await pace.wait(until: deadline) } catch { throw OAuthError.storeWaitCancelled() }
      guard mayGoOn else { throw OAuthError.storeBusy(location) }
    }
    locked.insert(name)
    defer { locked.remove(name) }
    return try await body()
  }

  /// Succeeds: memory can be written.
  public func probe() {}
}
