/// Finds texts among the members of a JSON object that may be broken elsewhere.
///
/// It knows strings, brackets and nothing else, goes over the bytes once, and stops at their end or at that of the object.
struct LenientScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The texts of members of the outermost object by their names; the last of equal names counts.
  ///
  /// A name whose last value is not a whole text is left out.
  mutating func texts(of names: [String]) -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    var depth = 0
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return texts }
      case UInt8(ascii: "\""):
        guard let text = string(), depth == 1, let name = names.first(where: { text.elementsEqual($0.utf8) }),
          skip(to: UInt8(ascii: ":"))
        else { continue }
        texts[name] = skip(to: UInt8(ascii: "\"")) ? string() : nil
      default: break
      }
    }
    return texts
  }

  private mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Goes beyond this byte when it comes next, white space aside; else stays.
  private mutating func skip(to expected: UInt8) -> Bool {
    let start = position
    while let byte = next() {
      if byte == expected { return true }
      guard [0x20, 0x09, 0x0A, 0x0D].contains(byte) else { break }
    }
    position = start
    return false
  }

  /// The string whose quotation mark was read, decoded; nil when it does not end or has an escape beyond ASCII.
  ///
  /// It is read to its end in any case, so that what stands in it is never taken for a member.
  private mutating func string() -> [UInt8]? {
    var text: [UInt8] = []
    var isPlain = true
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\""): return isPlain ? text : nil
      case UInt8(ascii: "\\"):
        guard let escaped = escape() else {
          isPlain = false
          continue
        }
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// The character of an escape; nil for one that is no ASCII character or none at all.
  private mutating func escape() -> UInt8? {
    switch next() {
    case let byte? where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte): return byte
    case UInt8(ascii: "u")?:
      guard position + 4 <= bytes.count, bytes[position] != UInt8(ascii: "+"),
        let value = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16), value < 0x80
      else { return nil }
      position += 4
      return UInt8(value)
    default: return nil
    }
  }
}
