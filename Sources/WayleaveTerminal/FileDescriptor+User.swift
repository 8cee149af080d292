package import WayleaveSystem

extension FileDescriptor {
  /// Whether it shows colours and the user wants them, by `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM`.
  package var showsColors: Bool {
    guard isTerminal, Environment.variable("NO_COLOR") == nil, Environment.variable("TERM") ?? "dumb" != "dumb" else {
      return false
    }
    return Environment.variable("CLICOLOR") != "0" || Environment.variable("CLICOLOR_FORCE") ?? "0" != "0"
  }

  /// Waits until there is something to read, or the end; false when the task is cancelled, as by Ctrl-C.
  package func waitForInput() -> Bool {
    while !Task.isCancelled {
      if isReadable(withinMilliseconds: 100) { return true }
    }
    return false
  }
}
