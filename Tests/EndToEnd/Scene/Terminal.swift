import Foundation
import Testing
import WayleaveProgramRunning

/// A user at a terminal with nothing set up, and the papers that she brings along.
///
/// Whatever a program says here must hold none of her secrets, and whatever it writes must stand in `WAYLEAVE_HOME`.
final class Terminal {
  let home: FreshHome
  /// A folder of the user's own, for what she writes herself.
  let papers: URL
  /// What no program may ever say.
  var secrets: [String] = []
  /// Set with every command.
  var environment: [String: String] = [:]
  private let program: Program

  init() throws {
    home = try FreshHome()
    program = try .wayleave()
    papers = FileManager.default.temporaryDirectory.appendingPathComponent("wayleave-papers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: papers, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: papers) }

  /// Runs a command to its end.
  @discardableResult
  func wayleave(
    _ arguments: String..., environment: [String: String] = [:], input: String = "",
    location: SourceLocation = #_sourceLocation
  ) async throws -> ProgramOutcome {
    try await outcome(of: try start(arguments, environment: environment, input: input), location: location)
  }

  /// Starts a command, whose end is waited for with ``outcome(of:location:)``.
  func start(
    _ arguments: [String], environment: [String: String] = [:], input: String = "",
    deadline: Duration = Program.patience
  ) throws -> RunningProgram {
    try program.start(
      arguments, in: home, environment: self.environment.merging(environment) { _, asked in asked }, input: input,
      deadline: deadline)
  }

  /// Runs a line of the shell, in which `$0` is the program.
  func shell(
    _ line: String, environment: [String: String] = [:], location: SourceLocation = #_sourceLocation
  ) async throws -> ProgramOutcome {
    try await outcome(of: try startShell(line, environment: environment), location: location)
  }

  func startShell(_ line: String, environment: [String: String] = [:]) throws -> RunningProgram {
    try Program(executable: URL(fileURLWithPath: "/bin/sh")).start(
      ["-c", line, program.executable.path], in: home,
      environment: self.environment.merging(environment) { _, asked in asked })
  }

  /// Opens an address in the browser of our own, and gives what that printed.
  @discardableResult
  func browse(_ url: String, _ orders: [String], location: SourceLocation = #_sourceLocation) async throws -> String {
    let run = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      .run(["python3", PlainBrowser.script.path] + orders + [url], in: try FreshHome())
    #expect(run.exit == .code(0), "the browser: \(run.errors)", sourceLocation: location)
    return run.output.trimmingCharacters(in: .newlines)
  }

  /// Waits for the end of a command, and sees that it kept what every command promises.
  func outcome(
    of running: RunningProgram, location: SourceLocation = #_sourceLocation
  ) async throws -> ProgramOutcome {
    let outcome = try await running.outcome()
    #expect(outcome.leaks(of: secrets) == [], sourceLocation: location)
    for log in kept(".log") {
      let lines = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      for secret in secrets {
        #expect(!lines.contains(secret), "\(log.lastPathComponent) has a secret", sourceLocation: location)
      }
    }
    #expect(home.strayFiles() == [], sourceLocation: location)
    return outcome
  }

  /// Writes a paper and gives its path.
  func paper(_ name: String, _ text: String) throws -> String {
    let file = papers.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    // Some hold secrets, which no one else may read.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return file.path
  }

  /// The files under `WAYLEAVE_HOME` whose names end so.
  func kept(_ suffix: String) -> [URL] {
    (FileManager.default.subpaths(atPath: home.wayleave.path) ?? []).filter { $0.hasSuffix(suffix) }.sorted()
      .map { home.wayleave.appendingPathComponent($0) }
  }
}

extension ProgramOutcome {
  /// The answer, without the line break at its end.
  var answer: String { output.trimmingCharacters(in: .newlines) }

  /// The answer as the one JSON object that it must be.
  func json(location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines.last == "", "one line: \(output)", sourceLocation: location)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], sourceLocation: location)
  }

  /// The code of the error that the answer is.
  func errorCode(location: SourceLocation = #_sourceLocation) throws -> String? {
    try (json(location: location)["error"] as? [String: Any])?["code"] as? String
  }

  /// The code in the words for people: the last line shows it in brackets.
  var shownCode: String? {
    errors.split(separator: "\n").last { $0.hasPrefix("  [") }.flatMap { $0.split(separator: ",").first }
      .map { String($0.drop { " [".contains($0) }) }
  }
}
