import WayleaveBackport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The mode of the terminal at standard input, changed for a while.
package enum TerminalMode {
  /// What the terminal was before the change; nil while nothing is changed.
  private static let before = Lock<termios?>(nil)

  /// Whether standard input is a terminal, and this process is of the job in its foreground: others may not read it.
  package static var isOurs: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Hands over each byte as it is typed, and shows none; false when standard input is not a terminal.
  ///
  /// `discardingInput` throws away what was typed before: a secret must not have been shown already.
  package static func takeBytes(discardingInput: Bool) -> Bool {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
    before.withLock { $0 = $0 ?? mode }
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON)
    return tcsetattr(STDIN_FILENO, discardingInput ? TCSAFLUSH : TCSADRAIN, &mode) == 0
  }

  /// Takes the bytes again where another job had the terminal meanwhile: a shell sets its own mode when this one is
  /// stopped (Ctrl-Z), and leaves it so.
  package static func takeBytesAgain() {
    guard before.withLock({ $0 != nil }), isOurs else { return }
    var mode = termios()
    let flags = tcflag_t(ECHO | ICANON)
    guard tcgetattr(STDIN_FILENO, &mode) == 0, mode.c_lflag & flags != 0 else { return }
    mode.c_lflag &= ~flags
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
  }

  /// Puts the terminal back as it was; also before the program ends at once.
  package static func restore(discardingInput: Bool = false) {
    before.withLock { before in
      guard var mode = before else { return }
      tcsetattr(STDIN_FILENO, discardingInput ? TCSAFLUSH : TCSADRAIN, &mode)
      before = nil
    }
  }
}
