import Crypto
import WayleaveWire
import WayleaveSystem

/// A file of 32 random bytes that opens a store; while the key is replaced, of the new ones and then the old ones.
///
/// Where the keys of the stores are in a keyring, it says that instead: each later store has its key there too.
struct KeyFile {
  /// What stands in the file.
  enum Content {
    /// There is no such file: no store has chosen its place yet.
    case nothing
    /// The keys, the newest first.
    case keys([SymmetricKey])
    /// The keys are in the keyring.
    case inKeyring

    var keys: [SymmetricKey] {
      guard case .keys(let keys) = self else { return [] }
      return keys
    }
  }

  private let folderPath: String
  private let name: String

  private static let size = 32
  private static let inKeyring = Array("in the keyring\n".utf8)

  /// The key file at a path; throws when the path names no file in a folder.
  init(_ path: String) throws(OAuthError) {
    guard path.utf8.first == UInt8(ascii: "/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      path.index(after: slash) < path.endIndex
    else { throw .storePathNotAbsolute(path) }
    folderPath = String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }

  var path: String { "\(folderPath)/\(name)" }

  /// What stands in it.
  func read() throws(OAuthError) -> Content {
    guard let bytes = try PrivateFolder.open(folderPath)?.read(name) else { return .nothing }
    if bytes == Self.inKeyring { return .inKeyring }
    guard bytes.count == Self.size || bytes.count == 2 * Self.size else { throw .storeDamaged(path) }
    return .keys(
      stride(from: 0, to: bytes.count, by: Self.size).map { SymmetricKey(data: bytes[$0..<$0 + Self.size]) })
  }

  /// What stands in it; where that is nothing, the place that is chosen now is written first. Nil while another process
  /// changes the file.
  func read(choosing isInKeyring: () -> Bool) throws(OAuthError) -> Content? {
    let content = try read()
    guard case .nothing = content else { return content }
    // Without the lock: a keyring may take its time to answer.
    let isInKeyring = isInKeyring()
    return try changing { (folder, content) throws(OAuthError) in
      guard case .nothing = content else { return }
      try isInKeyring ? writePlace(in: folder) : write([SymmetricKey(size: .bits256)], in: folder)
    }
  }

  /// Says that the keys are in the keyring, and forgets those that are here; nil while another process changes the file.
  func moveToKeyring() throws(OAuthError) -> Content? {
    try changing { (folder, _) throws(OAuthError) in try writePlace(in: folder) }
  }

  /// The newest key, made first when there is none; nil while another process makes one.
  func readOrCreate() throws(OAuthError) -> SymmetricKey? {
    if let key = try read().keys.first { return key }
    return try changing { (folder, content) throws(OAuthError) in
      if content.keys.isEmpty { try write([SymmetricKey(size: .bits256)], in: folder) }
    }?.keys.first
  }

  /// Puts a new key before the one that is there; where two are there already, an earlier change goes on.
  func addKey() throws(OAuthError) -> SymmetricKey? {
    try changing { (folder, content) throws(OAuthError) in
      if content.keys.count == 1 { try write([SymmetricKey(size: .bits256), content.keys[0]], in: folder) }
    }?.keys.first
  }

  /// Removes all keys but the newest.
  func removeOldKeys() throws(OAuthError) -> SymmetricKey? {
    try changing { (folder, content) throws(OAuthError) in
      if content.keys.count > 1 { try write([content.keys[0]], in: folder) }
    }?.keys.first
  }

  /// Removes the file.
  func remove() throws(OAuthError) { try PrivateFolder.open(folderPath)?.remove(name) }

  /// Changes the file while no one else does, and gives what stands in it then; nil while another process changes it.
  private func changing(
    _ change: (PrivateFolder, Content) throws(OAuthError) -> Void
  ) throws(OAuthError) -> Content? {
    let folder = try PrivateFolder.openOrCreate(folderPath)
    guard let lock = try folder.takeLock(Self.lockName) else { return nil }
    defer { lock.release() }
    try change(folder, try read())
    return try read()
  }

  private func writePlace(in folder: PrivateFolder) throws(OAuthError) {
    try folder.replace(name, with: Self.inKeyring, through: Self.unfinishedName)
  }

  private func write(_ keys: [SymmetricKey], in folder: PrivateFolder) throws(OAuthError) {
    let bytes = keys.flatMap { key in key.withUnsafeBytes { Array($0) } }
    try folder.replace(name, with: bytes, through: Self.unfinishedName)
  }

  // A key file may be in the folder of a store, whose own lock is held meanwhile: hence other names.
  private static let lockName = "key-lock"
  private static let unfinishedName = "key-unfinished"
}
