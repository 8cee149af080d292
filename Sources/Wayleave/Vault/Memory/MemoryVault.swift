public import WayleaveWire
import WayleaveSystem

/// Records that end with the process: for tests, and for programs that sign in again each time.
public actor MemoryVault: Vault, RecordLocks {
  private var records: [RecordName: VaultRecord] = [:]
  private var names: [String: RecordName] = [:]
  private var locked: Set<RecordName> = []
  private var changes = 0

  /// A vault that holds nothing.
  public init() {}

  /// The memory of this process, in words.
  public nonisolated var location: String { "the memory of this process" }

  /// Yes: it is memory.
  public nonisolated var isCheapToRead: Bool { true }

  /// The record of a name; nil when there is none.
  public func record(named name: RecordName) -> VaultRecord? { records[name] }

  /// Puts a record in place of what is expected; throws `store.conflict` when something else is there.
  @discardableResult
  public func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) throws(OAuthError) -> RecordRevision? {
    guard expected.isMet(by: records[name]?.revision) else { throw .storeConflict() }
    changes += 1
    let id = name.text
    records[name] = contents.map {
      VaultRecord(contents: $0, revision: RecordRevision(String(changes)), id: id, location: location)
    }
    names[id] = contents.map { _ in name }
    return records[name]?.revision
  }

  /// Every record of a kind, in no order.
  public func records(of kind: RecordKind) -> [Swift.Result<VaultRecord, OAuthError>] {
    records.filter { $0.key.kind == kind }.map { .success($0.value) }
  }

  /// What the records of a kind are found by, in no order.
  public func ids(of kind: RecordKind) -> [String] {
    names.filter { $0.value.kind == kind }.map(\.key)
  }

  // `async`, since an async default of the protocol would be preferred to one that is not.
  /// The record of an id; nil where there is none of that kind.
  public func record(id: String, of kind: RecordKind) async -> VaultRecord? {
    names[id].flatMap { $0.kind == kind ? records[$0] : nil }
  }

  /// Removes a record in a state; nil stands for any.
  public func remove(id: String, in state: RecordRevision?) {
    guard let name = names[id], state == nil || records[name]?.revision == state else { return }
    records[name] = nil
    names[id] = nil
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
