import Foundation

/// A private folder of a test's own, gone with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    // Short: the path of a socket has little room.
    path = "/tmp/wa-\(UUID().uuidString.prefix(8))"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data(), as: UTF8.self)
  }

  func isPresent(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  func write(_ name: String, _ text: String, mode: Int = 0o600) {
    _ = FileManager.default.createFile(
      atPath: "\(path)/\(name)", contents: Data(text.utf8), attributes: [.posixPermissions: mode])
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  func copy(_ file: String, to name: String) throws {
    try FileManager.default.copyItem(atPath: file, toPath: "\(path)/\(name)")
  }

  /// Adds bytes to the end of a file, in a new file of that name.
  func replace(_ name: String, adding bytes: [UInt8]) throws {
    let old = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    _ = FileManager.default.createFile(
      atPath: "\(path)/\(name)", contents: old + Data(bytes), attributes: [.posixPermissions: 0o755])
  }

  func mode(of name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"))?[.posixPermissions] as? Int
  }
}

extension TemporaryFolder {
  func names(_ name: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")) ?? []
  }
}
