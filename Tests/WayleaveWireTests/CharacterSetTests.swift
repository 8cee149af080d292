import Testing
import WayleaveTestSupport

@testable import WayleaveWire

@Suite("RFC 3986 §2.3, RFC 9110 §5.6.2 and RFC 6749 Appendix A: the characters of the grammars")
struct CharacterSetTests {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  private static let unreserved = Set((letters + "0123456789-._~").utf8)
  private static let token = Set((letters + "0123456789!#$%&'*+-.^_`|~").utf8)

  @Test("each set holds its characters and no other byte")
  func members() {
    for byte in UInt8.min...UInt8.max {
      #expect(ASCIICharacters.unreserved.contains(byte) == Self.unreserved.contains(byte), "\(byte)")
      #expect(ASCIICharacters.visible.contains(byte) == (0x20...0x7E).contains(byte), "\(byte)")
      #expect(byte.isTokenCharacter == Self.token.contains(byte), "\(byte)")
      #expect(byte.isLetter == Set(Self.letters.utf8).contains(byte), "\(byte)")
      #expect(byte.isDigit == Set("0123456789".utf8).contains(byte), "\(byte)")
      #expect(byte.endsPlainCharacters == (byte < 0x20 || byte == 0x22 || byte == 0x5C), "\(byte)")
    }
  }

  @Test("a set is made with and without characters, at both sides of its two words")
  func changes() {
    let set = ASCIICharacters("\u{0}?@\u{7F}")
    #expect((UInt8.min...UInt8.max).filter(set.contains) == [0, 0x3F, 0x40, 0x7F])
    #expect((UInt8.min...UInt8.max).filter(set.removing("?@").contains) == [0, 0x7F])
    #expect((UInt8.min...UInt8.max).filter(set.removing("?").adding(">").contains) == [0, 0x3E, 0x40, 0x7F])
    #expect(set.adding("?") == set && set.removing("a") == set && set.removing("?") != set)
  }

  @Test("only the 26 letters change their case")
  func cases() {
    for byte in UInt8.min...UInt8.max {
      let isUpper = (0x41...0x5A).contains(byte)
      let isLower = (0x61...0x7A).contains(byte)
      #expect(byte.lowercased == (isUpper ? byte + 32 : byte), "\(byte)")
      #expect(byte.uppercased == (isLower ? byte - 32 : byte), "\(byte)")
    }
  }

  @Test("a hexadecimal digit has its value, in both cases, and no other character has one")
  func hexadecimal() {
    let digits = Array("0123456789abcdef".utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(byte.hexadecimalValue.map(Int.init) == digits.firstIndex(of: byte.lowercased), "\(byte)")
    }
  }

  @Test("a text is visible when each of its bytes is, and an empty one is")
  func visible() {
    func isVisible(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer(\.isVisible) }
    #expect(isVisible([]) && isVisible(Array(0x20...0x7E)))
    for byte in [0x00, 0x1F, 0x7F, 0x80, 0xFF] as [UInt8] {
      #expect(!isVisible([byte]) && !isVisible([0x41, byte, 0x41]), "\(byte)")
    }
  }
}

@Suite("Eight bytes that are looked at at once are eight bytes that are looked at alone")
struct EightBytesTests {
  @Test("word characters: letters, digits, “-”, “.” and “_”, at each of the eight places")
  func wordCharacters() {
    for byte in UInt8.min...UInt8.max {
      let isWord = byte.isLetter || byte.isDigit || "-._".utf8.contains(byte)
      for place in 0..<8 {
        var text = Array("aZ09-._z".utf8)
        text[place] = byte
        let areWord = text.withUnsafeBufferPointer { EightBytes(of: $0, at: 0).areWordCharacters }
        #expect(areWord == isWord, "\(byte) at \(place)")
      }
    }
  }

  @Test("RFC 8259 §7: the first character that does not stand for itself is found, at each place and with a second one")
  func ends() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        for second in [UInt8(ascii: "a"), UInt8(ascii: "\""), 0x80, 0x1F] {
          var text = [UInt8](repeating: second, count: 8)
          for index in 0..<place { text[index] = UInt8(ascii: "~") }
          text[place] = byte
          let eight = text.withUnsafeBufferPointer { EightBytes(of: $0, at: 0) }
          let first = text.firstIndex { $0.endsPlainCharacters }
          #expect(
            eight.endsOfPlainCharacters == 0
              ? first == nil : eight.endsOfPlainCharacters.trailingZeroBitCount / 8 == first)
          let firstASCII = text.firstIndex { $0.endsPlainCharacters || $0 >= 0x80 }
          #expect(
            eight.endsOfPlainASCII == 0
              ? firstASCII == nil : eight.endsOfPlainASCII.trailingZeroBitCount / 8 == firstASCII)
        }
      }
    }
  }

  @Test(
    "a byte is found from a place on, and counted",
    arguments: [("", 0), ("abc", 0), (".", 1), ("a.b..", 3), ("....", 4)])
  func positions(text: String, count: Int) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      #expect(bytes.count(of: UInt8(ascii: ".")) == count)
      for start in 0...(bytes.count + 1) {
        let expected = bytes.indices.first { $0 >= start && bytes[$0] == UInt8(ascii: ".") }
        #expect(bytes.position(of: UInt8(ascii: "."), from: start) == expected, "\(start)")
      }
    }
  }

  @Test("bytes are those of a name when length and all bytes are")
  func names() {
    func isName(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer { $0.hasSameBytes(as: "token") } }
    #expect(isName("token"))
    for other in ["", "toke", "tokens", "Token", "tokem", "uoken"] { #expect(!isName(other), "\(other)") }
    [UInt8]().withUnsafeBufferPointer { empty in
      #expect(empty.hasSameBytes(as: UnsafeBufferPointer<UInt8>(start: nil, count: 0)))
      [1].withUnsafeBufferPointer { #expect(!empty.hasSameBytes(as: $0) && !$0.hasSameBytes(as: empty)) }
    }
  }
}
