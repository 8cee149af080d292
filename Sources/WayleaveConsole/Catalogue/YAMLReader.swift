import WayleaveWire

/// A strict reader of the part of YAML 1.2 that descriptions of providers need, so that no library for the whole of it is
/// linked: sections, lists, texts plain and in quotes, JSON, comments, anchors and aliases.
///
/// What it does not read, such as tags, block texts and several documents, it refuses by name. Nothing is guessed.
struct YAMLReader {
  let scalars: [Unicode.Scalar]
  var position = 0
  /// The line, from 1, and where it begins.
  private var line = 1
  private var lineStart = 0
  var anchors: [String: YAMLNode] = [:]

  /// The one value of a text; nil for a text without any.
  static func root(of text: String) throws(EntryFinding) -> YAMLNode? {
    var reader = YAMLReader(text)
    try reader.requirePrintable()
    return try reader.document()
  }

  private init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    // A mark of the encoding is no character of the text.
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.scalars = scalars
  }

  private func requirePrintable() throws(EntryFinding) {
    var (line, start) = (1, 0)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.isPrintableInYAML else {
        throw EntryFinding(
          .notYAML("a control character cannot stand in it"), at: TextPlace(line: line, column: index - start + 1))
      }
      if scalar == "\n" { (line, start) = (line + 1, index + 1) }
    }
  }

  private mutating func document() throws(EntryFinding) -> YAMLNode? {
    if try !skipToToken(isFirst: true) { return nil }
    if isMarker("---") {
      position += 3
      if isAtLineEnd(), try !skipToToken() { return nil }
    }
    let root = try block(deeperThan: -1, isAfterColon: false, depth: 0)
    guard try !skipToToken() else { throw refusal("it goes on after its end; check the indentation") }
    return root
  }
}

// The characters.
extension YAMLReader {
  var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
  var next: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }
  /// How many characters of the line stand before this one.
  var column: Int { position - lineStart }
  var place: TextPlace { TextPlace(line: line, column: column + 1) }

  mutating func advance() {
    if current == "\n" { (line, lineStart) = (line + 1, position + 1) }
    position += 1
  }

  /// Skips spaces and tabs within the line.
  mutating func skipSpaces() { while current == " " || current == "\t" || current == "\r" { position += 1 } }

  /// Skips a comment, which stands at the beginning of a line or after a space.
  mutating func skipComment() {
    guard current == "#", position == lineStart || scalars[position - 1].isBlankInYAML else { return }
    while let scalar = current, scalar != "\n" { position += 1 }
  }

  /// Whether nothing but a comment is left of the line; skips it.
  mutating func isAtLineEnd() -> Bool {
    skipSpaces()
    skipComment()
    return current == nil || current == "\n"
  }

  /// Skips the rest of this line, empty lines, and the indentation before the next value; false at the end of the text.
  mutating func skipToToken(isFirst: Bool = false) throws(EntryFinding) -> Bool {
    while isAtLineEnd() {
      guard current != nil else { return false }
      advance()
    }
    if let tab = scalars[lineStart..<position].firstIndex(of: "\t") {
      throw EntryFinding(
        .notYAML("a tab indents this line, and YAML takes spaces", remedy: "Indent with spaces."),
        at: TextPlace(line: line, column: tab - lineStart + 1))
    }
    if !isFirst, isMarker("---") || isMarker("...") { throw refusal("it has more than one document") }
    return true
  }

  /// Whether a mark between documents stands here.
  func isMarker(_ mark: String) -> Bool {
    guard column == 0, scalars[position...].starts(with: mark.unicodeScalars) else { return false }
    return position + 3 >= scalars.count || scalars[position + 3].isBlankInYAML
  }

  /// Whether an indicator stands here that counts only before a space.
  func isIndicator(_ scalar: Unicode.Scalar) -> Bool { current == scalar && next?.isBlankInYAML ?? true }

  func refusal(_ reason: String) -> EntryFinding { EntryFinding(.notYAML(reason), at: place) }
}

extension Unicode.Scalar {
  /// YAML 1.2.2 §5.1: what may stand in a text.
  fileprivate var isPrintableInYAML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: value != 0xFEFF
    default: false
    }
  }

  /// A space, a tab or the end of a line.
  var isBlankInYAML: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }

  /// What ends a value between brackets.
  var isFlowIndicator: Bool { ",[]{}".unicodeScalars.contains(self) }
}
