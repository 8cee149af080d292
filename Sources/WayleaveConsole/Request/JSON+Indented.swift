package import WayleaveWire

extension JSON {
  /// How deep the JSON of users and of APIs may be: deeper than that of protocols, and still bounded.
  static let shownDepth = 128

  /// A body that is an object or a list; nil for any other.
  init?(readingDocument bytes: [UInt8]) {
    guard let first = bytes.first(where: { $0 > 0x20 }), "{[".utf8.contains(first),
      let json = try? JSON(decoding: bytes, maximumDepth: Self.shownDepth)
    else { return nil }
    self = json
  }

  /// The value over several lines, for people: order, digits and texts stay, control characters are escaped.
  ///
  /// Nil for a text of more bytes than that: a small document that is nested deeply has a huge one.
  package func indented(upTo limit: Int) -> String? {
    var text = ""
    append(to: &text, after: "\n", limit: limit)
    return text.utf8.count <= limit ? text : nil
  }

  private func append(to text: inout String, after line: String, limit: Int) {
    guard text.utf8.count <= limit else { return }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      Self.append(elements, between: "[]", to: &text, after: line) {
        $1.append(to: &$0, after: line + "  ", limit: limit)
      }
    case .object(let object) where !object.members.isEmpty:
      Self.append(object.members, between: "{}", to: &text, after: line) { text, member in
        text += "\(JSON.string(member.name).encodedText()): "
        member.value.append(to: &text, after: line + "  ", limit: limit)
      }
    default: text += encodedText()
    }
  }

  private static func append<Part>(
    _ parts: [Part], between brackets: String, to text: inout String, after line: String,
    _ write: (inout String, Part) -> Void
  ) {
    text += brackets.prefix(1)
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? "," : "") + line + "  "
      write(&text, part)
    }
    text += line + brackets.suffix(1)
  }
}
