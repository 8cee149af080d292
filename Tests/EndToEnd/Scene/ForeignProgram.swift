import Foundation
import WayleaveProgramRunning

/// Programs that nobody here wrote, from the folder that `Scripts/prepare.sh test` makes.
enum ForeignProgram {
  /// The Python in which they are installed; fails, rather than skips, when it is not there.
  static func python() throws -> Program {
    let python = repository.appendingPathComponent(".build/peers/bin/python3")
    guard FileManager.default.isExecutableFile(atPath: python.path) else { throw Missing(path: python.path) }
    return Program(executable: python)
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
