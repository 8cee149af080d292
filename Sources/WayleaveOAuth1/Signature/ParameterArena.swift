import WayleaveWire

/// The parameters of one request, encoded as the base string has them, in one piece of memory.
///
/// RFC 5849 §3.4.1.3.2 encodes names and values, sorts and joins them, and §3.4.1.1 encodes the result once more. Here
/// both encodings are one step, and what is sorted are places in the memory. The order is the same: an escape sorts
/// before every unreserved character whether it begins with `%` or with `%25`.
struct ParameterArena: ~Copyable {
  private var arena: ByteArena
  private var pairs: [Pair] = []
  /// Whether a pair that was read from a form is named like a parameter of the protocol.
  private(set) var holdsProtocolNames = false

  /// Where a name and its value stand, and the first eight bytes of the name, by which most pairs are distinguished.
  private struct Pair {
    let start: Int
    let nameEnd: Int
    let end: Int
    let beginning: UInt64
  }

  init(capacity: Int) {
    arena = ByteArena(capacity: capacity)
    pairs.reserveCapacity(24)
  }

  /// How many bytes the joined parameters take.
  var joinedCount: Int { arena.count + pairs.count * 6 }

  mutating func append(name: StaticString, value: UnsafeBufferPointer<UInt8>) {
    let start = arena.count
    arena.append(name)
    let nameEnd = arena.count
    arena.append(encodingTwice: value)
    remember(from: start, nameEnd: nameEnd)
  }

  /// Adds a pair that is not encoded; the signature itself is left out.
  mutating func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    let start = arena.count
    arena.append(encodingTwice: name)
    let nameEnd = arena.count
    arena.append(encodingTwice: value)
    remember(from: start, nameEnd: nameEnd)
  }

  /// Adds the pairs of an encoded form as ``Form`` reads them; false when an escape is wrong.
  mutating func append(form text: UnsafeBufferPointer<UInt8>) throws(OAuthError) {
    arena.reserve(text.count * 5)
    var index = 0
    var count = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "&") {
        index += 1
        continue
      }
      count += 1
      guard count <= Form.maximumFields else { throw .tooManyFormFields(maximum: Form.maximumFields) }
      let start = arena.count
      guard let nameEnd = appendPair(of: text, from: &index) else { throw .malformedPercentEncoding() }
      if isProtocolName(start..<nameEnd) { holdsProtocolNames = true }
      remember(from: start, nameEnd: nameEnd)
    }
  }

  /// Writes the pairs in order, joined by an encoded `&`, each joined by an encoded `=`.
  ///
  /// RFC 5849 §3.4.1.3.2: by name, and by value where names are equal.
  mutating func writeJoined(to text: inout ByteArena) {
    let bytes = arena.bytes
    pairs.sort { Self.precedes($0, $1, in: bytes) }
    var isFirst = true
    for pair in pairs {
      if !isFirst { text.append("%26") }
      isFirst = false
      text.append(UnsafeBufferPointer(rebasing: bytes[pair.start..<pair.nameEnd]))
      text.append("%3D")
      text.append(UnsafeBufferPointer(rebasing: bytes[pair.nameEnd..<pair.end]))
    }
  }

  /// Decodes one pair and encodes it twice; gives the end of the name, or nil when an escape is wrong.
  private mutating func appendPair(of text: UnsafeBufferPointer<UInt8>, from index: inout Int) -> Int? {
    var nameEnd: Int?
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "&"): return nameEnd ?? arena.count
      case UInt8(ascii: "=") where nameEnd == nil: nameEnd = arena.count
      case UInt8(ascii: "+"): arena.put(encodedTwice: UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 1 < text.count, let high = text[index].hexadecimalDigitValue,
          let low = text[index + 1].hexadecimalDigitValue
        else { return nil }
        index += 2
        arena.put(encodedTwice: high << 4 | low)
      default: arena.put(encodedTwice: byte)
      }
    }
    return nameEnd ?? arena.count
  }

  private mutating func remember(from start: Int, nameEnd: Int) {
    let beginning = arena.beginning(from: start, to: nameEnd)
    guard !isSignature(start..<nameEnd, beginning) else { return arena.truncate(to: start) }
    pairs.append(Pair(start: start, nameEnd: nameEnd, end: arena.count, beginning: beginning))
  }

  /// "The 'oauth_signature' parameter MUST be excluded": RFC 5849 §3.4.1.3.1.
  private func isSignature(_ name: Range<Int>, _ beginning: UInt64) -> Bool {
    // "oauth_si" distinguishes it from all others of that length that are ever sent.
    beginning == 0x6F61_7574_685F_7369
      && UnsafeBufferPointer(rebasing: arena.bytes[name]).hasSameBytes(as: "oauth_signature")
  }

  /// Whether the name begins with "oauth_".
  private func isProtocolName(_ name: Range<Int>) -> Bool {
    arena.beginning(from: name.lowerBound, to: name.upperBound) >> 16 == 0x6F61_7574_685F
  }

  private static func precedes(_ left: Pair, _ right: Pair, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.beginning != right.beginning { return left.beginning < right.beginning }
    let names = order(left.start..<left.nameEnd, right.start..<right.nameEnd, in: bytes)
    return names == 0 ? order(left.nameEnd..<left.end, right.nameEnd..<right.end, in: bytes) < 0 : names < 0
  }

  /// Less than, equal to or greater than zero, as two stretches are ordered by their bytes.
  private static func order(_ left: Range<Int>, _ right: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for offset in 0..<min(left.count, right.count) {
      let difference = Int(bytes[left.lowerBound + offset]) - Int(bytes[right.lowerBound + offset])
      if difference != 0 { return difference }
    }
    return left.count - right.count
  }
}
