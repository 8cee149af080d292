import Crypto
import WayleaveWire
import WayleaveSystem

/// A file of 32 random bytes that opens a store; while the key is replaced, of the new ones and then the old ones.
struct KeyFile {
  private let folderPath: String
  private let name: String

  private static let size = 32

  /// The key file at a path; throws when the path names no file in a folder.
  init(_ path: String) throws(OAuthError) {
    guard path.utf8.first == UInt8(ascii: "/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      path.index(after: slash) < path.endIndex
    else { throw .storePathNotAbsolute(path) }
    folderPath = String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }

  var path: String { "\(folderPath)/\(name)" }

  /// The keys, the newest first; none when there is no such file.
  func read() throws(OAuthError) -> [SymmetricKey] {
    guard let bytes = try PrivateFolder.open(folderPath)?.read(name) else { return [] }
    guard bytes.count == Self.size || bytes.count == 2 * Self.size else { throw .storeDamaged(path) }
    return stride(from: 0, to: bytes.count, by: Self.size).map { SymmetricKey(data: bytes[$0..<$0 + Self.size]) }
  }

  /// The newest key, made first when there is none; nil while another process makes one.
  func readOrCreate() throws(OAuthError) -> SymmetricKey? {
    if let key = try read().first { return key }
    return try changing { (folder, keys) throws(OAuthError) in
      if keys.isEmpty { try write([SymmetricKey(size: .bits256)], in: folder) }
    }
  }

  /// Puts a new key before the one that is there; where two are there already, an earlier change goes on.
  func addKey() throws(OAuthError) -> SymmetricKey? {
    try changing { (folder, keys) throws(OAuthError) in
      if keys.count == 1 { try write([SymmetricKey(size: .bits256), keys[0]], in: folder) }
    }
  }

  /// Removes all keys but the newest.
  func removeOldKeys() throws(OAuthError) -> SymmetricKey? {
    try changing { (folder, keys) throws(OAuthError) in
      if keys.count > 1 { try write([keys[0]], in: folder) }
    }
  }

  /// Removes the file.
  func remove() throws(OAuthError) { try PrivateFolder.open(folderPath)?.remove(name) }

  /// Changes the file while no one else does, and gives its newest key; nil while another process changes it.
  private func changing(
    _ change: (PrivateFolder, [SymmetricKey]) throws(OAuthError) -> Void
  ) throws(OAuthError) -> SymmetricKey? {
    let folder = try PrivateFolder.openOrCreate(folderPath)
    guard let lock = try folder.takeLock(Self.lockName) else { return nil }
    defer { lock.release() }
    try change(folder, try read())
    return try read().first
  }

  private func write(_ keys: [SymmetricKey], in folder: PrivateFolder) throws(OAuthError) {
    let bytes = keys.flatMap { key in key.withUnsafeBytes { Array($0) } }
    try folder.replace(name, with: bytes, through: Self.unfinishedName)
  }

  // A key file may be in the folder of a store, whose own lock is held meanwhile: hence other names.
  private static let lockName = "key-lock"
  private static let unfinishedName = "key-unfinished"
}
