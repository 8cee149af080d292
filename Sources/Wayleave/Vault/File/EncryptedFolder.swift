import Crypto
import WayleaveBackport
import WayleaveWire
import WayleaveSystem

/// A folder with a store in it: made at the first write, and opened again for each piece of work.
///
/// Work on it is done in order, on a thread of its own. What changes it holds the folder's lock meanwhile, which is
/// tried again and again and never waited for: a program that was stopped while it held the lock makes others busy,
/// and does not block them for ever.
final class EncryptedFolder: Sendable {
  let path: String
  // Each is tried. The first is for a new store; a change of the key adds what opens the store from then on.
  private let keys: Lock<[FileStoreKey]>
  private let disk = DiskThread()
  // Deriving a key from a passphrase is slow on purpose: the key stays in memory for as long as the header is the same.
  private let known = Lock<(header: StoreHeader, keys: StoreKeys)?>(nil)

  // What reservations hold open, for the next change of a record.
  private let held = Lock<[RecordName: PrivateFolder]>([:])

  static let lockName = "lock"
  private static let keyChangeLockName = "keys.lock"

  init(path: String, key: FileStoreKey) {
    self.path = path
    keys = Lock(key.alternatives)
  }

  /// Reads; the records are nil when no store has been made yet.
  func reading<Value: Sendable>(
    _ work: @escaping @Sendable (SealedRecords?) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    try await disk.run { () throws(OAuthError) in try work(self.open()) }
  }

  /// Where the key comes from; nil where no store has been made yet.
  func protection() async throws(OAuthError) -> StoreHeader.Protection? {
    try await disk.run { () throws(OAuthError) in
      guard let folder = try PrivateFolder.open(self.path) else { return nil }
      let headers = try self.headers(in: folder).distinct
      return (try? self.opened(headers))?.header.protection ?? headers.first?.protection
    }
  }

  /// Whether a passphrase opens the store, read on the thread of the caller; false where that cannot be seen. It derives no
  /// key.
  var hasPassphrase: Bool {
    guard let folder = try? PrivateFolder.open(path) else { return false }
    return ((try? headers(in: folder))?.distinct ?? []).contains {
      if case .passphrase = $0.protection { true } else { false }
    }
  }

  /// Reads on the thread of the caller.
  func readingAtOnce<Value>(
    _ work: (SealedRecords?) throws(OAuthError) -> Value
  ) throws(OAuthError) -> Value { try work(open()) }

  /// Changes, while no one else does; makes the store first when there is none.
  ///
  /// A change of a record uses what ``hold(_:for:)`` has for it.
  func changing<Value: Sendable>(
    _ name: RecordName? = nil, until deadline: ContinuousClock.Instant = .now + .seconds(10),
    _ work: @escaping @Sendable (SealedRecords) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    try await changing(name, until: deadline, isMade: true) { records throws(OAuthError) in
      guard let records else { throw .storeDamaged(self.path) }
      return try work(records)
    }
  }

  /// The same. Unless `isMade`, no store is created, and the records are nil when there is none.
  func changing<Value: Sendable>(
    _ name: RecordName?, until deadline: ContinuousClock.Instant = .now + .seconds(10), isMade: Bool,
    _ work: @escaping @Sendable (SealedRecords?) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    try await retrying(on: Self.lockName, until: deadline) { () throws(OAuthError) in
      // The first time without the lock: a keyring may wait for a person.
      if self.known.withLock({ $0 == nil }) { _ = try self.open() }
      let held = name.flatMap { name in self.held.withLock { $0[name] } }.flatMap { $0.isInPlace ? $0 : nil }
      let present: PrivateFolder? = if let held { held } else { try PrivateFolder.open(self.path) }
      if present == nil, !isMade { return try work(nil) }
      let folder = if let present { present } else { try PrivateFolder.openOrCreate(self.path) }
      guard let lock = try folder.takeLock(Self.lockName) else { return nil }
      defer { lock.release() }
      let headers = try self.headers(in: folder)
      if let latest = try self.opened(headers.distinct) {
        if !headers.areWhole { try self.write(latest.header, in: folder) }
        let mark = IndexMark(of: IndexFile(folder: folder))
        let value = try work(self.records(in: folder, keys: latest.keys, mark: mark))
        mark?.restore(in: folder)
        return value
      }
      guard isMade else { return try work(nil) }
      guard let records = try self.create(in: folder) else { return nil }
      return try work(records)
    }
  }

  /// Takes a lock of the store: that of a record, or another.
  func takeLock(
    until deadline: ContinuousClock.Instant, named name: @escaping @Sendable (SealedRecords) -> String
  ) async throws(OAuthError) -> FileLock {
    let name = try await changing { records throws(OAuthError) in
      let name = name(records)
      // A new file would change the folder after this.
      if records.mark != nil { _ = try records.folder.takeLock(name) }
      return name
    }
    return try await takeLock(named: name, until: deadline)
  }

  /// A text encrypted with the keys that opened the store last, without any file; nil where none did.
  func sealed(_ text: [UInt8], as name: String) -> [UInt8]? {
    known.withLock { $0 }.flatMap {
      SealedRecord(sealing: text, kind: .credential, name: name, key: $0.keys.records)?.bytes
    }
  }

  /// Holds open what the next change of a record needs; nil lets go of it.
  func hold(_ folder: PrivateFolder?, for name: RecordName) { held.withLock { $0[name] = folder } }

  private func retrying<Value: Sendable>(
    on name: String, until deadline: ContinuousClock.Instant,
    _ work: @escaping @Sendable () throws(OAuthError) -> Value?
  ) async throws(OAuthError) -> Value {
    var pace = RetryPace()
    while true {
      if let value = try await disk.run(work) { return value }
      let mayGoOn: Bool
      do throws(CancellationError) { mayGoOn = try await pace.wait(until: deadline) } catch {
        throw .storeWaitCancelled()
      }
      guard mayGoOn else { throw .storeBusy("\(path)/\(name)", heldBy: await holder(of: name)) }
    }
  }

  private func holder(of name: String) async -> LockHolder? {
    try? await disk.run { () throws(OAuthError) in try PrivateFolder.open(self.path)?.lockHolder(name) }
  }

  private func open(withCopy: Bool = false) throws(OAuthError) -> SealedRecords? {
    guard let folder = try PrivateFolder.open(path) else { return nil }
    // Behind a header that is known, its copy says nothing new to a reader: another header replaces both before a record is
    // written by it.
    if !withCopy, let known = known.withLock({ $0 }), try folder.read(StoreHeader.name) == known.header.bytes {
      return records(in: folder, keys: known.keys)
    }
    return try opened(headers(in: folder).distinct).map { records(in: folder, keys: $0.keys) }
  }

  private func records(in folder: PrivateFolder, keys: StoreKeys, mark: IndexMark? = nil) -> SealedRecords {
    // A record that does not open may be of a header that only the copy has, where an old one was put back.
    SealedRecords(folder: folder, keys: keys, mark: mark) { () throws(OAuthError) in try self.open(withCopy: true) }
  }

  /// The latest of the headers that can be opened; nil where there is none at all.
  private func opened(_ headers: [StoreHeader]) throws(OAuthError) -> (header: StoreHeader, keys: StoreKeys)? {
    if let known = known.withLock({ $0 }), headers == [known.header] { return known }
    var latest: (header: StoreHeader, keys: StoreKeys)?
    var failure: OAuthError?
    for header in headers {
      do throws(OAuthError) {
        let keys = try storeKeys(by: header)
        if latest.map({ $0.keys.generation < keys.generation }) ?? true { latest = (header, keys) }
      } catch { failure = failure ?? error }
    }
    if latest == nil, let failure { throw failure }
    known.withLock { $0 = latest ?? $0 }
    return latest
  }

  /// Writes the header and its copy; the copy first, so that at every moment one of the two opens every record.
  private func write(_ header: StoreHeader, in folder: PrivateFolder) throws(OAuthError) {
    for name in StoreHeader.names { try folder.replace(name, with: header.bytes) }
  }

  private func storeKeys(by header: StoreHeader) throws(OAuthError) -> StoreKeys {
    let sources = keys.withLock { $0 }
    var failure = header.protection.mismatch(path, byPassphrase: sources[0].isPassphrase)
    for source in sources {
      do throws(OAuthError) { if let keys = try source.keys(for: header, of: path) { return keys } } catch {
        failure = error
      }
    }
    throw failure
  }

  /// The header of a store, and its copy where that is another or the header is damaged; none where no store has been
  /// made yet.
  ///
  /// They are whole when both are there and the same.
  private func headers(
    in folder: PrivateFolder
  ) throws(OAuthError) -> (distinct: [StoreHeader], areWhole: Bool) {
    var (headers, count): ([StoreHeader], Int) = ([], 0)
    var damage: OAuthError?
    for name in [StoreHeader.name, StoreHeader.copyName] {
      let path = folder.path(of: name)
      guard let bytes = try folder.read(name) else { continue }
      do throws(OAuthError) {
        let header = try StoreHeader(reading: bytes, path: path)
        count += 1
        if !headers.contains(header) { headers.append(header) }
      } catch {
        guard error.code == .storeDamaged else { throw error }
        damage = damage ?? error
      }
    }
    guard headers.isEmpty else { return (headers, count == 2 && headers.count == 1) }
    if let damage { throw damage }
    // Records without the file that says how they are read: a new header would be a new key over old data.
    guard try !folder.names().contains(where: RecordKind.isRecordFile) else {
      throw .storeDamaged(folder.path(of: StoreHeader.name))
    }
    return ([], false)
  }

  /// Makes the store; nil while another process makes its key.
  private func create(in folder: PrivateFolder) throws(OAuthError) -> SealedRecords? {
    guard let opening = try keys.withLock({ $0[0] }).ofNewStore()?.newOpening(of: path) else { return nil }
    try write(StoreKeys(), openedBy: opening, in: folder)
    return try open()
  }

  private func write(
    _ keys: StoreKeys, openedBy opening: StoreOpening, in folder: PrivateFolder
  ) throws(OAuthError) {
    guard let header = StoreHeader(opening.protection, keys: keys, openedBy: opening.key) else {
      throw .storeDamaged(folder.path)
    }
    try write(header, in: folder)
  }
}

/// The end of a store, which need not be readable.
extension EncryptedFolder {
  /// What keeps out others: a change of the keys, and every other change.
  static let locksAgainstAll = [keyChangeLockName, lockName]

  /// Takes a lock; makes the folder where there is none, and no store in it.
  func takeLock(named name: String, until deadline: ContinuousClock.Instant) async throws(OAuthError) -> FileLock {
    try await retrying(on: name, until: deadline) { () throws(OAuthError) in
      try PrivateFolder.openOrCreate(self.path).takeLock(name)
    }
  }

  /// Throws where the store may be in use elsewhere, by a key in a keyring that is not seen here.
  func requireErasable(_ key: FileStoreKey) async throws(OAuthError) {
    try await disk.run { () throws(OAuthError) in
      guard let folder = try PrivateFolder.open(self.path) else { return }
      for case .kernelKeyring(let id) in (try? self.headers(in: folder))?.distinct.map(\.protection) ?? [] {
        for case .kernelKeyring(let keyring) in key.alternatives where !KernelKeyPlace.here.isGone(id) {
          guard try keyring.key(id.hexadecimal) == nil else { continue }
          throw .storeKeyElsewhere(in: keyring.name, of: self.path)
        }
      }
    }
  }

  /// Removes the store's keys from keyrings. Called under all locks.
  func forgetKeys(_ key: FileStoreKey) async throws(OAuthError) {
    try await disk.run { () throws(OAuthError) in
      guard let folder = try PrivateFolder.open(self.path) else { return }
      for name in StoreHeader.names {
        guard let bytes = try folder.read(name), let header = try? StoreHeader(reading: bytes, path: self.path) else {
          continue
        }
        key.alternatives.forEach { $0.forget(header.protection) }
      }
    }
  }

  /// Removes what a store has in its folder, and begins a new one where there is an opening for it. Called under all
  /// locks, whose files stay: others wait for them.
  func erase(beginningWith opening: StoreOpening?) async throws(OAuthError) {
    try await disk.run { () throws(OAuthError) in
      guard let folder = try PrivateFolder.open(self.path) else { return }
      let others = [IndexFile.name, PrivateFolder.unfinishedName]
      for name in try folder.names() where RecordKind.isRecordFile(name) || others.contains(name) {
        try folder.remove(name)
      }
      // Last: after an interruption the rest is still a store of its kind, which can be erased.
      if let opening {
        try self.write(StoreKeys(), openedBy: opening, in: folder)
      } else {
        for name in StoreHeader.names { try folder.remove(name) }
      }
      self.known.withLock { $0 = nil }
    }
  }

  /// A key for a new store here.
  func newOpening(by key: FileStoreKey) async throws(OAuthError) -> StoreOpening {
    let opening = try await disk.run { () throws(OAuthError) in try key.newOpening(of: self.path) }
    guard let opening else { throw .storeBusy(path) }
    return opening
  }
}

/// The change of a store's keys.
extension EncryptedFolder {
  /// Lets the store be opened by another key too.
  func alsoOpen(with key: FileStoreKey) { keys.withLock { $0 += key.alternatives } }

  /// Whether there is a store.
  func exists() async throws(OAuthError) -> Bool { try await reading { records throws(OAuthError) in records != nil } }

  /// Takes the lock of a change of keys; throws `store.busy` where another one is under way.
  func takeKeyChangeLock() async throws(OAuthError) -> FileLock {
    try await takeLock(until: .now + .seconds(1)) { _ in Self.keyChangeLockName }
  }

  /// Gives the store a new key for its records, and another key that opens it.
  ///
  /// From here on each record is written with the new key, and read with that or the replaced one. Where a change was
  /// interrupted, it goes on with the keys of that.
  func beginKeyChange(to key: FileStoreKey) async throws(OAuthError) -> StoreOpening {
    let opening = try await newOpening(by: key)
    return try await changing { records throws(OAuthError) in
      let before = try self.headers(in: records.folder).distinct
      try self.write(records.keys.replacingRecordKey, openedBy: opening, in: records.folder)
      // Nothing needs the old one now.
      for header in before { self.keys.withLock { $0 }.forEach { $0.forget(header.protection) } }
      return opening
    }
  }

  /// Forgets the replaced key, which no record has any more.
  func endKeyChange(to key: FileStoreKey, openedBy opening: StoreOpening) async throws(OAuthError) {
    try await changing { records throws(OAuthError) in
      guard try self.headers(in: records.folder).distinct.map(\.protection) == [opening.protection] else {
        throw .storeBusy(self.path)
      }
      try self.write(records.keys.withoutReplaced, openedBy: opening, in: records.folder)
      // It has names, encrypted with the replaced key.
      try records.folder.remove(IndexFile.name)
    }
    keys.withLock { $0 = key.alternatives }
  }
}
