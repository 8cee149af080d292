import Testing
import WayleaveConsole

@Suite("Model Context Protocol 2025-11-25, Transports, stdio: one message in each line")
struct MessageLinesTests {
  private func lines(_ parts: [[UInt8]], maximum: Int) -> [MessageLines.Line] {
    var lines = MessageLines(maximum: maximum)
    return parts.flatMap { lines.take($0) } + lines.finish()
  }

  private static func message(_ text: String) -> MessageLines.Line { .message(Array(text.utf8)) }

  static let inputs: [(String, [MessageLines.Line])] = [
    ("a\nb\r\n\n \t\nc", [message("a"), message("b\r"), message("c")]), ("", []), ("\n\r\n", []),
    ("12345678\n", [message("12345678")]), ("123456789\nab\n", [.tooLong, message("ab")]),
    ("ab\n123456789012345678901234567890", [message("ab"), .tooLong]),
    ("123456789\n123456789\n", [.tooLong, .tooLong]),
  ]

  @Test("lines are the same wherever the bytes are cut, and one that is too long is passed over", arguments: inputs)
  func cuts(text: String, expected: [MessageLines.Line]) {
    let bytes = Array(text.utf8)
    let cuts = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
    for parts in cuts { #expect(lines(parts, maximum: 8) == expected, "\(parts)") }
  }

  @Test("RFC 8259 §2: a message of several lines is written as one, and says the same")
  func line() {
    let message = "{\r\n  \"a\": \"b\\n\",\n\r}"
    #expect(MessageLines.line(of: Array(message.utf8)) == Array("{    \"a\": \"b\\n\",  }\n".utf8))
  }
}
