import Foundation
import Testing
import WayleaveProgramRunning

/// A `wayleave login` that waits for the browser, which the test plays.
struct WaitingSignIn {
  let running: RunningProgram
  let authorizationURL: String

  /// Starts it with a browser that does nothing.
  static func begin(
    at terminal: Terminal, to entry: EmulatedProviders.Entry, _ arguments: [String] = [],
    environment: [String: String] = ["BROWSER": "true"]
  ) async throws -> WaitingSignIn {
    let running = try terminal.start(["login", entry.rawValue] + arguments, environment: environment)
    return try await WaitingSignIn(running)
  }

  /// Waits until the address is shown.
  init(_ running: RunningProgram) async throws {
    self.running = running
    authorizationURL = try await running.errorLine(containing: "/authorize?").trimmingCharacters(in: .whitespaces)
  }
}
