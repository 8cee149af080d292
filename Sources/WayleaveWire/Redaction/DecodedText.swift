/// A text in which secrets are looked for, with its escapes decoded: those of URLs, forms, pages, JSON and strings
/// of programs, and of ``DisplayText``. Each byte knows where it stood.
///
/// Capital letters count as small ones, as the type of an answer is shown, and `+` as a space: a form has one for the
/// other.
struct DecodedText {
  private(set) var bytes: [UInt8]
  /// Where each byte begins in the text, and where the last one ends.
  private(set) var starts: [Int]

  /// The text as it is, and with what is escaped in it decoded.
  static func readings(of text: [UInt8]) -> [DecodedText] {
    let plain = DecodedText(bytes: text, starts: Array(0...text.count))
    var decoded = plain
    for _ in 0..<maximumDepth { guard decoded.decode() else { break } }
    return decoded.bytes.count == text.count ? [plain.folded] : [plain.folded, decoded.folded]
  }

  /// Bytes as digits: hexadecimal ones, and those of base64 in both alphabets, wherever the bytes begin in a longer text.
  ///
  /// RFC 4648 §4, §5 and §8. A digit that depends on what stands around the bytes is left out.
  static func digits(of bytes: [UInt8]) -> [[UInt8]] {
    var texts = [folded(bytes.hexadecimal.utf8)]
    for shift in 0..<3 {
      let shifted = [UInt8](repeating: 0, count: shift) + bytes
      let (first, last) = (shift == 0 ? 0 : shift + 1, shifted.count % 3 == 0 ? 0 : 1)
      let digits = Base64.url.encode(shifted)
      // Up to the padding: as many digits as the other alphabet has.
      let own = first..<max(first, digits.count - last)
      texts += [digits, Base64.standard.encode(shifted)].map { folded($0[own]) }
    }
    return texts
  }

  /// How often a text may be escaped: a hostile one could ask for as many turns as it has bytes.
  private static let maximumDepth = 4

  private var folded: DecodedText { DecodedText(bytes: Self.folded(bytes), starts: starts) }

  private static func folded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0.lowercased }
  }

  /// Decodes each escape once; false where there is none.
  private mutating func decode() -> Bool {
    guard bytes.contains(where: { "%&\\".utf8.contains($0) }) else { return false }
    var decoded = DecodedText(bytes: [], starts: [])
    var position = 0
    while position < bytes.count {
      let escape = escape(at: position)
      for byte in escape?.value ?? [bytes[position]] {
        decoded.bytes.append(byte)
        decoded.starts.append(starts[position])
      }
      position += escape?.length ?? 1
    }
    decoded.starts.append(starts[bytes.count])
    defer { self = decoded }
    return decoded.bytes.count < bytes.count
  }

  private func escape(at position: Int) -> (value: [UInt8], length: Int)? {
    let rest = bytes[position...].dropFirst()
    switch bytes[position] {
    case UInt8(ascii: "%"):
      return Self.number(rest.prefix(2), digits: 2, radix: 16).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
    case UInt8(ascii: "&"):
      // The longest is that of a scalar, `&#1114111;`.
      guard let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      return Self.reference(rest[..<end]).map { ($0, end + 1 - position) }
    case UInt8(ascii: "\\"):
      guard let next = rest.first else { return nil }
      if "\\\"/".utf8.contains(next) { return ([next], 2) }
      if next == UInt8(ascii: "x") {
        return Self.number(rest.dropFirst().prefix(2), digits: 2, radix: 16).map {
          ([UInt8(truncatingIfNeeded: $0)], 4)
        }
      }
      guard next == UInt8(ascii: "u") else { return nil }
      let digits = rest.dropFirst()
      guard digits.first == UInt8(ascii: "{") else {
        return Self.number(digits.prefix(4), digits: 4, radix: 16).flatMap(Self.text).map { ($0, 6) }
      }
      guard let end = digits.prefix(8).firstIndex(of: UInt8(ascii: "}")) else { return nil }
      return Self.number(digits.dropFirst().prefix(upTo: end), radix: 16).flatMap(Self.text).map {
        ($0, end + 1 - position)
      }
    default: return nil
    }
  }

  /// A character reference of HTML, without `&` and `;`.
  private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    if name.first == UInt8(ascii: "#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first?.lowercased == UInt8(ascii: "x")
      return number(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10).flatMap(text)
    }
    return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][String(decoding: name, as: UTF8.self)]
      .map { Array($0.utf8) }
  }

  private static func number(_ text: ArraySlice<UInt8>, digits: Int? = nil, radix: Int) -> UInt32? {
    guard text.count == digits ?? text.count, text.allSatisfy({ $0.hexadecimalValue != nil }) else { return nil }
    return UInt32(String(decoding: text, as: UTF8.self), radix: radix)
  }

  private static func text(_ scalar: UInt32) -> [UInt8]? { Unicode.Scalar(scalar).map { Array(String($0).utf8) } }
}
