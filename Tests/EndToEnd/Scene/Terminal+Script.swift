import Foundation
import WayleaveProgramRunning

extension Terminal {
  /// Starts a script of this folder that runs a command at a terminal of its own.
  func start(script: String, _ arguments: [String], environment: [String: String] = [:]) throws -> RunningProgram {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(script).path
    // -B: the script leaves no compiled files next to the sources.
    return try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
      ["python3", "-B", path] + arguments, in: home,
      environment: self.environment.merging(environment) { _, asked in asked }, deadline: .seconds(120))
  }
}
