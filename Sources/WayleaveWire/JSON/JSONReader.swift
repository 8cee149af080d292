import WayleaveBackport

/// Reads values one after the other, each checked as it is read.
///
/// RFC 8259 §2 to §9.
struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  /// Whether half of a pair of surrogates is read as U+FFFD, and not refused.
  private let replacesLoneSurrogates: Bool
  /// The members that many texts have alike; none as a rule.
  private let shared: [JSON.SharedMember]
  private(set) var position: Int
  private var depth = 0

  init(
    bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, position: Int = 0, replacesLoneSurrogates: Bool = false,
    shared: [JSON.SharedMember] = []
  ) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.replacesLoneSurrogates = replacesLoneSurrogates
    self.shared = shared
    self.position = position
  }

  mutating func document() throws(OAuthError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw malformed("the end of the text") }
    return value
  }

  mutating func value() throws(OAuthError) -> JSON {
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
    var members = MemberList(capacity: depth == 1 ? 16 : 4)
    skipSpace()
    if take(UInt8(ascii: "}")) {
      depth -= 1
      return .object(JSON.Object(members: []))
    }
    repeat {
      skipSpace()
      let start = position
      let name = try string()
      let written = start..<position
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
      members.append(
        JSON.Object.Member(name: name, value: try value(of: name)),
        written: UnsafeBufferPointer(rebasing: bytes[written]))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw malformed("a comma or the end of an object") }
    depth -= 1
    if let name = members.firstDuplicate { throw .duplicateJSONMember(name) }
    return .object(JSON.Object(members: members.members))
  }

  /// The value of a member; a shared one of the outermost object is read only where it differs from those before.
  @inline(__always)
  private mutating func value(of name: String) throws(OAuthError) -> JSON {
    guard depth == 1, !shared.isEmpty, let shared = shared.first(where: { $0.name.hasSameBytes(as: name) }) else {
      return try value()
    }
    skipSpace()
    let start = position
    if let known = shared.value(at: UnsafeBufferPointer(rebasing: bytes[start...])) {
      position += known.length
      return known.value
    }
    let value = try value()
    shared.note(value, written: UnsafeBufferPointer(rebasing: bytes[start..<position]))
    return value
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

  mutating func string() throws(OAuthError) -> String {
    guard take(UInt8(ascii: "\"")) else { throw malformed("a text") }
    let start = position
    let isASCII = skipPlainCharacters()
    guard peek() == UInt8(ascii: "\"") else { return try stringWithEscapes(from: start) }
    let plain = UnsafeBufferPointer(rebasing: bytes[start..<position])
    position += 1
    return isASCII ? String(ascii: plain) : try text(of: plain)
  }

  /// Passes over characters that stand for themselves, and returns whether all of them are ASCII.
  @inline(__always)
  private mutating func skipPlainCharacters() -> Bool {
    var end = position
    var seen: UInt64 = 0
    while bytes.count - end >= 8 {
      let eight = EightBytes(of: bytes, at: end)
      let ends = eight.endsOfPlainCharacters
      guard ends == 0 else {
        let plain = ends.trailingZeroBitCount & ~7
        position = end + plain / 8
        return (seen | eight.word & (1 << UInt64(plain) &- 1)) & EightBytes.highBits == 0
      }
      seen |= eight.word
      end += 8
    }
    while end < bytes.count, !bytes[end].endsPlainCharacters {
      seen |= UInt64(bytes[end])
      end += 1
    }
    position = end
    return seen & EightBytes.highBits == 0
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
    let end = position
    // A high surrogate is followed by the escape of a low one; anything else stands for no character.
    if (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try fourDigits()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    guard replacesLoneSurrogates else { throw malformed("a pair of surrogates") }
    // What follows stands for itself.
    position = end
    return "\u{FFFD}"
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
    try skipNumber()
    return .number(String(ascii: UnsafeBufferPointer(rebasing: bytes[start..<position])))
  }

  /// Passes over a value that is not asked for: it is checked like any other and not stored. Returns whether it is a
  /// text of ASCII without escapes.
  mutating func skipValue() throws(OAuthError) -> Bool {
    switch peek() {
    case UInt8(ascii: "\"")?:
      if skipPlainText() != nil { return true }
      _ = try string()
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): try skipNumber()
    default: _ = try value()
    }
    return false
  }

  /// Passes over a text in quotes, and returns where it stands; nil, and nothing is passed over, when it has escapes or
  /// characters beyond ASCII.
  @inline(__always)
  mutating func skipPlainText() -> Range<Int>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    let end = bytes.endOfPlainASCII(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
    position = end + 1
    return start..<end
  }

  /// A whole number of up to 18 digits, which fits for certain; nil when it is anything else.
  func shortInteger() -> Int64? {
    var end = position
    var value: Int64 = 0
    while end < bytes.count, bytes[end].isDigit, end - position < 18 {
      value = value * 10 + Int64(bytes[end] - UInt8(ascii: "0"))
      end += 1
    }
    guard end > position, end < bytes.count, !bytes[end].continuesNumber else { return nil }
    return value
  }

  private mutating func skipNumber() throws(OAuthError) {
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
  }

  private mutating func literal(_ word: StaticString, _ value: JSON) throws(OAuthError) -> JSON {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next() == word.utf8Start[offset] else { throw malformed("true, false or null") }
    }
    return value
  }

  private func text(of utf8: some Collection<UInt8>) throws(OAuthError) -> String {
    guard let text = String(utf8: utf8) else { throw malformed("UTF-8") }
    return text
  }

  mutating func enter() throws(OAuthError) {
    position += 1
    depth += 1
    guard depth <= maximumDepth else { throw malformed("at most \(maximumDepth) levels of nesting") }
  }

  @inline(__always)
  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    position += 1
    return byte
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func skipSpace() {
    // Most texts have no space at all.
    while let byte = peek(), byte <= 0x20, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  @inline(__always)
  private mutating func skipDigits() {
    while let byte = peek(), byte.isDigit { position += 1 }
  }

  func malformed(_ expected: String) -> OAuthError { .malformedJSON(expected: expected, at: position) }
}

extension UInt8 {
  fileprivate var continuesNumber: Bool {
    isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "e") || self == UInt8(ascii: "E")
  }
}

extension String {
  /// Copies bytes that are known to be ASCII: faster than having them checked once more.
  init(ascii bytes: UnsafeBufferPointer<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { text in
      UnsafeMutableRawBufferPointer(text).copyMemory(from: UnsafeRawBufferPointer(bytes))
      return bytes.count
    }
  }
}
