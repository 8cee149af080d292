/// Takes what an MCP client writes apart into messages, one in each line, however the bytes are cut.
///
/// Model Context Protocol 2025-11-25, Transports, stdio: messages "are delimited by newlines, and MUST NOT contain embedded
/// newlines". What is kept is never more than one line of the largest size.
package struct MessageLines {
  /// What stands in a line.
  package enum Line: Equatable, Sendable {
    /// The bytes of a message, whatever they are.
    case message([UInt8])
    /// Nothing usable: the line is too long, and is passed over.
    case tooLong
  }

  /// The largest message, in both directions.
  package static let maximumSize = 16 * 1024 * 1024

  private let maximum: Int
  private var unfinished: [UInt8] = []
  private var isSkipping = false

  package init(maximum: Int = maximumSize) { self.maximum = maximum }

  /// Takes the next bytes, and gives the lines that end in them. One that is too long is given as soon as it is.
  package mutating func take(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end], telling: &lines)
      lines += finish()
      rest = rest[(end + 1)...]
    }
    append(rest, telling: &lines)
    return lines
  }

  /// The line that has no end, at the end of the input.
  package mutating func finish() -> [Line] {
    defer { (unfinished, isSkipping) = ([], false) }
    // An empty line says nothing.
    return unfinished.contains { $0 > 0x20 } ? [.message(unfinished)] : []
  }

  private mutating func append(_ part: ArraySlice<UInt8>, telling lines: inout [Line]) {
    guard !isSkipping else { return }
    guard unfinished.count + part.count <= maximum else {
      (unfinished, isSkipping) = ([], true)
      return lines.append(.tooLong)
    }
    unfinished += part
  }

  /// A message as the one line that a client reads.
  ///
  /// RFC 8259 §2 and §7: in JSON a bare line break stands between two tokens only, where a space says the same.
  package static func line(of message: [UInt8]) -> [UInt8] {
    message.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
      + [UInt8(ascii: "\n")]
  }
}
