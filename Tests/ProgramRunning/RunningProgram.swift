import Foundation
import WayleaveBackport

/// A program between its start and its end.
public final class RunningProgram: Sendable {
  private let process: Process
  // Kept: its folders must be there for as long as the program runs.
  private let home: FreshHome
  private let output: Transcript
  private let errors: Transcript
  private let started = ContinuousClock.now
  private let state = Lock(State())

  private struct State {
    var ended: ContinuousClock.Instant?
    var killedAtDeadline = false
  }

  init(starting process: Process, in home: FreshHome, deadline: Duration) throws {
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    self.process = process
    self.home = home
    self.output = Transcript(of: output)
    self.errors = Transcript(of: errors)
    process.terminationHandler = { [weak self] _ in self?.state.withLock { $0.ended = .now } }
    try Self.withDefaultSignals { try process.run() }
    // It has its own by now.
    try? (process.standardInput as? FileHandle)?.close()
    // Nobody who has its outcome need wait for the deadline, and this watch holds none of its folders.
    Task.detached { [weak self, process, started] in
      let end = started.advanced(by: deadline)
      while process.isRunning, .now < end { try? await Task.sleep(for: .milliseconds(50)) }
      guard process.isRunning else { return }
      self?.state.withLock { $0.killedAtDeadline = true }
      kill(process.processIdentifier, SIGKILL)
    }
  }

  /// The number by which the system knows it.
  public var identifier: Int32 { process.processIdentifier }

  /// What it has said on standard error so far.
  public var errorsSoFar: String { errors.text }

  /// Whether it has not ended yet.
  public var isRunning: Bool { process.isRunning }

  /// Sends a signal, such as `SIGINT` for Ctrl-C.
  public func send(_ signal: Int32) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, signal)
  }

  /// Waits for a line of standard error that contains a text, and gives the whole line.
  public func errorLine(containing text: String, within limit: Duration = .seconds(120)) async throws -> String {
    try await line(containing: text, in: errors, within: limit)
  }

  /// Waits for a line of standard output that contains a text, and gives the whole line.
  public func outputLine(containing text: String, within limit: Duration = .seconds(120)) async throws -> String {
    try await line(containing: text, in: output, within: limit)
  }

  /// Waits for the end, and gives what the program said and how it ended.
  public func outcome() async throws -> ProgramOutcome {
    while !hasEnded { try await Task.sleep(for: .milliseconds(5)) }
    let (ended, killed) = state.withLock { ($0.ended ?? .now, $0.killedAtDeadline) }
    return ProgramOutcome(
      exit: killed ? .killedAtDeadline : Exit(of: process), output: output.text, errors: errors.text,
      took: started.duration(to: ended))
  }

  /// The program has ended and everything it said has been read.
  ///
  /// A grandchild that holds the streams open, such as a browser, is not waited for.
  private var hasEnded: Bool {
    guard state.withLock({ $0.ended }) != nil else { return false }
    output.drain()
    errors.drain()
    return true
  }

  /// Starts a program with the signals that a shell would give it.
  ///
  /// It inherits what we ignore and what this thread blocks: a runner in the background ignores Ctrl-C, and a thread of
  /// the concurrency pool blocks nearly everything.
  private static func withDefaultSignals(_ start: () throws -> Void) rethrows {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try start()
  }

  private func line(containing text: String, in transcript: Transcript, within limit: Duration) async throws -> String {
    let deadline = ContinuousClock.now.advanced(by: limit)
    while true {
      let complete = hasEnded
      if let line = transcript.wholeLines.first(where: { $0.contains(text) }) { return line }
      guard !complete, .now < deadline else {
        throw ProgramFailure.lineMissing(text, output: output.text, errors: errors.text)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
