import Foundation
import WayleaveProgramRunning

/// Programs that others wrote, which `Scripts/prepare.sh test` installs.
enum ForeignProgram {
  /// Whether those of PyPI are there. Where they are not, tests are left out, but never in CI: RequiredProgramTests.
  static let arePeersInstalled = (try? python()) != nil

  /// Whether Debian's Ruby has `ruby-oauth`.
  static let hasRubyOAuth = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ruby")
    process.arguments = ["-e", "require 'oauth'"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Whether each of some programs of the system is there.
  static func isInstalled(_ names: String...) -> Bool {
    let folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"]
    return names.allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  /// The Python in which they are installed.
  static func python() throws -> Program {
    try program(at: repository.appendingPathComponent(".build/peers/bin/python3").path)
  }

  /// Debian's Ruby, with its `ruby-oauth`.
  static func ruby() throws -> Program { try program(at: "/usr/bin/ruby") }

  /// Debian's `age`, which encrypts files.
  static func age() throws -> Program { try program(at: "/usr/bin/age") }

  /// Debian's `oidc-gen`, which opens the accounts of oidc-agent.
  static func oidcGen() throws -> Program { try program(at: "/usr/bin/oidc-gen") }

  private static func program(at path: String) throws -> Program {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
    return Program(executable: URL(fileURLWithPath: path))
  }

  /// A script of `Tests/Peers`.
  static func script(_ name: String) -> String { repository.appendingPathComponent("Tests/Peers/\(name)").path }

  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "There is no \(path). Run `Scripts/prepare.sh test`: it installs the foreign programs that the tests need."
    }
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
