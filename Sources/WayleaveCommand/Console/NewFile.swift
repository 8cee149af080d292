import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A file that a command makes before it begins, so that it does not do its work and then fail to save the result.
///
/// It is written by the descriptor with which it was made: whatever has its name meanwhile stays as it is.
struct NewFile: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// A new file that only its owner can read; throws `configuration.invalid_value` where there is a file already.
  init(at path: String) throws(OAuthError) {
    self.path = path
    file = try TextFile.create(path)
  }

  /// Writes what belongs into it, once.
  func write(_ bytes: [UInt8]) throws(OAuthError) { try TextFile.write(bytes, to: file, at: path) }

  /// Writes what belongs into it, once; when this returns, it survives a loss of power.
  func writeDurably(_ bytes: [UInt8]) throws(OAuthError) {
    try write(bytes)
    try TextFile.synchronize(file, at: path)
  }

  /// Removes it, when it still has its name: there is nothing to put into it.
  func discard() {
    let name = String(path.split(separator: "/").last ?? "")
    let folder = String(path.dropLast(name.count))
    guard let around = try? Folder(opening: folder.isEmpty ? "." : folder, followingLink: true),
      let status = try? file.status(), (try? around.isPresent(name, as: status)) == true
    else { return }
    try? around.remove(name)
  }
}
