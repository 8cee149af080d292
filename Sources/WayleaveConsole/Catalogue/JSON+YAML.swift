package import WayleaveWire

extension JSON {
  /// The value as block YAML; every text that YAML could read as something else stands in quotes.
  package func yaml(indentation: Int = 0) -> String {
    let space = String(repeating: "  ", count: indentation)
    switch self {
    case .object(let object) where !object.members.isEmpty:
      return object.members.map { member in
        let name = "\(space)\(JSON.string(member.name).yaml()):"
        return member.value.isBlock
          ? "\(name)\n\(member.value.yaml(indentation: indentation + 1))" : "\(name) \(member.value.yaml())"
      }.joined(separator: "\n")
    case .array(let elements) where !elements.isEmpty:
      // JSON is YAML too: an element with members of its own stays on one line.
      return elements.map { "\(space)- \($0.isBlock ? $0.encodedText() : $0.yaml())" }.joined(separator: "\n")
    case .string(let text): return Self.isPlain(text) ? text : encodedText()
    default: return encodedText()
    }
  }

  /// Whether the value takes lines of its own: a name with nothing below it would have no value.
  private var isBlock: Bool {
    switch self {
    case .object(let object): !object.members.isEmpty
    case .array(let elements): !elements.isEmpty
    default: false
    }
  }

  /// Whether YAML reads a text without quotes as that text.
  private static func isPlain(_ text: String) -> Bool {
    let lowercase = String(decoding: text.utf8.map(\.lowercased), as: UTF8.self)
    return text.utf8.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
      && text.utf8.first?.isLetter == true && !text.hasSuffix(":") && !words.contains(lowercase)
  }

  /// Words that are no texts in YAML 1.1, in any case.
  private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
}
