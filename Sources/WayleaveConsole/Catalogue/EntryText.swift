package import WayleaveProvider
package import WayleaveWire

/// A description of a provider as YAML has it: its values, and where each stands in the text.
package struct EntryText {
  /// The values: plain `true`, `false`, `null` and whole numbers are what they look like, all else is text.
  package let json: JSON
  private let root: YAMLNode

  /// The largest description, in bytes.
  package static let maximumSize = 65536
  /// How many values an entry may have: a few aliases of aliases would otherwise stand for billions.
  private static let maximumCount = 10_000
  /// How many aliases may stand in the text. Each stands for a whole value.
  private static let maximumAliases = 4

  /// Reads YAML; throws what is wrong with it, and where.
  package init(_ text: String) throws(EntryFinding) {
    guard text.utf8.count <= Self.maximumSize else { throw .wholeFile("at most 64 KiB", "more than 64 KiB") }
    guard Self.countOfAliases(in: text) <= Self.maximumAliases else {
      throw .wholeFile("at most \(Self.maximumAliases) aliases (“*name”)", "more aliases; write the values out")
    }
    guard let node = try YAMLReader.root(of: text) else { throw .wholeFile("lines such as “name: shop”", "none") }
    var count = 0
    json = try Self.json(node, counting: &count)
    root = node
  }

  /// Where the key, the value or the section that lacks the key stands.
  package func place(of fault: EntryFault) -> TextPlace { place(of: fault.error.member, fault.part) }

  /// Where what has this path stands, such as `dialect.refusals[0].word`; else the last part of it that is there.
  func place(of path: String?, _ part: EntryFault.Part = .value) -> TextPlace {
    var (key, node, rest) = (root, root, (path ?? "")[...])
    while let next = Self.step(in: node, along: rest) { (key, node, rest) = next }
    let meant = rest.isEmpty && part == .value ? node : key
    return meant.place
  }

  /// The key and the value of the next part of a path, and the rest of the path; nil where there is no such part.
  private static func step(
    in node: YAMLNode, along path: Substring
  ) -> (key: YAMLNode, value: YAMLNode, rest: Substring)? {
    switch node.content {
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard let name = key.text, !name.isEmpty, path.hasPrefix(name) else { continue }
        let rest = path.dropFirst(name.count)
        if rest.isEmpty || rest.first == "[" { return (key, value, rest) }
        if rest.first == "." { return (key, value, rest.dropFirst()) }
      }
      return nil
    case .sequence(let sequence):
      guard path.first == "[", let end = path.firstIndex(of: "]"), let index = Int(path[..<end].dropFirst()),
        sequence.indices.contains(index)
      else { return nil }
      let rest = path[path.index(after: end)...]
      return (sequence[index], sequence[index], rest.first == "." ? rest.dropFirst() : rest)
    case .scalar: return nil
    }
  }

  /// An upper bound of the aliases in a text: a "*" before a name, and not inside a word.
  private static func countOfAliases(in text: String) -> Int {
    let bytes = Array(text.utf8)
    return bytes.indices.count { index in
      guard bytes[index] == UInt8(ascii: "*"), index + 1 < bytes.count else { return false }
      return bytes[index + 1].isUnreserved && (index == 0 || !bytes[index - 1].isUnreserved)
    }
  }

  private static func json(_ node: YAMLNode, counting count: inout Int, depth: Int = 0) throws(EntryFinding) -> JSON {
    count += 1
    guard count <= maximumCount else { throw .wholeFile("at most \(maximumCount) values", "more values") }
    guard depth <= JSON.maximumDepth else { throw .nested(at: node.place) }
    switch node.content {
    case .scalar(let text, let isPlain): return isPlain ? value(of: text) : .string(text)
    case .sequence(let sequence):
      var elements: [JSON] = []
      for node in sequence { elements.append(try json(node, counting: &count, depth: depth + 1)) }
      return .array(elements)
    case .mapping(let mapping):
      var object = JSON.Object()
      for (key, value) in mapping {
        guard let name = key.text else { throw .keyIsNoText(at: key.place) }
        guard object[name] == nil else { throw EntryFinding(.repeatedKey(name), at: key.place) }
        object[name] = try json(value, counting: &count, depth: depth + 1)
      }
      return .object(object)
    }
  }

  /// What a text without quotes means.
  private static func value(of text: String) -> JSON {
    switch text {
    case "true": return true
    case "false": return false
    case "", "~", "null": return .null
    default: return Int64(text) == nil ? .string(text) : .number(text)
    }
  }
}

extension EntryFinding {
  fileprivate static func wholeFile(_ expected: String, _ received: String) -> EntryFinding {
    EntryFinding(
      OAuthError(
        .malformedProvider, message: "An entry has \(expected): this file has \(received).",
        rule: .wayleave("a provider's description is a small file"), expected: expected,
        received: .described(received), remedy: .correctEntry), at: nil)
  }

  static func nested(at place: TextPlace) -> EntryFinding {
    EntryFinding(.notYAML("it is nested more deeply than any entry"), at: place)
  }

  static func keyIsNoText(at place: TextPlace) -> EntryFinding {
    EntryFinding(.notYAML("a key has to be a text"), at: place)
  }
}

extension OAuthError {
  static func notYAML(_ reason: String, remedy: Remedy = .correctEntry) -> OAuthError {
    let reason = DisplayText.clean(reason, limit: 200)
    return OAuthError(
      .malformedProvider, message: "This is not YAML that can be read: \(reason).",
      rule: .wayleave("a provider's description is YAML"), expected: "YAML, such as “name: value”",
      received: .text(reason), remedy: remedy)
  }

  fileprivate static func repeatedKey(_ name: String) -> OAuthError {
    let shown = DisplayText.clean(name, limit: 60)
    return OAuthError(
      .malformedProvider, message: "“\(shown)” stands twice.",
      rule: .wayleave("a key stands once in its section"), expected: "“\(shown)” once",
      received: .described("it more than once"), remedy: "Remove one of the two lines.", member: name)
  }
}
