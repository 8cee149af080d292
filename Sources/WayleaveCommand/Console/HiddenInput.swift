import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What is typed or pasted at a terminal and not shown there.
///
/// The terminal's own lines end at 4096 bytes, which a token or a key can exceed: so each byte is taken as it comes.
struct HiddenInput {
  /// What ends the input, besides Ctrl-D.
  enum End {
    case line, onlyControlD
  }

  private static let deletes: [UInt8] = [0x08, 0x7F]
  private static let controlD: UInt8 = 0x04
  private static let controlU: UInt8 = 0x15

  private var bytes: [UInt8] = []

  /// Asks for it and brings it; throws `sign_in.cancelled` at Ctrl-C. The terminal is afterwards as it was.
  static func read(_ prompt: String, until end: End) throws(OAuthError) -> [UInt8] {
    Console.prompt(prompt)
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw .noTerminal() }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
    var input = HiddenInput()
    while true {
      guard Descriptor.standardInput.waitForInput(), let some = Descriptor.standardInput.readSome() else {
        throw .inputInterrupted()
      }
      if some.isEmpty || input.take(some, until: end) { return input.bytes }
      guard input.bytes.count <= TextFile.maximumSize else { throw .inputInterrupted() }
    }
  }

  /// Takes what was typed; whether that was all.
  private mutating func take(_ typed: [UInt8], until end: End) -> Bool {
    for byte in typed {
      switch byte {
      case Self.controlD: return true
      case UInt8(ascii: "\n") where end == .line: return true
      case Self.controlU: bytes = []
      case _ where Self.deletes.contains(byte): _ = bytes.popLast()
      default: bytes.append(byte)
      }
    }
    return false
  }
}

extension OAuthError {
  fileprivate static func noTerminal() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("what is typed is typed at a terminal"), expected: "a terminal",
      received: .described("none that could be asked"), remedy: "Give it by a file or standard input.")
  }

  static func inputInterrupted() -> OAuthError {
    OAuthError(
      .cancelled, rule: .wayleave("what is typed ends with Enter or Ctrl-D"), expected: "what was asked for",
      received: .described("an interruption"), remedy: "Begin again, or give it by a file.")
  }
}
