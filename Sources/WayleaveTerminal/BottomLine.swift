import WayleaveBackport
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
    /// How many columns the status took when it was drawn.
    var columns = 0
    /// What the user has typed after the status so far: while there is something, the status stands still.
    var typed: [UInt8] = []
    /// By what the status is known to the function that shows it.
    var number = 0
  }

  private static let state = Lock(State())
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

  /// Shows on a terminal what the user types: after the status, which is shown again below a line that is complete.
  ///
  /// - Parameter typed: what stands in the line now.
  package static func echo(_ bytes: [UInt8], typed: [UInt8], on terminal: FileDescriptor) {
    state.withLock { state in
      state.typed = state.status == nil ? [] : typed
      try? terminal.writeAll(bytes)
      if bytes.last == UInt8(ascii: "\n") { state.isDrawn = false }
    }
  }

  /// Shows a status while a function runs, from `delay` on; nothing where another one is shown, unless the user is asked.
  package static func show<Result>(
    _ status: StatusLine, after delay: Duration = .zero, while body: () async throws -> Result
  ) async rethrows -> Result {
    guard let number = begin(status) else { return try await body() }
    let ticker = Task {
      try await Task.sleep(for: delay)
      while !Task.isCancelled {
        state.withLock { if $0.number == number, $0.typed.isEmpty { draw(&$0) } }
        try await Task.sleep(for: .seconds(1))
      }
    }
    defer {
      ticker.cancel()
      end(number)
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

  /// Takes the line, and gives the number of the status there; nil where another one stands.
  private static func begin(_ status: StatusLine) -> Int? {
    state.withLock { state in
      guard state.status == nil || status.isPrompt else { return nil }
      erase(&state)
      state = State(status: status, number: state.number + 1)
      return state.number
    }
  }

  private static func end(_ number: Int) {
    state.withLock { state in
      guard state.number == number else { return }
      erase(&state)
      (state.status, state.typed) = (nil, [])
    }
  }

  private static func draw(_ state: inout State) {
    guard let status = state.status else { return }
    let width = TextLayout(for: stream).width
    let line = status.line(after: state.start.duration(to: .now), width: width, inASCII: !Environment.showsUTF8)
    put("\(start(of: state, width: width))\(line)\u{1B}[K")
    if !state.typed.isEmpty { try? stream.writeAll(state.typed) }
    (state.isDrawn, state.columns) = (true, line.columns)
  }

  private static func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    put("\(start(of: state, width: TextLayout(for: stream).width))\u{1B}[K")
    state.isDrawn = false
  }

  /// Goes to the beginning of the status: a terminal that became narrower has broken it into rows, which are blanked.
  ///
  /// xterm, which names itself in a variable, cuts the line off instead.
  private static func start(of state: State, width: Int) -> String {
    guard state.isDrawn, state.columns > width, Environment.variable("XTERM_VERSION") == nil else { return "\r" }
    return "\r\u{1B}[\((state.columns - 1) / width)A\u{1B}[J"
  }

  /// A status that cannot be shown is not missed.
  private static func put(_ text: String) { try? stream.writeAll(Array(text.utf8)) }
}
