/// A set of ASCII characters, a bit for each: one look shows whether a byte is among them.
struct ASCIICharacters: Sendable, Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The characters of a text.
  init(_ characters: StaticString) {
    self = ASCIICharacters().adding(characters)
  }

  private init() {}

  /// `ALPHA / DIGIT / "-" / "." / "_" / "~"`.
  ///
  /// RFC 3986 §2.3.
  static let unreserved = ASCIICharacters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The printable ones, space included: the `VSCHAR` of RFC 6749 Appendix A.
  static let visible = ASCIICharacters.unreserved.adding(" !\"#$%&'()*+,/:;<=>?@[\\]^`{|}")

  /// The set with these characters as well.
  func adding(_ characters: StaticString) -> ASCIICharacters { setting(characters, to: true) }

  /// The set without these characters.
  func removing(_ characters: StaticString) -> ASCIICharacters { setting(characters, to: false) }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && ((byte < 0x40 ? low : high) >> UInt64(byte & 0x3F)) & 1 != 0
  }

  private func setting(_ characters: StaticString, to isMember: Bool) -> ASCIICharacters {
    var set = self
    characters.withUTF8Buffer { bytes in
      for byte in bytes {
        let bit: UInt64 = 1 << UInt64(byte & 0x3F)
        if byte < 0x40 {
          set.low = isMember ? set.low | bit : set.low & ~bit
        } else {
          set.high = isMember ? set.high | bit : set.high & ~bit
        }
      }
    }
    return set
  }
}
