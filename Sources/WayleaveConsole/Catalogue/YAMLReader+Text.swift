import WayleaveWire

/// Texts, plain and in quotes: YAML 1.2.2 §7.3.
extension YAMLReader {
  /// A text without quotes; its lines are joined by spaces.
  mutating func plain(deeperThan parent: Int, isFlow: Bool) throws(EntryFinding) -> YAMLNode {
    try requirePlainBeginning(isFlow: isFlow)
    let place = place
    var text = plainLine(isFlow: isFlow)
    while current == "\n", let breaks = breaksBeforeMore(deeperThan: parent, isFlow: isFlow) {
      text += breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1)
      for _ in 0..<breaks { while current != "\n" { advance() }; advance() }
      skipSpaces()
      text += plainLine(isFlow: isFlow)
    }
    return YAMLNode(content: .scalar(text, isPlain: true), place: place)
  }

  private func requirePlainBeginning(isFlow: Bool) throws(EntryFinding) {
    guard let scalar = current, scalar != "\n" else { throw refusal("a value has to stand here") }
    let isOpen = "-?:".unicodeScalars.contains(scalar)
    // Between brackets a question mark begins a key, by an earlier version of YAML.
    let isKeyMark = isFlow && scalar == "?"
    if isOpen, !isKeyMark, let next, !next.isBlankInYAML, !(isFlow && next.isFlowIndicator) { return }
    guard !isOpen, !"#&*!|>'\"%@`".unicodeScalars.contains(scalar), !scalar.isFlowIndicator else {
      throw refusal("“\(scalar)” cannot begin a value; put it in quotes")
    }
  }

  /// What is left of a plain text on this line, without the spaces behind it.
  private mutating func plainLine(isFlow: Bool) -> String {
    let start = position
    var end = position
    while let scalar = current, scalar != "\n" {
      if scalar == ":", next.map({ $0.isBlankInYAML || (isFlow && $0.isFlowIndicator) }) ?? true { break }
      if scalar == "#", position > start, scalars[position - 1].isBlankInYAML { break }
      if isFlow, scalar.isFlowIndicator { break }
      position += 1
      if !scalar.isBlankInYAML { end = position }
    }
    if current != "\n" { position = end }
    return text(start..<end)
  }

  /// The text of some characters: bytes are put together much faster than characters.
  private func text(_ places: Range<Int>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(places.count)
    for scalar in scalars[places] {
      if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { bytes += String(scalar).utf8 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How many line ends stand before the line in which a plain text goes on; nil where it ends.
  private func breaksBeforeMore(deeperThan parent: Int, isFlow: Bool) -> Int? {
    var reader = self
    var breaks = 0
    repeat {
      reader.advance()
      breaks += 1
      while reader.current == " " { reader.position += 1 }
    } while reader.current == "\n"
    guard let scalar = reader.current, scalar != "#", scalar != "\t" else { return nil }
    guard !reader.isMarker("---"), !reader.isMarker("...") else { return nil }
    return isFlow ? (scalar.isFlowIndicator ? nil : breaks) : (reader.column > parent ? breaks : nil)
  }

  /// A text in quotes, on one line; nil where no quote stands here.
  mutating func quoted() throws(EntryFinding) -> YAMLNode? {
    guard let quote = current, quote == "\"" || quote == "'" else { return nil }
    let (start, place) = (self, place)
    var text = String.UnicodeScalarView()
    advance()
    while let scalar = current, scalar != "\n" {
      advance()
      switch scalar {
      case quote where quote == "'" && current == "'":
        text.append("'")
        advance()
      case quote: return YAMLNode(content: .scalar(String(text), isPlain: false), place: place)
      case "\\" where quote == "\"": text.append(try escaped())
      default: text.append(scalar)
      }
    }
    throw start.refusal("this quote is not closed on its line")
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r", "e": "\u{1B}",
    " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
  ]

  /// What a backslash means with what stands behind it.
  private mutating func escaped() throws(EntryFinding) -> Unicode.Scalar {
    let scalar = current ?? " "
    if let escaped = Self.escapes[scalar] {
      advance()
      return escaped
    }
    let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
    guard let count = digits[scalar] else { throw refusal("“\\\(scalar)” means nothing; write “\\\\” for a backslash") }
    let number = try hexadecimal(count)
    // JSON writes what does not fit as two numbers.
    guard (0xD800..<0xDC00).contains(number), current == "\\", next == "u" else { return try scalarValue(number) }
    advance()
    let second = try hexadecimal(4)
    guard (0xDC00..<0xE000).contains(second) else { throw refusal("this number is no character") }
    return try scalarValue(0x10000 + (number - 0xD800) << 10 + (second - 0xDC00))
  }

  private func scalarValue(_ number: UInt32) throws(EntryFinding) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(number) else { throw refusal("this number is no character") }
    return scalar
  }

  /// The number of so many hexadecimal digits behind this letter.
  private mutating func hexadecimal(_ count: Int) throws(EntryFinding) -> UInt32 {
    advance()
    let digits = String(String.UnicodeScalarView(scalars[position...].prefix(count)))
    guard digits.unicodeScalars.count == count, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(digits, radix: 16)
    else { throw refusal("\(count) hexadecimal digits have to stand here") }
    position += count
    return number
  }
}
