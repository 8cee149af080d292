import Testing
import WayleaveTestSupport
import WayleaveWire

// FS21
@Suite("RFC 3986 §2.1: percent-encoding")
struct PercentEncodingTests {
  @Test("every published text is written and read back byte for byte")
  func vectors() throws {
    let vectors = try EncodingVectors.read().percent_encode
    #expect(vectors.count == 24)
    for vector in vectors {
      #expect(PercentEncoding.encode(vector.text).hasSameBytes(as: vector.encoded), "\(vector.encoded)")
      #expect(PercentEncoding.decode(vector.encoded.utf8) == Array(vector.text.utf8), "\(vector.encoded)")
    }
  }

  @Test("exactly the 66 unreserved characters stand for themselves")
  func unreserved() {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    for byte in UInt8.min...UInt8.max {
      let encoded = PercentEncoding.encode([byte])
      #expect(byte.isUnreserved == unreserved.contains(byte))
      #expect(encoded.count == (unreserved.contains(byte) ? 1 : 3))
      #expect(PercentEncoding.decode(encoded) == [byte])
    }
  }

  @Test("digits of an escape are written in upper case and read in either", arguments: ["%c3%a9", "%C3%A9", "%c3%A9"])
  func cases(text: String) {
    #expect(PercentEncoding.decode(text.utf8) == [0xC3, 0xA9])
    #expect(PercentEncoding.encode("\u{E9}") == "%C3%A9")
  }

  @Test(
    "a percent sign without two hexadecimal digits is refused",
    arguments: ["%", "%4", "a%", "%zz", "%4g", "%%41", "%+1"])
  func wrongEscapes(text: String) {
    #expect(PercentEncoding.decode(text.utf8) == nil)
  }

  @Test("a plus stays a plus outside a form")
  func plus() {
    #expect(PercentEncoding.decode("a+b".utf8) == Array("a+b".utf8))
  }

  @Test("an escape is read once, never twice")
  func readOnce() {
    #expect(PercentEncoding.decode("%252B".utf8) == Array("%2B".utf8))
  }

  @Test("appending leaves what stands before")
  func appending() {
    var text = Array("k=".utf8)
    PercentEncoding.append("ä".utf8, to: &text)
    #expect(text == Array("k=%C3%A4".utf8))
  }

  @Test("any bytes come back as they were")
  func roundTrip() {
    var random = SeededGenerator(seed: 3986)
    for length in 0..<300 {
      let bytes = random.bytes(length)
      let encoded = PercentEncoding.encode(bytes)
      #expect(encoded.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "%") })
      #expect(PercentEncoding.decode(encoded) == bytes)
    }
  }

  @Test("a visible character is one from space to tilde")
  func visible() {
    #expect((UInt8.min...UInt8.max).filter(\.isVisibleCharacter) == Array(0x20...0x7E))
  }
}
