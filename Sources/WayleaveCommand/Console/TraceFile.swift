import ArgumentParser
import Synchronization
import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// The file of `login --trace-html`.
final class TraceFile: Sendable {
  private let file: NewFile
  private let page: Mutex<TracePage>
  private let start = ContinuousClock.now

  /// A new file that only its owner can read; throws `configuration.invalid_value` where there is a file already.
  ///
  /// - Parameter program: the program and its version, for the summary.
  init(at path: String, by program: String) throws(OAuthError) {
    file = try NewFile(at: path)
    page = Mutex(TracePage(program: program, date: WallClock.now()))
  }

  /// Removes the file: nothing happened.
  func discard() { file.discard() }

  /// Adds a step.
  func add(_ event: Event) {
    let after = start.duration(to: .now)
    page.withLock { $0.add(event, after: after) }
  }

  /// Writes the steps, and how the sign-in ended.
  func finish(_ failure: (any Error)?) throws(OAuthError) {
    let text = page.withLock { $0 }.text(endingWith: failure, after: start.duration(to: .now))
    try file.write(Array(text.utf8))
  }
}

extension OutputOptions {
  /// What receives the steps, for the terminal and for a file; nil when they are not to be shown.
  func listener(also trace: TraceFile? = nil) -> (@Sendable (Event) -> Void)? {
    guard isTraced || trace != nil else { return nil }
    return { event in
      tell(event)
      trace?.add(event)
    }
  }
}
