extension JSON {
  /// How deep lists and objects may stand in one another unless a caller says otherwise.
  public static let maximumDepth = 32

  /// Reads one JSON text, and nothing but one.
  ///
  /// Refused with `wire.malformed_json`: anything that is not UTF-8 (a byte order mark included), two members of one
  /// name, a lone surrogate, a control character inside a text, more nesting than `maximumDepth`, trailing bytes.
  /// RFC 8259 leaves duplicate names to the reader; RFC 7515 §4 and every signature over JSON need them refused.
  public init(decoding bytes: [UInt8], maximumDepth: Int = JSON.maximumDepth) throws(OAuthError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(OAuthError) in
      var reader = JSONReader(bytes: buffer, maximumDepth: maximumDepth)
      return try reader.document()
    }
  }
}

private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var position = 0
  var depth = 0

  mutating func document() throws(OAuthError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw malformed("the end of the text") }
    return value
  }

  private mutating func value() throws(OAuthError) -> JSON {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(OAuthError) -> JSON {
    try enter()
    var members: [JSON.Object.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) {
      depth -= 1
      return .object(JSON.Object(members: []))
    }
    repeat {
      skipSpace()
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
      members.append(JSON.Object.Member(name: name, value: try value()))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw malformed("a comma or the end of an object") }
    depth -= 1
    if let name = Self.firstDuplicate(among: members) { throw .duplicateJSONMember(name) }
    return .object(JSON.Object(members: members))
  }

  private mutating func array() throws(OAuthError) -> JSON {
    try enter()
    var elements: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) {
      depth -= 1
      return .array([])
    }
    repeat {
      elements.append(try value())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw malformed("a comma or the end of a list") }
    depth -= 1
    return .array(elements)
  }

  private mutating func string() throws(OAuthError) -> String {
    guard take(UInt8(ascii: "\"")) else { throw malformed("a text") }
    let start = position
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    if peek() == UInt8(ascii: "\"") {
      let text = try text(of: bytes[start..<position])
      position += 1
      return text
    }
    return try stringWithEscapes(from: start)
  }

  private mutating func stringWithEscapes(from start: Int) throws(OAuthError) -> String {
    var unescaped = Array(bytes[start..<position])
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\""): return try text(of: unescaped)
      case UInt8(ascii: "\\"): try appendEscaped(to: &unescaped)
      case 0..<0x20: throw malformed("an escape in place of a control character")
      default: unescaped.append(byte)
      }
    }
    throw malformed("the end of a text")
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(OAuthError) {
    switch next() {
    case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar()).utf8)
    default: throw malformed("one of the escapes of JSON")
    }
  }

  private mutating func escapedScalar() throws(OAuthError) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate is followed by the escape of a low one; anything else stands for no character.
    guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw malformed("a pair of surrogates")
    }
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw malformed("a pair of surrogates") }
    return scalar
  }

  private mutating func fourDigits() throws(OAuthError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next()?.hexadecimalValue else { throw malformed("four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func number() throws(OAuthError) -> JSON {
    let start = position
    _ = take(UInt8(ascii: "-"))
    guard let first = peek(), first.isDigit else { throw malformed("a value") }
    position += 1
    if first != UInt8(ascii: "0") { skipDigits() }
    if take(UInt8(ascii: ".")) {
      guard let digit = peek(), digit.isDigit else { throw malformed("a digit after the point") }
      skipDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard let digit = peek(), digit.isDigit else { throw malformed("a digit in the exponent") }
      skipDigits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func literal(_ word: StaticString, _ value: JSON) throws(OAuthError) -> JSON {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next() == word.utf8Start[offset] else { throw malformed("true, false or null") }
    }
    return value
  }

  private func text(of utf8: some Collection<UInt8>) throws(OAuthError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw malformed("UTF-8") }
    return text
  }

  private mutating func enter() throws(OAuthError) {
    position += 1
    depth += 1
    guard depth <= maximumDepth else { throw malformed("at most \(maximumDepth) levels of nesting") }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    position += 1
    return byte
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func skipDigits() {
    while let byte = peek(), byte.isDigit { position += 1 }
  }

  private func malformed(_ expected: String) -> OAuthError { .malformedJSON(expected: expected, at: position) }

  private static func firstDuplicate(among members: [JSON.Object.Member]) -> String? {
    guard members.count > 1 else { return nil }
    if members.count <= 12 {
      for (index, member) in members.enumerated() {
        if members[..<index].contains(where: { $0.name.hasSameBytes(as: member.name) }) { return member.name }
      }
      return nil
    }
    var seen: Set<[UInt8]> = []
    return members.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
  }
}
