import Crypto
import Synchronization
import WayleaveWire
import WayleaveSystem

/// A folder with a store in it: made at the first write, and opened again for each piece of work.
///
/// Work on it is done in order, on a thread of its own. What changes it holds the folder's lock meanwhile, which is
/// tried again and again and never waited for: a program that was stopped while it held the lock makes others busy,
/// and does not block them for ever.
final class EncryptedFolder: Sendable {
  let path: String
  private let key: FileStoreKey
  private let disk = DiskThread()
  // Deriving a key from a passphrase is slow on purpose: the key stays in memory for as long as the header is the same.
  private let known = Mutex<(header: StoreHeader, keys: StoreKeys)?>(nil)

  private static let lockName = "lock"

  init(path: String, key: FileStoreKey) {
    self.path = path
    self.key = key
  }

  /// Reads; the records are nil when no store has been made yet.
  func reading<Value: Sendable>(
    _ work: @escaping @Sendable (SealedRecords?) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    try await disk.run { () throws(OAuthError) in try work(self.open()) }
  }

  /// Changes, while no one else does; makes the store first when there is none.
  func changing<Value: Sendable>(
    until deadline: ContinuousClock.Instant = .now + .seconds(10),
    _ work: @escaping @Sendable (SealedRecords) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    try await retrying(on: Self.lockName, until: deadline) { () throws(OAuthError) in
      let folder = try PrivateFolder.openOrCreate(self.path)
      guard let lock = try folder.takeLock(Self.lockName) else { return nil }
      defer { lock.release() }
      if let records = try self.open() { return try work(records) }
      guard let records = try self.create(in: folder) else { return nil }
      return try work(records)
    }
  }

  /// Takes the lock of a record.
  func takeLock(for record: RecordName, until deadline: ContinuousClock.Instant) async throws(OAuthError) -> FileLock {
    let name = try await changing { records throws(OAuthError) in records.lockName(of: record) }
    return try await retrying(on: name, until: deadline) { () throws(OAuthError) in
      try PrivateFolder.openOrCreate(self.path).takeLock(name)
    }
  }

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
      guard mayGoOn else { throw .storeBusy("\(path)/\(name)") }
    }
  }

  private func open() throws(OAuthError) -> SealedRecords? {
    guard let folder = try PrivateFolder.open(path) else { return nil }
    let headerPath = folder.path(of: StoreHeader.name)
    guard let bytes = try folder.read(StoreHeader.name) else {
      // Records without the file that says how they are read: a new header would be a new key over old data.
      guard try !folder.names().contains(where: RecordKind.isRecordName) else { throw .storeDamaged(headerPath) }
      return nil
    }
    let header = try StoreHeader(reading: bytes, path: headerPath)
    if let known = known.withLock({ $0 }), known.header == header {
      return SealedRecords(folder: folder, keys: known.keys)
    }
    let keys = StoreKeys(from: try heldKey(for: header.protection))
    guard header.isProved(by: keys) else { throw .storeKeyWrong(path, isPassphrase: key.isPassphrase) }
    known.withLock { $0 = (header, keys) }
    return SealedRecords(folder: folder, keys: keys)
  }

  private func heldKey(for protection: StoreHeader.Protection) throws(OAuthError) -> SymmetricKey {
    switch (protection, key) {
    case (.keyFile, .keyFile(let keyPath)):
      guard let held = try KeyFile(keyPath).read() else { throw .storeKeyMissing(keyPath, of: path) }
      return held
    case (.passphrase(let cost, let salt), .passphrase(let passphrase, _)):
      guard let held = cost.key(from: passphrase, salt: salt) else { throw .storePassphraseUnusable() }
      return held
    case (.keyFile, .passphrase): throw .storeProtectedOtherwise(path, byPassphrase: false)
    case (.passphrase, .keyFile): throw .storeProtectedOtherwise(path, byPassphrase: true)
    }
  }

  /// Makes the store; nil while another process makes its key.
  private func create(in folder: PrivateFolder) throws(OAuthError) -> SealedRecords? {
    let protection: StoreHeader.Protection
    let newKey: SymmetricKey
    switch key {
    case .keyFile(let keyPath):
      guard let held = try KeyFile(keyPath).readOrCreate() else { return nil }
      (protection, newKey) = (.keyFile, held)
    case .passphrase(let passphrase, let cost):
      var random = SystemRandomNumberGenerator()
      let salt = RandomText.bytes(StoreHeader.saltSize, using: &random)
      guard let derived = cost.key(from: passphrase, salt: salt) else { throw .storePassphraseUnusable() }
      (protection, newKey) = (.passphrase(cost, salt: salt), derived)
    }
    guard let header = StoreHeader(protection, keys: StoreKeys(from: newKey)) else { throw .storeDamaged(folder.path) }
    try folder.replace(StoreHeader.name, with: header.bytes)
    return try open()
  }
}
