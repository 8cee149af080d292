extension JSON {
  /// Writes the value on one line, without spaces.
  ///
  /// Control, C1 and bidirectional characters are escaped, so that no text from a server can move a terminal's cursor
  /// or turn a line around.
  public func encoded() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    append(to: &text)
    return text
  }

  /// Writes the value on one line as a text.
  public func encodedText() -> String {
    String(decoding: encoded(), as: UTF8.self)
  }

  private func append(to text: inout [UInt8]) {
    switch self {
    case .null: text.append(contentsOf: "null".utf8)
    case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let digits): text.append(contentsOf: digits.utf8)
    case .string(let value): Self.append(value, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.append(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let object):
      text.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        Self.append(member.name, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.append(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private static let plain = ASCIICharacters.visible.removing("\"\\")

  /// Writes a text with its quotes.
  static func append(_ value: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    // Nearly every text is plain: it is copied whole.
    var value = value
    let plain = plain
    let isPlain = value.withUTF8 { bytes in
      guard bytes.allSatisfy({ plain.contains($0) }) else { return false }
      text.append(contentsOf: bytes)
      return true
    }
    guard !isPlain else { return }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text.append(contentsOf: "\\\"".utf8)
      case "\\": text.append(contentsOf: "\\\\".utf8)
      case "\n": text.append(contentsOf: "\\n".utf8)
      case "\r": text.append(contentsOf: "\\r".utf8)
      case "\t": text.append(contentsOf: "\\t".utf8)
      case _ where scalar.isHiddenInText:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text.append(contentsOf: "\\u".utf8)
          text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
          text.append(contentsOf: digits.utf8)
        }
      default: text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
