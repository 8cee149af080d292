import WayleaveWire

/// Values within lines: texts, aliases, and lists and sections in brackets, as JSON has them (YAML 1.2.2 §7).
extension YAMLReader {
  /// The value that begins here; a plain text goes on in lines that are indented more than `parent`.
  mutating func inline(deeperThan parent: Int, depth: Int, isFlow: Bool = false) throws(EntryFinding) -> YAMLNode {
    guard depth <= JSON.maximumDepth else { throw .nested(at: place) }
    if let quoted = try quoted() { return quoted }
    switch current {
    case "[": return try flowSequence(depth: depth)
    case "{": return try flowMapping(depth: depth)
    case "*": return try alias()
    case "|", ">": throw refusal("a text of several lines is not read here; write it in quotes, on one line")
    case "!": throw refusal("a tag (“!”) is not read here")
    default: return try plain(deeperThan: parent, isFlow: isFlow)
    }
  }

  private mutating func alias() throws(EntryFinding) -> YAMLNode {
    let start = self
    let name = try name()
    guard let node = anchors[name] else { throw start.refusal("there is no “&\(name)” before this alias") }
    return node
  }

  private mutating func flowSequence(depth: Int) throws(EntryFinding) -> YAMLNode {
    let place = place
    advance()
    var elements: [YAMLNode] = []
    while try !endsFlow(with: "]") {
      elements.append(try flowValue(depth: depth + 1))
      try requireComma(or: "]")
    }
    return YAMLNode(content: .sequence(elements), place: place)
  }

  private mutating func flowMapping(depth: Int) throws(EntryFinding) -> YAMLNode {
    let place = place
    advance()
    var members: [(key: YAMLNode, value: YAMLNode)] = []
    while try !endsFlow(with: "}") {
      let key = try flowValue(depth: depth + 1)
      guard key.text != nil else { throw .keyIsNoText(at: key.place) }
      skipFlowSpace()
      guard current == ":" else { throw refusal("a colon has to stand between a key and its value") }
      advance()
      skipFlowSpace()
      members.append((key, try flowValue(depth: depth + 1)))
      try requireComma(or: "}")
    }
    return YAMLNode(content: .mapping(members), place: place)
  }

  /// Whether the brackets close here; skips the one that closes.
  private mutating func endsFlow(with end: Unicode.Scalar) throws(EntryFinding) -> Bool {
    skipFlowSpace()
    guard current == end else { return false }
    advance()
    return true
  }

  private mutating func requireComma(or end: Unicode.Scalar) throws(EntryFinding) {
    skipFlowSpace()
    if current == "," { return advance() }
    guard current == end else { throw refusal("“,” or “\(end)” has to stand here") }
  }

  private mutating func flowValue(depth: Int) throws(EntryFinding) -> YAMLNode {
    guard current == "&" else { return try inline(deeperThan: -1, depth: depth, isFlow: true) }
    let name = try name()
    skipFlowSpace()
    let node = try inline(deeperThan: -1, depth: depth, isFlow: true)
    anchors[name] = node
    return node
  }

  /// Skips spaces, line ends and comments between brackets.
  private mutating func skipFlowSpace() {
    while true {
      skipSpaces()
      skipComment()
      guard current == "\n" else { return }
      advance()
    }
  }
}
