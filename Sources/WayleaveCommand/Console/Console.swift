import Synchronization
import WayleaveConsole
import WayleaveSystem
import WayleaveWire

/// The streams: the answer goes to standard output, everything for the user to standard error.
enum Console {
  /// Writes the answer and a line break.
  static func answer(_ text: String) {
    write(line(text), to: .standardOutput)
  }

  /// Writes the answer as one line of JSON.
  static func answer(_ json: JSON) {
    let text = Environment.showsUTF8 ? json.encoded() : ASCIIText.spelled(json)
    write(text + [UInt8(ascii: "\n")], to: .standardOutput)
  }

  /// Writes a body: as it is into a file or a pipe; for a terminal JSON is indented, and nothing moves its cursor.
  static func answer(body: [UInt8]) {
    guard FileDescriptor.standardOutput.isTerminal else { return write(body, to: .standardOutput) }
    if !body.isEmpty { answer(ShownBody.text(of: body)) }
  }

  /// Writes a request and a line break: its bytes into a file or a pipe, its text for a terminal.
  static func answer(_ request: ShownRequest) {
    guard FileDescriptor.standardOutput.isTerminal else {
      return write(request.bytes + [UInt8(ascii: "\n")], to: .standardOutput)
    }
    answer(request.text)
  }

  /// Whether the whole answer was written; a reader that closed its end does not count.
  static var isWritten: Bool { !failed.load(ordering: .relaxed) }

  private static let failed = Atomic(false)

  /// Shows the user something.
  static func error(_ text: String) {
    write(line(text), to: .standardError)
  }

  /// A text and a line break, as the user's locale can show them.
  private static func line(_ text: String) -> [UInt8] {
    Array((Environment.showsUTF8 ? text : ASCIIText.spelled(text)).utf8) + [UInt8(ascii: "\n")]
  }

  /// Asks the user for something: on the terminal, even when standard error goes elsewhere.
  static func prompt(_ text: String) {
    guard !FileDescriptor.standardError.isTerminal, FileDescriptor.standardInput.isTerminal else { return error(text) }
    if !writeToTerminal(line(text)) { error(text) }
  }

  /// Shows what the user types, where the terminal itself does not.
  static func echo(_ bytes: [UInt8]) {
    if !bytes.isEmpty { _ = writeToTerminal(bytes) }
  }

  /// Writes to the terminal, wherever the streams go; false when there is none.
  private static func writeToTerminal(_ bytes: [UInt8]) -> Bool {
    (try? FileDescriptor.controllingTerminal().writeAll(bytes)) != nil
  }

  /// A reader that closed its end is not a failure: it has what it wanted.
  private static func write(_ bytes: [UInt8], to stream: FileDescriptor) {
    do throws(SystemError) { try stream.writeAll(bytes) } catch {
      if !error.isClosedPipe, stream === FileDescriptor.standardOutput { failed.store(true, ordering: .relaxed) }
    }
  }
}
