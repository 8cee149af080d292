import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Lines of standard input; waiting for one blocks no thread.
struct LineInput {
  /// What was read and not taken yet.
  private var unread: [UInt8] = []
  private var editor = LineEditor()
  /// What is waited for, as an error says it.
  private let expected: String

  /// The longest line.
  private static let maximumSize = 65536

  init(expecting expected: String) { self.expected = expected }

  /// The next line that is not empty, without spaces; throws `sign_in.cancelled` at the end of the input and
  /// `sign_in.timed_out` at the deadline.
  mutating func next(until deadline: ContinuousClock.Instant) async throws -> String {
    while true {
      let text = String(decoding: try await line(until: deadline).utf8.filter { $0 > 0x20 }, as: UTF8.self)
      if !text.isEmpty { return text }
    }
  }

  /// The next line as it was typed, without spaces around it; empty where only Enter was pressed.
  mutating func line(until deadline: ContinuousClock.Instant) async throws -> String {
    let isTyped = FileDescriptor.standardInput.isTerminal && TerminalMode.takeBytes(discardingInput: false)
    defer { if isTyped { TerminalMode.restore() } }
    while true {
      guard let line = try isTyped ? typedLine() : line() else {
        try await readMore(until: deadline)
        continue
      }
      let text = line.drop { $0 <= 0x20 }
      return text.lastIndex { $0 > 0x20 }.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
    }
  }

  /// The next whole line of what was read; nil when there is none yet.
  private mutating func line() throws(OAuthError) -> [UInt8]? {
    guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else {
      guard unread.count < Self.maximumSize else { throw .inputEnded(before: expected) }
      return nil
    }
    defer { unread.removeSubrange(...end) }
    return Array(unread[..<end])
  }

  /// The same at a terminal, where each byte is edited and shown here.
  private mutating func typedLine() throws(OAuthError) -> [UInt8]? {
    var shown: [UInt8] = []
    defer { Console.echo(shown) }
    for (position, byte) in unread.enumerated() {
      switch editor.take(byte) {
      case .show(let bytes): shown += bytes
      case .line(let line):
        unread.removeFirst(position + 1)
        shown.append(UInt8(ascii: "\n"))
        return line
      case .end: throw .inputEnded(before: expected)
      }
      guard editor.count < Self.maximumSize else { throw .inputEnded(before: expected) }
    }
    unread = []
    return nil
  }

  private mutating func readMore(until deadline: ContinuousClock.Instant) async throws {
    guard ContinuousClock.now < deadline else { throw OAuthError.nothingTyped(expected) }
    guard FileDescriptor.standardInput.isReadable(withinMilliseconds: 0) else {
      TerminalMode.takeBytesAgain()
      return try await Task.sleep(for: .milliseconds(50))
    }
    guard let some = try? FileDescriptor.standardInput.readSome() else { throw OAuthError.inputEnded(before: expected) }
    // The last line may end with the input.
    if some.isEmpty, unread.isEmpty { throw OAuthError.inputEnded(before: expected) }
    unread += some.isEmpty ? [UInt8(ascii: "\n")] : some
  }
}

extension OAuthError {
  fileprivate static func inputEnded(before expected: String) -> OAuthError {
    OAuthError(
      .cancelled, message: "The input ended without \(expected).",
      rule: .wayleave("an answer that is typed comes by standard input"), expected: expected,
      received: .described("the end of the input"), remedy: "Start again, and type or paste it.")
  }

  fileprivate static func nothingTyped(_ expected: String) -> OAuthError {
    OAuthError(
      .timedOut, message: "You did not give \(expected) in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), expected: expected,
      received: .described("nothing in time"), remedy: "Start again; --timeout SECONDS gives more time.")
  }
}
