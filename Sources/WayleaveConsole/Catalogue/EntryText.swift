package import WayleaveProvider
package import WayleaveWire
import Yams

/// A description of a provider as YAML has it: its values, and where each stands in the text.
package struct EntryText {
  /// The values: plain `true`, `false`, `null` and whole numbers are what they look like, all else is text.
  package let json: JSON
  private let root: Node

  /// The largest description, in bytes.
  package static let maximumSize = 65536
  /// How many values an entry may have: a few aliases of aliases would otherwise stand for billions.
  private static let maximumCount = 10_000
  /// How many aliases may stand in the text. A YAML reader compares keys with all that their aliases stand for.
  private static let maximumAliases = 4

  /// Reads YAML; throws what is wrong with it, and where.
  package init(_ text: String) throws(EntryFinding) {
    guard text.utf8.count <= Self.maximumSize else { throw .wholeFile("at most 64 KiB", "more than 64 KiB") }
    guard Self.countOfAliases(in: text) <= Self.maximumAliases else {
      throw .wholeFile("at most \(Self.maximumAliases) aliases (“*name”)", "more aliases; write the values out")
    }
    let node: Node?
    // The encoding is said: Yams would ask the environment for it, and print what it found.
    do { node = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() } catch {
      throw EntryFinding(yaml: error, in: text)
    }
    guard let node else { throw .wholeFile("lines such as “name: shop”", "none") }
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
    return meant.mark.map { TextPlace($0) } ?? TextPlace(line: 1, column: 1)
  }

  /// The key and the value of the next part of a path, and the rest of the path; nil where there is no such part.
  private static func step(in node: Node, along path: Substring) -> (key: Node, value: Node, rest: Substring)? {
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard let name = key.scalar?.string, !name.isEmpty, path.hasPrefix(name) else { continue }
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
    case .scalar, .alias: return nil
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

  private static func json(_ node: Node, counting count: inout Int, depth: Int = 0) throws(EntryFinding) -> JSON {
    count += 1
    guard count <= maximumCount else { throw .wholeFile("at most \(maximumCount) values", "more values") }
    guard depth <= JSON.maximumDepth else { throw .nested(at: node) }
    switch node {
    case .scalar(let scalar): return json(scalar)
    case .sequence(let sequence):
      var elements: [JSON] = []
      for node in sequence { elements.append(try json(node, counting: &count, depth: depth + 1)) }
      return .array(elements)
    case .mapping(let mapping):
      var object = JSON.Object()
      for (key, value) in mapping {
        guard let name = key.scalar?.string else { throw .keyIsNoText(key) }
        guard object[name] == nil else { throw .repeated(name, at: key) }
        object[name] = try json(value, counting: &count, depth: depth + 1)
      }
      return .object(object)
    // The parser puts in the place of an alias what it stands for.
    case .alias: throw .keyIsNoText(node)
    }
  }

  private static func json(_ scalar: Node.Scalar) -> JSON {
    guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
    switch scalar.string {
    case "true": return true
    case "false": return false
    case "", "~", "null": return .null
    case let text: return Int64(text) == nil ? .string(text) : .number(text)
    }
  }
}

extension EntryFinding {
  /// What the reader of YAML says.
  fileprivate init(yaml failure: any Error, in text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    switch failure as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      if let place = TextPlace(ofTabAbout: mark, in: lines) {
        self.init(.notYAML("a tab indents this line, and YAML takes spaces", remedy: "Indent with spaces."), at: place)
      } else {
        self.init(.notYAML(problem), at: TextPlace(mark))
      }
    case .duplicatedKeysInMapping(let names, let context):
      let name = names.first ?? ""
      self.init(.repeatedKey(name), at: TextPlace(ofRepeated: name, after: context.mark, in: lines))
    case .reader(_, let offset, _, _):
      let place = offset.map { TextPlace(ofCharacter: $0, in: text) }
      self.init(.notYAML("a control character cannot stand in it"), at: place)
    default: self.init(.notYAML("it cannot be read"), at: nil)
    }
  }

  fileprivate static func wholeFile(_ expected: String, _ received: String) -> EntryFinding {
    EntryFinding(
      OAuthError(
        .malformedProvider, message: "An entry has \(expected): this file has \(received).",
        rule: .wayleave("a provider's description is a small file"), expected: expected,
        received: .described(received), remedy: .correctEntry), at: nil)
  }

  fileprivate static func nested(at node: Node) -> EntryFinding {
    EntryFinding(.notYAML("it is nested more deeply than any entry"), at: node.mark.map { TextPlace($0) })
  }

  fileprivate static func keyIsNoText(_ key: Node) -> EntryFinding {
    EntryFinding(.notYAML("a key has to be a text"), at: key.mark.map { TextPlace($0) })
  }

  fileprivate static func repeated(_ name: String, at key: Node) -> EntryFinding {
    EntryFinding(.repeatedKey(name), at: key.mark.map { TextPlace($0) })
  }
}

extension TextPlace {
  /// The place where a key stands again in the lines below its first place; else the first place.
  fileprivate init(ofRepeated name: String, after mark: Mark, in lines: [Substring]) {
    self.init(mark)
    for line in lines.indices.dropFirst(mark.line) {
      let text = lines[line].unicodeScalars
      guard text.prefix(mark.column - 1).allSatisfy({ $0 == " " || $0 == "-" }),
        String(text.dropFirst(mark.column - 1)).hasPrefix("\(name):")
      else { continue }
      self.init(line: line + 1, column: mark.column)
      return
    }
  }

  fileprivate init(ofCharacter offset: Int, in text: String) {
    let before = text.prefix(offset)
    let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    self.init(line: before.count { $0 == "\n" } + 1, column: line.unicodeScalars.count + 1)
  }
}

extension OAuthError {
  fileprivate static func notYAML(_ reason: String, remedy: Remedy = .correctEntry) -> OAuthError {
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
