import Testing
import WayleaveBackport

@Suite("RFC 3629 §3: bytes are text in UTF-8, or no text")
struct TextOfBytesTests {
  private static let texts = ["", "a", "ä€𝄞", "\u{FFFD}", "a\u{0}b"]

  @Test(arguments: texts) func `text is read, with a replacement character that stands in it`(text: String) {
    #expect(String(utf8: text.utf8) == text)
    #expect(String(repairing: Array(text.utf8)) == text)
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0x61, 0xFF],
    ] as [[UInt8]])
  func `what is no text is refused, on Apple's systems as on Linux`(bytes: [UInt8]) {
    #expect(String(utf8: bytes) == nil)
    #expect(String(repairing: bytes) == nil)
  }
}
