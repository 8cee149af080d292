import Foundation
import WayleaveProgramRunning

extension Terminal {
  /// Starts a script of this folder that runs a command at a terminal of its own.
  func start(script: String, _ arguments: [String], environment: [String: String] = [:]) throws -> RunningProgram {
    // -B: the script leaves no compiled files next to the sources.
    return try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
      ["python3", "-B", Self.path(ofScript: script)] + arguments, in: home,
      environment: self.environment.merging(environment) { _, asked in asked })
  }

  /// The path of a script of this folder.
  static func path(ofScript name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
