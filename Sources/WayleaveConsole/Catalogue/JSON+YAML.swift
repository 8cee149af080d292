package import WayleaveWire

extension JSON {
  /// The value as block YAML; every text that YAML could read as something else stands in quotes.
  package func yaml(indentation: Int = 0) -> String {
    let space = String(repeating: "  ", count: indentation)
    switch self {
    case .object(let object):
      return object.members.map { member in
        switch member.value {
        case .object, .array:
          "\(space)\(JSON.string(member.name).yaml()):\n\(member.value.yaml(indentation: indentation + 1))"
        default: "\(space)\(JSON.string(member.name).yaml()): \(member.value.yaml())"
        }
      }.joined(separator: "\n")
    case .array(let elements): return elements.map { "\(space)- \($0.yaml())" }.joined(separator: "\n")
    case .string(let text):
      let isPlain =
        text.utf8.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
        && text.utf8.first?.isLetter == true && !["true", "false", "null", "yes", "no"].contains(text)
        && !text.hasSuffix(":")
      return isPlain ? text : encodedText()
    default: return encodedText()
    }
  }
}
