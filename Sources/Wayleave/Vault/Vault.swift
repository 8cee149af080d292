public import WayleaveWire

/// A place for records: bytes under names, each with a revision.
///
/// Write one to store credentials, begun sign-ins, clients and metadata in a place of your own, such as a database.
/// ``CredentialRecords`` and its like put their records into any vault. A record holds secrets: a vault protects
/// its bytes, or stands where no one else can read. It never looks into them. Implementations are safe to use from any
/// task, and several processes can use the same place. `VaultContract` of `WayleaveTesting` checks one.
public protocol Vault: Sendable {
  /// Where the records are, for people: a path, or the name of a database.
  var location: String { get }
  /// The largest record that is taken, in bytes.
  var largestRecord: Int { get }
  /// Whether a record can be asked for many times a second: without another machine or process, and without a person.
  var isCheapToRead: Bool { get }

  /// The record of a name; nil when there is none.
  func record(named name: RecordName) async throws -> VaultRecord?

  /// Puts a record in place of what is expected, durably: when this returns, it survives a loss of power.
  ///
  /// `contents` nil removes. Throws `OAuthError.storeConflict()` when something else is there than is expected. Gives the new
  /// revision, or nil after a removal. The old record or the new one is there at every moment, and never a part of one.
  @discardableResult
  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws -> RecordRevision?

  /// Every record of a kind, in no order; one that cannot be read is an error in its place, and hides no other.
  func records(of kind: RecordKind) async throws -> [Swift.Result<VaultRecord, OAuthError>]

  /// What the records of a kind are found by, in no order: ``VaultRecord/id``. None of them is read.
  func ids(of kind: RecordKind) async throws -> [String]

  /// The record of an ``VaultRecord/id``; nil where there is none of that kind.
  ///
  /// Reads one record, whatever the number of records is. A vault that says nothing else reads all of its kind.
  func record(id: String, of kind: RecordKind) async throws -> VaultRecord?

  /// Removes a record in a state, nil standing for any; one that is gone or changed since is left alone.
  func remove(id: String, in state: RecordRevision?) async throws

  /// Finds out whether a record could be written, and writes none.
  func probe() async throws

  /// Reserves space for the next version of a record, which is larger than the present one by so many bytes at most.
  ///
  /// A refresh token may be spent by sending it: the space for the answer is reserved before. It belongs to the next
  /// ``replace(_:with:expecting:)`` of the name. Throws when there is none. A vault that cannot reserve space only finds
  /// out whether a record could be written.
  func reserve(for name: RecordName, growingBy bytes: Int) async throws -> StoreReservation
}

extension Vault {
  /// Four mebibytes.
  public var largestRecord: Int { 4 * 1024 * 1024 }

  /// No: only the vault can know it.
  public var isCheapToRead: Bool { false }

  /// The record of an id, found among all of its kind.
  public func record(id: String, of kind: RecordKind) async throws -> VaultRecord? {
    for case .success(let record) in try await records(of: kind) where record.id.hasSameBytes(as: id) { return record }
    return nil
  }

  /// Finds out whether a record could be written, and reserves nothing.
  public func reserve(for name: RecordName, growingBy bytes: Int) async throws -> StoreReservation {
    try await probe()
    return StoreReservation()
  }

  /// Does something with the vault; what it throws becomes one of our errors, and names this vault.
  @discardableResult
  package func wrapped<Value>(_ work: () async throws -> Value) async throws(OAuthError) -> Value {
    do { return try await work() } catch { throw .storeFailed(error, at: location) }
  }
}

/// Locks that keep every other task and process away from a record.
///
/// A ``FileVault`` and a ``MemoryVault`` are locks themselves. A vault in a place without locks is used with the locks
/// of a ``FileVault``, which serve all programs of one machine.
public protocol RecordLocks: Sendable {
  /// Runs a function while no other process or task is inside this one for the same name.
  ///
  /// Throws `store.busy` when the lock is not free by the deadline. A process that dies frees its locks.
  func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}
