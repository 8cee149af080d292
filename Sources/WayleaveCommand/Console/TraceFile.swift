import ArgumentParser
import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// The steps of a sign-in, for the files of `login --trace-html` and `login --trace-save`, and for `wayleave trace save`.
final class TraceFile: Sendable {
  private let page: NewFile?
  private let saved: NewFile?
  private let last: LastSignIn
  private let record: Lock<TraceRecord>
  private let privacy = TracePrivacy()
  private let start = ContinuousClock.now

  /// New files that only their owner can read; throws `configuration.invalid_value` where there is a file already.
  ///
  /// - Parameters:
  ///   - last: where the record of the last sign-in stands.
  ///   - program: the program and its version, for the summary.
  init(
    page pagePath: String?, saved savedPath: String?, last: LastSignIn, by program: String
  ) throws(OAuthError) {
    self.last = last
    page = try pagePath.map { (path) throws(OAuthError) in try NewFile(at: path) }
    do throws(OAuthError) {
      saved = try savedPath.map { (path) throws(OAuthError) in try NewFile(at: path) }
    } catch {
      page?.discard()
      throw error
    }
    record = Lock(TraceRecord(program: program, date: WallClock.now()))
  }

  /// Removes the files: nothing happened.
  func discard() {
    page?.discard()
    saved?.discard()
  }

  /// Adds a step.
  func add(_ event: Event) {
    let after = start.duration(to: .now)
    record.withLock { $0.add(privacy.withoutUser(event), after: after) }
  }

  /// Writes the steps, and how the sign-in ended.
  func finish(_ failure: (any Error)?) throws(OAuthError) {
    var record = record.withLock { $0 }
    record.end(failure.map(privacy.withoutUser), after: start.duration(to: .now))
    let bytes = record.json.encoded() + [UInt8(ascii: "\n")]
    // A command that was refused before its first step leaves the record of the sign-in before it.
    if !record.steps.isEmpty { last.replace(with: bytes) }
    try page?.write(Array(TracePage(of: record).text.utf8))
    try saved?.write(bytes)
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
