import WayleaveWire

/// Sections and lists by their indentation: YAML 1.2.2 §8.2.
extension YAMLReader {
  /// The value that begins here, which is indented more than `parent`.
  mutating func block(
    deeperThan parent: Int, isAfterColon: Bool, depth: Int, isAnchored: Bool = false
  ) throws(EntryFinding) -> YAMLNode {
    guard depth <= JSON.maximumDepth else { throw .nested(at: place) }
    if isIndicator("-") { return try sequence(at: column, depth: depth) }
    if try isKey() { return try mapping(at: column, depth: depth) }
    if current == "&" {
      // YAML 1.2.2 §6.9.2: a value has one anchor. Each is a call of its own, and a file may have thousands.
      guard !isAnchored else { throw refusal("a value has one name after “&”") }
      let name = try name()
      let node = try value(deeperThan: parent, isAfterColon: isAfterColon, depth: depth, isAnchored: true)
      anchors[name] = node
      return node
    }
    let node = try inline(deeperThan: parent, depth: depth)
    guard isAtLineEnd() else {
      throw current == ":"
        ? refusal("a key and its value cannot stand in a value; put it in quotes")
        : refusal("the line has to end after its value")
    }
    return node
  }

  private mutating func sequence(at column: Int, depth: Int) throws(EntryFinding) -> YAMLNode {
    let place = place
    var elements: [YAMLNode] = []
    repeat {
      advance()
      elements.append(try value(deeperThan: column, isAfterColon: false, depth: depth + 1))
    } while try hasNext(at: column) && isIndicator("-")
    return YAMLNode(content: .sequence(elements), place: place)
  }

  private mutating func mapping(at column: Int, depth: Int) throws(EntryFinding) -> YAMLNode {
    let place = place
    var members: [(key: YAMLNode, value: YAMLNode)] = []
    repeat {
      guard try isKey() else { throw refusal("a key and a colon have to stand here, such as “name: shop”") }
      let key = try key()
      members.append((key, try value(deeperThan: column, isAfterColon: true, depth: depth + 1)))
    } while try hasNext(at: column)
    return YAMLNode(content: .mapping(members), place: place)
  }

  /// Whether another member stands in this column; what is indented more belongs to nothing.
  private mutating func hasNext(at column: Int) throws(EntryFinding) -> Bool {
    guard try skipToToken(), self.column >= column else { return false }
    guard self.column == column else { throw refusal("this line is indented more than the one it belongs to") }
    return true
  }

  /// What stands after a dash or a colon: on the same line, or below it. A list may stand in the column of its key.
  private mutating func value(
    deeperThan parent: Int, isAfterColon: Bool, depth: Int, isAnchored: Bool = false
  ) throws(EntryFinding) -> YAMLNode {
    let place = place
    if !isAtLineEnd() {
      // A section begins on a line of its own, or after a dash.
      if isAfterColon, isIndicator("-") { throw refusal("a list begins on a line of its own") }
      if isAfterColon, current != "&", try isKey() {
        _ = try key()
        position -= 1
        throw refusal("a key and its value cannot stand in a value; put it in quotes")
      }
      return try block(deeperThan: parent, isAfterColon: isAfterColon, depth: depth, isAnchored: isAnchored)
    }
    let isThere = try skipToToken()
    guard isThere, column > parent || (isAfterColon && column == parent && isIndicator("-")) else {
      return YAMLNode(content: .scalar("", isPlain: true), place: place)
    }
    return try block(deeperThan: parent, isAfterColon: isAfterColon, depth: depth, isAnchored: isAnchored)
  }

  /// The name of an anchor or an alias.
  mutating func name() throws(EntryFinding) -> String {
    advance()
    var name = String.UnicodeScalarView()
    // Other characters are a part of the name or not, by the version of YAML.
    while let scalar = current, scalar.isASCII, UInt8(scalar.value).isUnreserved, scalar != ".", scalar != "~" {
      name.append(scalar)
      advance()
    }
    guard !name.isEmpty, current.map({ $0.isBlankInYAML || $0.isFlowIndicator }) ?? true else {
      throw refusal("a name of letters and digits has to stand after “&” and “*”")
    }
    return String(name)
  }

  /// Whether a text and a colon stand here, on one line.
  private func isKey() throws(EntryFinding) -> Bool {
    if isIndicator("?") || isIndicator(":") {
      var reader = self
      reader.advance()
      reader.skipSpaces()
      throw .keyIsNoText(at: reader.place)
    }
    var reader = self
    guard let scalar = current, !scalar.isFlowIndicator, scalar != "&", scalar != "*" else { return false }
    guard (try? reader.keyText()) != nil else { return false }
    reader.skipSpaces()
    return reader.isIndicator(":")
  }

  /// A key, and the colon behind it.
  private mutating func key() throws(EntryFinding) -> YAMLNode {
    let node = try keyText()
    skipSpaces()
    advance()
    return node
  }

  private mutating func keyText() throws(EntryFinding) -> YAMLNode {
    if let quoted = try quoted() { return quoted }
    return try plain(deeperThan: .max, isFlow: false)
  }
}
