import Synchronization
package import WayleaveConsole
package import WayleaveSystem

/// The last line of the terminal, where a status is drawn in place.
///
/// All that is written to a terminal goes through here: the status is erased first, and drawn again below.
package enum BottomLine {
  private struct State {
    var status: StatusLine?
    var start = ContinuousClock.now
    var isDrawn = false
  }

  private static let state = Mutex(State())
  private static let stream = FileDescriptor.standardError

  /// Writes to a stream, above the status when that is a terminal.
  package static func write(_ bytes: [UInt8], to other: FileDescriptor) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      let isAbove = state.isDrawn && other.isTerminal
      if isAbove { erase(&state) }
      try other.writeAll(bytes)
      if isAbove, bytes.last == UInt8(ascii: "\n") { draw(&state) }
    }
  }

  /// Shows a status while a function runs, from `delay` on; nothing where another one is shown.
  package static func show<Result>(
    _ status: StatusLine, after delay: Duration = .zero, while body: () async throws -> Result
  ) async rethrows -> Result {
    guard begin(status) else { return try await body() }
    let ticker = Task {
      try await Task.sleep(for: delay)
      while !Task.isCancelled {
        state.withLock { draw(&$0) }
        try await Task.sleep(for: .seconds(1))
      }
    }
    defer {
      ticker.cancel()
      end()
    }
    return try await body()
  }

  /// Erases the status when the program ends at once, unless another thread hangs while it writes.
  package static func leave() {
    _ = state.withLockIfAvailable { state in
      erase(&state)
      state.status = nil
    }
  }

  /// Whether standard error is a terminal on which a line can be drawn in place.
  package static var isPossible: Bool {
    stream.isTerminal && Environment.variable("TERM") ?? "dumb" != "dumb"
  }

  private static func begin(_ status: StatusLine) -> Bool {
    state.withLock { state in
      guard state.status == nil else { return false }
      state = State(status: status)
      return true
    }
  }

  private static func end() {
    state.withLock { state in
      erase(&state)
      state.status = nil
    }
  }

  private static func draw(_ state: inout State) {
    guard let status = state.status else { return }
    let line = status.line(
      after: state.start.duration(to: .now), width: TextLayout(for: stream).width, inASCII: !Environment.showsUTF8)
    put("\r\(line)\u{1B}[K")
    state.isDrawn = true
  }

  private static func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    put("\r\u{1B}[K")
    state.isDrawn = false
  }

  /// A status that cannot be shown is not missed.
  private static func put(_ text: String) { try? stream.writeAll(Array(text.utf8)) }
}
