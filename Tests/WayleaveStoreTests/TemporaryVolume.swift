import Foundation

/// A small volume of a test's own, which can be filled and locked; gone with the test.
final class TemporaryVolume: Sendable {
  let path: String

  /// Whether this process may mount one.
  static let isPossible: Bool = (try? TemporaryVolume(kilobytes: 16)) != nil

  struct MountFailure: Error {}

  init(kilobytes: Int) throws {
    path = NSTemporaryDirectory() + "wayleave-volume-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=700", "tmpfs", path])
  }

  deinit {
    try? Self.run("umount", [path])
    rmdir(path)
  }

  func remountReadOnly() throws { try Self.run("mount", ["-o", "remount,ro", path]) }

  private static func run(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw MountFailure() }
  }
}
