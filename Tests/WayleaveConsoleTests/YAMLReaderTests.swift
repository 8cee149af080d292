import Foundation
import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire
import Yams

/// Our reader next to one that others wrote: what both read, they read alike.
@Suite("YAML 1.2: the part of it that an entry needs")
struct YAMLReaderTests {
  /// The values of a text as the other reader has them; nil where it refuses the text.
  private static func foreign(_ yaml: String) -> JSON? {
    (try? Parser(yaml: yaml, resolver: .basic, encoding: .utf8).singleRoot()).map(json)
  }

  private static func json(_ node: Node) -> JSON {
    switch node {
    case .scalar(let scalar):
      guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
      switch scalar.string {
      case "true": return true
      case "false": return false
      case "", "~", "null": return .null
      case let text: return Int64(text) == nil ? .string(text) : .number(text)
      }
    case .sequence(let sequence): return .array(sequence.map(json))
    case .mapping(let mapping):
      var object = JSON.Object()
      for (key, value) in mapping { object[key.scalar?.string ?? ""] = json(value) }
      return .object(object)
    case .alias: return .null
    }
  }

  private static let texts = [
    "a: b", "a: b\n", "\u{FEFF}a: b", "a: b\r\nc: d\r\n", "---\na: b", "--- a", "# c\n\na: b # d\n# e",
    "a:\n  b: c\nd: e",
    "a:\n- b\n- c\nd: e", "a:\n  - b\n  - c", "- a: b\n  c: d\n- e: f", "- - a\n  - b\n- c", "-\n  a: b\n-\n  - c",
    "a:\n  -\n    b: c", "a: [b, c]", "a: [b, c,]", "a: []", "a: {}", "a: {b: c, d: [e]}", "a: {\"b\":\"c\"}",
    "a: [\n  b, # c\n  d\n]", "a: [b\n c, d]", "a: {b: c\n d}", "a: b c  d  # e", "a: b#c", "a: b:c", "a: -b", "a: ?b",
    "a: 'b''c'", "a: \"b\\n\\t\\\"\\\\\\/\\u00e9\\x41\\U0001F600\"", "\"a b\": c", "'a': b", "a b: c", "a : b", "a:",
    "a: # b",
    "a:\nb: c", "a: ~\nb: null\nc: 1\nd: true\ne: \"true\"\nf: 1.5\ng: -7", "a: &x b\nc: *x", "a: &x\n  b: c\nd: *x",
    "a: &x\n- b\nd: *x", "a: [&x b, *x]", "a: b\n  c\n  d", "a: b\n\n  c", "- b\n  c", "a: http://b.example/c?d=e&f=g",
    "a: \"#b\"", "a: 'b: c'", "a:\n\n\n  b: c\n\n", "a: \u{1F600}", "a", "'a'", "[a, b]", "a: -", "a: b\n...b: c",
  ]

  @Test("what another reader reads is read as the same", arguments: texts)
  func same(yaml: String) throws {
    let other = Self.foreign(yaml)
    let ours = try? EntryText(yaml).json
    // What we do not read we refuse; we never read something else.
    #expect(ours == nil || ours == other, "\(yaml)")
    if other != nil { #expect(ours != nil || yaml.contains("...") || yaml == "a: -", "\(yaml)") }
  }

  @Test("a text with one character changed is read as another reader reads it, or refused")
  func changed() {
    let characters = Array(" \n\t:-#[]{},&*!|>'\"%?a0\\")
    for yaml in Self.texts {
      for index in yaml.indices {
        for character in characters {
          var text = yaml
          text.replaceSubrange(index...index, with: [character])
          guard let ours = try? EntryText(text).json else { continue }
          #expect(ours == Self.foreign(text) || Self.isDepartureOfOthers(text), "\(text.debugDescription)")
        }
      }
    }
  }

  /// What the other reader refuses, or reads by an earlier version of YAML, and ours reads.
  private static func isDepartureOfOthers(_ text: String) -> Bool { foreign(text) == nil }

  @Test(
    "what is not read is refused, with its place",
    arguments: [
      ("a: |\n  b", 1, 4), ("a: >\n  b", 1, 4), ("a: !b c", 1, 4), ("a: b\n---\nc: d", 2, 1), ("a: b\n...", 2, 1),
      ("a: b: c", 1, 5), ("a: 'b'c", 1, 7), ("a: \"b", 1, 4), ("a: \"b\n  c\"", 1, 4), ("a: \"\\q\"", 1, 6),
      ("a: \"\\u12\"", 1, 7), ("a: \"\\ud800\"", 1, 11), ("a: [b", 1, 6), ("a: [b: c]", 1, 6), ("a: {b}", 1, 6),
      ("a: @b", 1, 4),
      ("a: `b", 1, 4), ("a: %b", 1, 4), ("? a\n: b", 1, 3), ("a: - b", 1, 4), ("a: b\n c: d", 2, 3),
      ("a:\n  b: c\n d: e", 3, 2),
      ("a:\n  b: c\n    d: e", 3, 6), ("- a\nb: c", 2, 1), ("a: b\n- c", 2, 1), ("a: *b", 1, 4), ("a: & b", 1, 5),
      ("[a]: b", 1, 4), ("a: b\n\tc: d", 2, 1), ("\u{7F}", 1, 1), ("a: b\u{0}", 1, 5), ("a: ]", 1, 4),
      ("a:\n  - b\n c", 3, 2), ("a: &x &y b", 1, 7), ("a: &x\n  &y b", 2, 3), ("a: [&x &y b]", 1, 8),
    ])
  func refused(yaml: String, line: Int, column: Int) {
    let finding = #expect(throws: EntryFinding.self) { try EntryText(yaml) }
    #expect(finding?.error.code == .malformedProvider && finding?.error.remedy != nil, "\(yaml)")
    #expect(finding?.place == TextPlace(line: line, column: column), "\(yaml) \(String(describing: finding))")
  }

  @Test("any bytes are read or refused, in a bounded time")
  func garbage() {
    var generator = SeededGenerator()
    let characters = Array(" \n\n  :-#[]{},&*!|>'\"%?a0\\")
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0...80, using: &generator)).map { _ in characters.randomElement(using: &generator) ?? " " })
      guard let ours = try? EntryText(text).json, let other = Self.foreign(text) else { continue }
      #expect(ours == other, "\(text.debugDescription)")
    }
  }
}
