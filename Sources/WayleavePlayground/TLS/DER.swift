import WayleaveWire

/// The few forms of ASN.1 that a certificate is made of.
///
/// ITU-T X.690 §8 and §10.
enum DER {
  /// A value with its tag and its length, which stands in the fewest bytes that hold it.
  static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  static func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }

  /// A string of whole bytes of bits.
  static func bits(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }

  /// A time before 2050 as `YYMMDDHHMMSSZ`, a later one with four digits of the year: RFC 5280 §4.1.2.5.
  static func time(_ instant: Instant) -> [UInt8] {
    let digits = instant.description.utf8.filter(\.isDigit)
    let isShort = digits.starts(with: "20".utf8) && digits[2] < UInt8(ascii: "5")
    return value(isShort ? 0x17 : 0x18, Array(isShort ? digits.dropFirst(2) : digits[...]) + [UInt8(ascii: "Z")])
  }
}
