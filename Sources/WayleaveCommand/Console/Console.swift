import Synchronization
import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The three streams: the answer goes to stdout, everything for the human to stderr.
enum Console {
  /// Writes the answer and a line break.
  static func answer(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: .standardOutput)
  }

  /// Writes the answer as one line of JSON.
  static func answer(_ json: JSON) {
    write(json.encoded() + [UInt8(ascii: "\n")], to: .standardOutput)
  }

  /// Writes a body: as it is into a file or a pipe; on a terminal without what would move its cursor or set its title.
  static func answer(body: [UInt8]) {
    guard Descriptor.standardOutput.isTerminal else { return write(body, to: .standardOutput) }
    let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    answer(lines.map { DisplayText.clean($0, limit: 100_000) }.joined(separator: "\n"))
  }

  /// Whether everything that was to be said has been written; a reader that went away does not count.
  static var isHeard: Bool { !failed.load(ordering: .relaxed) }

  private static let failed = Atomic(false)

  /// Tells the human something.
  static func error(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: .standardError)
  }

  /// Asks the human for something: on the terminal, even when standard error goes elsewhere.
  static func prompt(_ text: String) {
    guard !Descriptor.standardError.isTerminal, Descriptor.standardInput.isTerminal else { return error(text) }
    let terminal = Descriptor(number: open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC))
    guard terminal.number >= 0 else { return error(text) }
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: terminal)
    close(terminal.number)
  }

  /// When nobody reads any more, there is nothing left to say, and nobody to say it to.
  private static func write(_ bytes: [UInt8], to descriptor: Descriptor) {
    if !descriptor.writeAll(bytes), errno != EPIPE, descriptor.number == STDOUT_FILENO {
      failed.store(true, ordering: .relaxed)
    }
  }
}
