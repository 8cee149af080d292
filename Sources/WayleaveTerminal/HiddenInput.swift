import WayleaveConsole
import WayleaveSystem
package import WayleaveWire

/// Text that is typed or pasted at a terminal and not shown there.
///
/// A terminal's own lines end at 4096 bytes. A token or a key can be longer, so each byte is read as it comes.
package struct HiddenInput {
  /// What ends the input, in addition to Ctrl-D.
  package enum End {
    case line, onlyControlD
  }

  private static let deletes: [UInt8] = [0x08, 0x7F]
  private static let controlD: UInt8 = 0x04
  private static let controlU: UInt8 = 0x15

  private var bytes: [UInt8] = []
  private var sequence = TypedSequence()

  /// Shows a prompt and reads; throws `sign_in.cancelled` at Ctrl-C. Afterwards the terminal is as it was.
  package static func read(_ prompt: String, until end: End) throws(OAuthError) -> [UInt8] {
    // Without a terminal there is no one who could read the prompt.
    guard FileDescriptor.standardInput.isTerminal else { throw .noTerminal() }
    Console.prompt(prompt)
    guard TerminalMode.takeBytes(discardingInput: true) else { throw .noTerminal() }
    defer { TerminalMode.restore(discardingInput: true) }
    var input = HiddenInput()
    while true {
      guard FileDescriptor.standardInput.waitForInput(), let some = try? FileDescriptor.standardInput.readSome()
      else {
        throw .inputInterrupted()
      }
      if some.isEmpty || input.take(some, until: end) { return input.bytes }
      guard input.bytes.count <= TextFile.maximumSize else { throw .inputInterrupted() }
    }
  }

  /// Takes typed bytes; true when the input is complete.
  private mutating func take(_ typed: [UInt8], until end: End) -> Bool {
    for byte in typed where !sequence.takes(byte) {
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
      .invalidValue, message: "There is no terminal to type at.",
      rule: .wayleave("hidden input is typed at a terminal"), remedy: "Give it by a file or standard input.")
  }

  package static func inputInterrupted() -> OAuthError {
    OAuthError(
      .cancelled, message: "You ended the input before it was complete.",
      rule: .wayleave("typed input ends with Enter or Ctrl-D"), remedy: "Start again, or give it by a file.")
  }
}
