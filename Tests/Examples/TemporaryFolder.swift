import Foundation

/// A folder of a test's own, private as a store wants it, and gone with the test.
final class TemporaryFolder: Sendable {
  let path: String

  /// `isInMemory` is for tests that write thousands of times, at each of which a disk waits.
  init(isInMemory: Bool = false) {
    let memory = "/dev/shm/"
    let isPossible = isInMemory && FileManager.default.isWritableFile(atPath: memory)
    let parent = isPossible ? memory : NSTemporaryDirectory()
    path = parent + "wayleave-test-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The files below, by name and content; those in which nothing is are left out when asked.
  func files(in folder: String = "store") -> [String: [UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
    return Dictionary(uniqueKeysWithValues: names.map { ($0, bytes("\(folder)/\($0)")) })
  }

  /// The one file whose name ends so.
  func onlyFile(_ suffix: String) -> String? {
    let names = files().keys.filter { $0.hasSuffix(suffix) }
    return names.count == 1 ? names.first.map { "store/\($0)" } : nil
  }

  func bytes(_ name: String) -> [UInt8] { Array(FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()) }

  /// Overwrites a file in place, its permissions as they are.
  func overwrite(_ name: String, with bytes: [UInt8]) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/\(name)"))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  /// Makes a file of its owner's alone.
  func write(_ name: String, _ bytes: [UInt8]) {
    _ = FileManager.default.createFile(
      atPath: "\(path)/\(name)", contents: Data(bytes), attributes: [.posixPermissions: 0o600])
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
  }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
  }
}
