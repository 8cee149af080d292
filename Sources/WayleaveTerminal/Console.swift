import WayleaveBackport
package import WayleaveConsole
import WayleaveSystem
package import WayleaveWire

/// The streams: the answer goes to standard output, everything for the user to standard error.
///
/// Lines for people are broken here to fit the terminal, and `wayleave:` and `Warning:` get their colours here.
package enum Console {
  /// Writes the answer for a person, on a terminal in lines that fit, and a line break.
  package static func answer(_ text: String) {
    let stream = FileDescriptor.standardOutput
    write(line(text, in: stream.isTerminal ? TextLayout(for: stream) : nil), to: stream)
  }

  /// Writes an answer that is copied, such as a token or a file, and a line break; its lines stay as they are.
  package static func answer(exact text: String) {
    write(line(text, in: nil), to: .standardOutput)
  }

  /// Writes the answer as one line of JSON.
  package static func answer(_ json: JSON) {
    let text = Environment.showsUTF8 ? json.encoded() : ASCIIText.spelled(json)
    write(text + [UInt8(ascii: "\n")], to: .standardOutput)
  }

  /// Writes a body: as it is into a file or a pipe; for a terminal JSON is indented, and nothing moves its cursor.
  package static func answer(body: [UInt8]) {
    guard FileDescriptor.standardOutput.isTerminal else { return write(body, to: .standardOutput) }
    if !body.isEmpty { answer(exact: ShownBody.text(of: body)) }
  }

  /// Writes a request and a line break: its bytes into a file or a pipe, its text for a terminal.
  package static func answer(_ request: ShownRequest) {
    guard FileDescriptor.standardOutput.isTerminal else {
      return write(request.bytes + [UInt8(ascii: "\n")], to: .standardOutput)
    }
    answer(exact: request.text)
  }

  /// Whether the whole answer was written; a reader that closed its end does not count.
  package static var isWritten: Bool { !failed.withLock { $0 } }

  // Not an `Atomic<Bool>`: to find out that it may be one takes a fifth of the start.
  private static let failed = Lock(false)

  /// How what the user is shown looks.
  package static var style: TextStyle { TextStyle(for: .standardError) }

  /// Shows the user something.
  package static func error(_ text: String) {
    let stream = FileDescriptor.standardError
    write(line(style.labelled(text), in: TextLayout(for: stream)), to: stream)
  }

  /// A text and a line break, as the user's locale can show them, in lines that fit.
  private static func line(_ text: String, in layout: TextLayout?) -> [UInt8] {
    let text = Environment.showsUTF8 ? text : ASCIIText.spelled(text)
    // Without a width it is no terminal: a program that reads it wants no marks in it.
    let isShown = layout.map { $0.width != .max } ?? false
    let lines = layout?.wrapped(isShown ? Isolation.isolating(text) : text) ?? text
    return Array(lines.utf8) + [UInt8(ascii: "\n")]
  }

  /// Asks the user for something: on the terminal, even when standard error goes elsewhere.
  package static func prompt(_ text: (TextStyle) -> String) {
    guard let terminal = terminalForPrompts else { return error(text(style)) }
    let style = TextStyle(onTerminal: true, variable: Environment.variable)
    write(line(text(style), in: TextLayout(for: terminal)), to: terminal)
  }

  /// Asks in plain words.
  package static func prompt(_ text: String) { prompt { _ in text } }

  /// The terminal where prompts go, when that is not standard error.
  private static var terminalForPrompts: FileDescriptor? {
    guard !FileDescriptor.standardError.isTerminal, FileDescriptor.standardInput.isTerminal else { return nil }
    return try? FileDescriptor.controllingTerminal()
  }

  /// Shows what the user types, where the terminal itself does not; `typed` is the whole line so far.
  package static func echo(_ bytes: [UInt8], typed: [UInt8]) {
    guard !bytes.isEmpty, let terminal = try? FileDescriptor.controllingTerminal() else { return }
    BottomLine.echo(bytes, typed: typed, on: terminal)
  }

  /// Hands a text to the clipboard of the user's computer, where the terminal takes it; false where it surely does not.
  package static func copy(_ text: String) -> Bool {
    let stream = FileDescriptor.standardError
    guard stream.isTerminal, let text = ClipboardText(text, terminal: Environment.variable("TERM")) else {
      return false
    }
    write(Array(text.sequence.utf8), to: stream)
    return true
  }

  /// A reader that closed its end is not a failure: it has what it wanted.
  private static func write(_ bytes: [UInt8], to stream: FileDescriptor) {
    do throws(SystemError) { try BottomLine.write(bytes, to: stream) } catch {
      if !error.isClosedPipe, stream === FileDescriptor.standardOutput { failed.withLock { $0 = true } }
    }
  }
}
