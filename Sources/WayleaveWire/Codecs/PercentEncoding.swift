/// Percent-encoding: unreserved characters stay, every other byte becomes `%` and two upper-case digits.
///
/// RFC 3986 §2.1 and §2.3; RFC 5849 §3.6 asks for exactly this.
package enum PercentEncoding {
  /// Writes bytes so that only unreserved characters and escapes remain.
  package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount)
    append(bytes, to: &text)
    return text
  }

  /// Writes a text so that only unreserved characters and escapes remain.
  package static func encode(_ text: String) -> String {
    String(decoding: encode(text.utf8), as: UTF8.self)
  }

  /// Writes bytes at the end of `text`.
  package static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    // Other modules get no specialised copy of a generic loop: bytes in an array are read an order of magnitude faster.
    for byte in Array(bytes) { append(byte, to: &text) }
  }

  /// Writes one byte, escaped unless it is an unreserved character.
  static func append(_ byte: UInt8, to text: inout [UInt8]) {
    if byte.isUnreserved {
      text.append(byte)
    } else {
      appendEscape(of: byte, to: &text)
    }
  }

  /// Writes one byte as `%XX`.
  static func appendEscape(of byte: UInt8, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "%"))
    text.append(hexadecimalDigit(byte >> 4))
    text.append(hexadecimalDigit(byte & 15))
  }

  /// Writes one byte as `%XX` into memory that has room for it.
  @inline(__always)
  static func writeEscape(of byte: UInt8, to text: UnsafeMutableBufferPointer<UInt8>, at index: inout Int) {
    text[index] = UInt8(ascii: "%")
    text[index + 1] = hexadecimalDigit(byte >> 4)
    text[index + 2] = hexadecimalDigit(byte & 15)
    index += 3
  }

  /// Reads text; nil when a `%` is not followed by two hexadecimal digits.
  ///
  /// A `+` stays a `+`: only form encoding reads it as a space.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    // Other modules get no specialised copy of a generic loop: bytes in an array are read an order of magnitude faster.
    var iterator = Array(text).makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next()?.hexadecimalValue, let low = iterator.next()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether every byte is a printable ASCII character, space included.
  ///
  /// The `VSCHAR` of RFC 6749 Appendix A.
  package var isVisible: Bool {
    // Without an early end, so that many bytes are looked at at once.
    var farthest: UInt8 = 0
    for byte in self { farthest = Swift.max(farthest, byte &- 0x20) }
    return farthest <= 0x7E - 0x20
  }
}

extension UInt8 {
  /// Whether the character is `ALPHA / DIGIT / "-" / "." / "_" / "~"`.
  ///
  /// RFC 3986 §2.3.
  package var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether the byte is a printable ASCII character, space included.
  ///
  /// The `VSCHAR` of RFC 6749 Appendix A.
  package var isVisibleCharacter: Bool { (0x20...0x7E).contains(self) }

  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  package var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  package var uppercased: UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & ~0x20 : self
  }

  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
