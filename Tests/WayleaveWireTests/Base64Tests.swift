import Foundation
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 4648: base64 and base64url")
struct Base64Tests {
  /// RFC 4648 §10.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test("§10: the test vectors, with padding and without", arguments: vectors)
  func testVectors(text: String, encoded: String) {
    let unpadded = encoded.replacing("=", with: "")
    #expect(Base64.standard.encodedText(text.utf8) == encoded)
    #expect(Base64.standard.decode(encoded) == Array(text.utf8))
    #expect(Base64.url.encodedText(text.utf8) == unpadded)
    #expect(Base64.url.decode(unpadded) == Array(text.utf8))
  }

  @Test("what is written at the end of a text is what is written alone", arguments: vectors)
  func appended(text: String, encoded: String) {
    var (padded, unpadded) = (Array("x.".utf8), Array("x.".utf8))
    Array(text.utf8).withUnsafeBytes {
      Base64.standard.append($0, to: &padded)
      Base64.url.append($0, to: &unpadded)
    }
    #expect(padded == Array("x.\(encoded)".utf8))
    #expect(unpadded == Array("x.\(encoded.replacing("=", with: ""))".utf8))
  }

  @Test("§5: the two alphabets differ in two characters, and neither reads the other's")
  func alphabets() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]
    #expect(Base64.standard.encodedText(bytes) == "++++////")
    #expect(Base64.url.encodedText(bytes) == "----____")
    #expect(Base64.standard.decode("++++////") == bytes)
    #expect(Base64.url.decode("----____") == bytes)
    #expect(Base64.standard.decode("----____") == nil)
    #expect(Base64.url.decode("++++////") == nil)
  }

  @Test("§3.5: unused bits that are not zero are refused")
  func unusedBits() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for (value, character) in alphabet.enumerated() {
      let two = [UInt8(ascii: "A"), character]
      #expect((Base64.url.decode(two) != nil) == (value % 16 == 0))
      let three = [UInt8(ascii: "A"), UInt8(ascii: "A"), character]
      #expect((Base64.url.decode(three) != nil) == (value % 4 == 0))
    }
    #expect(Base64.standard.decode("AA==") == [0])
    #expect(Base64.standard.decode("AB==") == nil)
    #expect(Base64.standard.decode("AAA=") == [0, 0])
    #expect(Base64.standard.decode("AAB=") == nil)
  }

  @Test(
    "§3.2: padding that is missing, added or misplaced is refused",
    arguments: [
      "Zg", "Zg=", "Zg===", "Zm8", "Zm8==", "Zm9v=", "Zm9v====", "=", "==", "====", "Z===", "Zg==Zg==", "Z=g=",
    ])
  func padding(text: String) {
    #expect(Base64.standard.decode(text) == nil)
  }

  @Test("RFC 7515 §2: base64url has no padding", arguments: ["Zg==", "Zg=", "Zm8=", "=", "Zm9v="])
  func noPadding(text: String) {
    #expect(Base64.url.decode(text) == nil)
  }

  @Test("a single digit stands for no byte", arguments: ["A", "AAAAA", "Zm9vY"])
  func danglingDigit(text: String) {
    #expect(Base64.url.decode(text) == nil)
  }

  @Test(
    "§3.3: spaces, line breaks and all other characters are refused",
    arguments: ["Zm9v\n", " Zm9v", "Zm 9v", "Zm9v\r\n", "\tZm9v", "Zm9\u{0}", "Zm9ü", "Zm.v", "Zm9v%3D"])
  func otherCharacters(text: String) {
    #expect(Base64.url.decode(text) == nil)
    #expect(Base64.standard.decode(text) == nil)
  }

  @Test("bytes of every length to 300 come back as they were, and are what Foundation writes")
  func roundTrip() {
    var random = SeededGenerator(seed: 4648)
    for length in 0...300 {
      let bytes = random.bytes(length)
      let padded = Base64.standard.encodedText(bytes)
      #expect(padded == Data(bytes).base64EncodedString())
      #expect(Base64.standard.decode(padded) == bytes)
      #expect(Base64.url.decode(Base64.url.encodedText(bytes)) == bytes)
      #expect(Base64.url.encode(bytes).count == (length * 4 + 2) / 3)
    }
  }

  @Test("whatever is read is exactly what would have been written")
  func oneTextForEachValue() {
    var random = SeededGenerator(seed: 7515)
    let alphabet = Array("AQgw_-+/=".utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      let text = random.bytes(.random(in: 0...8, using: &random), from: alphabet)
      for codec in [Base64.url, Base64.standard] {
        guard let bytes = codec.decode(text) else { continue }
        accepted += 1
        #expect(codec.encode(bytes) == text)
      }
    }
    #expect(accepted > 100)
  }
}
