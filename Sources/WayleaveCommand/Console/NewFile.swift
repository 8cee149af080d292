import WayleaveWire

/// A file that a command makes before it begins, so that it does not do its work and then fail to save the result.
struct NewFile: Sendable {
  private let path: String

  /// A new file that only its owner can read; throws `configuration.invalid_value` where there is a file already.
  init(at path: String) throws(OAuthError) {
    self.path = path
    try TextFile.write([], toNew: path)
  }

  /// Replaces what is in it.
  func write(_ bytes: [UInt8]) throws(OAuthError) { try TextFile.write(bytes, over: path) }

  /// Removes it: there is nothing to put into it.
  func discard() {
    let name = path.split(separator: "/").last ?? ""
    let folder = path.dropLast(name.count)
    try? TextFile.remove(String(name), in: folder.isEmpty ? "." : String(folder))
  }
}
