import Crypto
import WayleaveWire
import WayleaveSystem

/// A file of 32 random bytes that opens a store.
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

  /// The key; nil when there is no such file.
  func read() throws(OAuthError) -> SymmetricKey? {
    guard let bytes = try PrivateFolder.open(folderPath)?.read(name) else { return nil }
    guard bytes.count == Self.size else { throw .storeDamaged(path) }
    return SymmetricKey(data: bytes)
  }

  /// The key, made first when there is none; nil while another process makes one.
  func readOrCreate() throws(OAuthError) -> SymmetricKey? {
    if let key = try read() { return key }
    let folder = try PrivateFolder.openOrCreate(folderPath)
    guard let lock = try folder.takeLock(Self.lockName) else { return nil }
    defer { lock.release() }
    if let key = try read() { return key }
    var random = SystemRandomNumberGenerator()
    try folder.replace(name, with: RandomText.bytes(Self.size, using: &random), through: Self.unfinishedName)
    return try read()
  }

  // A key file may be in the folder of a store, whose own lock is held meanwhile: hence other names.
  private static let lockName = "key-lock"
  private static let unfinishedName = "key-unfinished"
}
