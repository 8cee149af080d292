import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Lines of standard input; waiting for one blocks no thread.
struct LineInput {
  /// What was read and not taken yet.
  private var unread: [UInt8] = []
  private var editor = LineEditor()
  /// A text that came together with the one before it, and is no part of it.
  private var nextText: String?
  /// What is waited for, as an error says it.
  private let expected: String
  /// What a key does at a terminal while nothing is typed; gives whether it did something.
  private let keys: @Sendable (WaitingKey) async -> Bool

  /// The longest line.
  private static let maximumSize = 65536
  /// What came so soon after a line belongs to the same paste: no one types that fast.
  private static let pauseInPaste: Duration = .milliseconds(50)

  init(expecting expected: String, keys: @escaping @Sendable (WaitingKey) async -> Bool = { _ in false }) {
    (self.expected, self.keys) = (expected, keys)
  }

  /// The next line that is not empty, without spaces; throws `sign_in.cancelled` at the end of the input and
  /// `sign_in.timed_out` at the deadline.
  mutating func next(until deadline: ContinuousClock.Instant) async throws -> String {
    try await typing { input, isTyped in
      while true {
        let text = Self.withoutSpaces(try await input.line(until: deadline, isTyped: isTyped))
        if !text.isEmpty { return text }
      }
    }
  }

  /// The next URL that is pasted, without spaces, as ``next(until:)``; the lines into which something has broken it are one.
  mutating func paste(until deadline: ContinuousClock.Instant) async throws -> String {
    try await typing { input, isTyped in
      var text = input.nextText ?? ""
      input.nextText = nil
      while text.isEmpty { text = Self.withoutSpaces(try await input.line(until: deadline, isTyped: isTyped)) }
      // What comes by a pipe has its line breaks where a program put them.
      while isTyped, try await input.hasMore() {
        // The input may end here: then that is said when the next text is asked for.
        guard let line = try? await input.line(until: deadline, isTyped: isTyped) else { break }
        let rest = Self.withoutSpaces(line)
        guard !rest.isEmpty else { continue }
        guard PastedAnswer.continues(text, with: rest) else {
          input.nextText = rest
          break
        }
        text += rest
      }
      return text
    }
  }

  /// The next line as it was typed, without spaces around it; empty where only Enter was pressed.
  mutating func line(until deadline: ContinuousClock.Instant) async throws -> String {
    try await typing { input, isTyped in
      let line = try await input.line(until: deadline, isTyped: isTyped)
      let text = line.drop { $0 <= 0x20 }
      return text.lastIndex { $0 > 0x20 }.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
    }
  }

  /// Reads while the terminal hands over each byte, where there is one.
  private mutating func typing(
    _ body: (inout LineInput, _ isTyped: Bool) async throws -> String
  ) async throws -> String {
    let isTyped = FileDescriptor.standardInput.isTerminal && TerminalMode.takeBytes(discardingInput: false)
    // What was typed for a sign-in that ended otherwise is no command of the shell.
    defer { if isTyped { TerminalMode.restore(discardingInput: Task.isCancelled) } }
    return try await body(&self, isTyped)
  }

  private static func withoutSpaces(_ line: [UInt8]) -> String {
    String(decoding: TypedSequence.removed(from: line).filter { $0 > 0x20 }, as: UTF8.self)
  }

  private mutating func line(until deadline: ContinuousClock.Instant, isTyped: Bool) async throws -> [UInt8] {
    while true {
      if let line = try isTyped ? typedLine() : line() { return line }
      try await readMore(until: deadline, isTyped: isTyped)
    }
  }

  /// Whether more text came together with the last line. What a terminal sends at the end of a paste is none.
  private mutating func hasMore() async throws -> Bool {
    if editor.count > 0 || hasUnreadText { return true }
    try await Task.sleep(for: Self.pauseInPaste)
    guard FileDescriptor.standardInput.isReadable(withinMilliseconds: 0) else { return false }
    // The end of the input is found again by the next one who reads.
    unread += (try? FileDescriptor.standardInput.readSome()) ?? []
    return hasUnreadText
  }

  private var hasUnreadText: Bool { TypedSequence.removed(from: unread).contains { $0 > 0x20 } }

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
    defer { Console.echo(shown, typed: editor.shown) }
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

  private mutating func readMore(until deadline: ContinuousClock.Instant, isTyped: Bool) async throws {
    guard ContinuousClock.now < deadline else { throw OAuthError.nothingTyped(expected) }
    guard FileDescriptor.standardInput.isReadable(withinMilliseconds: 0) else {
      TerminalMode.takeBytesAgain()
      return try await Task.sleep(for: .milliseconds(50))
    }
    guard let some = try? FileDescriptor.standardInput.readSome() else { throw OAuthError.inputEnded(before: expected) }
    if isTyped, editor.count == 0, let key = WaitingKey(some), await keys(key) { return }
    // The last line may end with the input.
    if some.isEmpty, unread.isEmpty { throw OAuthError.inputEnded(before: expected) }
    unread += some.isEmpty ? [UInt8(ascii: "\n")] : some
  }
}

extension OAuthError {
  /// At a terminal the user has ended it; anything else is an input that no one types into.
  fileprivate static func inputEnded(before expected: String) -> OAuthError {
    guard FileDescriptor.standardInput.isTerminal else { return noInput(expected) }
    return OAuthError(
      .cancelled, message: "The input ended without \(expected).",
      rule: .wayleave("an answer that is typed comes by standard input"), remedy: "Start again, and type or paste it.")
  }

  private static func noInput(_ expected: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "Standard input ended without \(expected), and no one can type it: it is no terminal.",
      rule: .wayleave("an answer that is typed comes by standard input"),
      remedy: "Run the command in a terminal, or write the answer to its standard input.")
  }

  fileprivate static func nothingTyped(_ expected: String) -> OAuthError {
    OAuthError(
      .timedOut, message: "You did not give \(expected) in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), remedy: "Start again; --timeout SECONDS gives more time.")
  }
}

extension String {
  /// Whether a person who was asked for yes or no has typed yes.
  var isYes: Bool { ["yes", "y"].contains(lowercased()) }
}
