import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal

/// Reads keys at a terminal where nothing is typed: so that what is typed all the same stays no command for the shell.
enum KeyInput {
  /// Hands each key to a function until that gives false, or the deadline has come; the terminal is then as it was.
  static func read(until deadline: ContinuousClock.Instant, press: (WaitingKey) async -> Bool) async {
    guard TerminalMode.takeBytes(discardingInput: false) else {
      try? await Task.sleep(until: deadline)
      return
    }
    defer { TerminalMode.restore(discardingInput: true) }
    while !Task.isCancelled, ContinuousClock.now < deadline {
      guard FileDescriptor.standardInput.isReadable(withinMilliseconds: 0) else {
        TerminalMode.takeBytesAgain()
        try? await Task.sleep(for: .milliseconds(50))
        continue
      }
      guard let some = try? FileDescriptor.standardInput.readSome(), !some.isEmpty else {
        try? await Task.sleep(until: deadline)
        return
      }
      if let key = WaitingKey(some), await !press(key) { return }
    }
  }
}
