public import WayleaveWire
import WayleaveSystem

/// Records in a folder, each in an encrypted file of its own.
///
/// The cost of a change is the same among ten records and among a hundred thousand. The names of the files say nothing.
/// What encryption cannot detect is a file put back in an older state: the provider then refuses a refresh token that
/// is spent.
public struct FileVault: Vault, RecordLocks {
  let folder: EncryptedFolder

  /// A vault in a folder, which is created at the first write; the path is absolute.
  public init(directory: String, key: FileStoreKey) {
    folder = EncryptedFolder(path: directory, key: key)
  }

  /// The folder.
  public var location: String { folder.path }
  /// Four mebibytes, less what encryption adds.
  public var largestRecord: Int { PrivateFolder.maximumSize - SealedRecord.overhead }

  /// Yes: a record that is missing costs a few system calls.
  public var isCheapToRead: Bool { true }

  /// The record of a name; nil when there is none.
  public func record(named name: RecordName) async throws(OAuthError) -> VaultRecord? {
    try await folder.reading { records throws(OAuthError) in
      try records.flatMap { (records) throws(OAuthError) in try records.read(records.fileName(of: name), name.kind) }
    }
  }

  /// Puts a record in place of what is expected; throws `store.conflict` when something else is there.
  ///
  /// What is there is read before it is replaced: what cannot be read is only overwritten where anything may be there. A
  /// loss of power may take back the last change of a sign-in that has begun, and of no other record.
  @discardableResult
  public func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws(OAuthError) -> RecordRevision? {
    let change = RecordChange(name, to: contents, expecting: expected)
    // Where there is no store yet, there is nothing to remove, and none is made.
    return try await folder.changing(name, isMade: contents != nil) { records throws(OAuthError) in
      try Self.make(change, in: records)
    }
  }

  private static func make(
    _ change: RecordChange, in records: SealedRecords?
  ) throws(OAuthError) -> RecordRevision? {
    guard let records else {
      guard change.expected.isMet(by: nil) else { throw .storeConflict() }
      return nil
    }
    try records.require(change)
    return try records.make(change, awaited: change.name.kind.survivesPowerLoss)
  }

  /// Makes several changes, in their order, and waits for the disk once; none is made where one meets something else.
  ///
  /// A loss of power may leave those that come first, or any of them, each of which is whole.
  func replace(all changes: [RecordChange]) async throws(OAuthError) {
    try await folder.changing { records throws(OAuthError) in
      for change in changes { try records.require(change) }
      for change in changes { _ = try records.make(change, awaited: false) }
      try records.folder.synchronize()
    }
  }

  /// Every record of a kind, in no order.
  public func records(of kind: RecordKind) async throws(OAuthError) -> [Swift.Result<VaultRecord, OAuthError>] {
    try await folder.reading { records throws(OAuthError) in try records?.all(of: kind) ?? [] }
  }

  /// The same, read on the thread of the caller, for a few records where no one can wait.
  func recordsAtOnce(of kind: RecordKind) throws(OAuthError) -> [Swift.Result<VaultRecord, OAuthError>] {
    try folder.readingAtOnce { records throws(OAuthError) in try records?.all(of: kind) ?? [] }
  }

  /// The names of the files of a kind, in no order; none of them is read.
  public func ids(of kind: RecordKind) async throws(OAuthError) -> [String] {
    try await folder.reading { records throws(OAuthError) in try records?.names(of: kind) ?? [] }
  }

  /// The record of an id; nil where there is none of that kind.
  public func record(id: String, of kind: RecordKind) async throws(OAuthError) -> VaultRecord? {
    // An id that is a path leads to no other file.
    guard id.hasSuffix(kind.suffix), !id.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return try await folder.reading { records throws(OAuthError) in try records?.read(id, kind) ?? nil }
  }

  /// Removes a record in a state; nil stands for any.
  public func remove(id: String, in state: RecordRevision?) async throws(OAuthError) {
    guard RecordKind.isRecordName(id) else { return }
    try await folder.changing { records throws(OAuthError) in
      if let state, try records.revision(of: id) != state { return }
      try records.remove(id)
    }
  }

  /// Runs a function while no one else is inside this one for the name; throws `store.busy` at the deadline.
  public func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = try await folder.takeLock(until: deadline) { $0.lockName(of: name) }
    defer { lock.release() }
    return try await body()
  }

  /// Who holds the lock of a name; nil where no one does, and where the system does not say it.
  func lockHolder(of name: RecordName) async -> LockHolder? {
    try? await folder.reading { records throws(OAuthError) in
      records.flatMap { $0.folder.lockHolder($0.lockName(of: name)) }
    }
  }

  /// Takes space for a file and gives it back, to find out whether a record could be written.
  ///
  /// Nothing waits for the disk: nothing is to stay. What only shows when bytes reach the disk shows at the save.
  public func probe() async throws(OAuthError) {
    try await folder.changing { records throws(OAuthError) in
      _ = try records.folder.reserve(Self.probed, for: "probe")
      records.folder.releaseRoom(for: "probe")
    }
  }

  /// As much as a small record.
  private static let probed = 4096

  /// Takes so much of the disk that the next version of the record fits: as much as it has now, and so many bytes more.
  ///
  /// What the write needs is open from then on: the folder, its lock, the keys, the record and the new file.
  public func reserve(for name: RecordName, growingBy bytes: Int) async throws(OAuthError) -> StoreReservation {
    try await folder.changing { records throws(OAuthError) in
      let file = records.fileName(of: name)
      let (folder, size) = (records.folder, try records.folder.read(file)?.count ?? 0)
      let most = min(size + max(0, bytes) + SealedRecord.overhead, PrivateFolder.maximumSize)
      let room = try folder.reserve(most, for: file)
      let store = self.folder
      let reservation = StoreReservation {
        store.hold(nil, for: name)
        folder.releaseRoom(for: file)
      }
      let read = StoreHeader.names + [file]
      store.hold(try folder.keeping(lock: EncryptedFolder.lockName, read, room: room, for: file), for: name)
      return reservation
    }
  }
}

extension SealedRecords {
  /// Throws `store.conflict` where something else is there than a change expects.
  fileprivate func require(_ change: RecordChange) throws(OAuthError) {
    guard change.expected != .anything else { return }
    let present = try read(fileName(of: change.name), change.name.kind)?.revision
    guard change.expected.isMet(by: present) else { throw .storeConflict() }
  }

  fileprivate func make(_ change: RecordChange, awaited: Bool) throws(OAuthError) -> RecordRevision? {
    let file = fileName(of: change.name)
    if let contents = change.contents { return try write(contents, as: file, change.name.kind, awaited: awaited) }
    try remove(file)
    return nil
  }

  /// Every record of a kind, in no order; one that cannot be read is an error in its place.
  func all(of kind: RecordKind) throws(OAuthError) -> [Swift.Result<VaultRecord, OAuthError>] {
    try all(of: kind) { { $0 } }
  }

  /// What is made of every record of a kind, in no order, by as many threads as there are processors; an error in place of
  /// a record that cannot be read or that nothing can be made of.
  ///
  /// A record is done with before the next one is read: many of them need no more memory than what is made of them.
  func all<Value: Sendable>(
    of kind: RecordKind, by worker: @escaping @Sendable () -> (VaultRecord) throws(OAuthError) -> Value
  ) throws(OAuthError) -> [Swift.Result<Value, OAuthError>] {
    let made = Processors.map(try names(of: kind)) {
      let make = worker()
      return { name in
        Swift.Result { () throws(OAuthError) in
          // A file may be removed between the listing and here.
          try read(name, kind).map { (record) throws(OAuthError) in try make(record) }
        }
      }
    }
    for case .failure(let error) in made where !error.isOfOneRecord { throw error }
    return made.compactMap { result in
      switch result {
      case .success(let value): value.map { .success($0) }
      case .failure(let error): .failure(error)
      }
    }
  }
}
