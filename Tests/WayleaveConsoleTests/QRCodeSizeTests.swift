import Testing
import WayleaveConsole

@Suite("ISO/IEC 18004: the size of a QR code")
struct QRCodeSizeTests {
  @Test("the smallest version that holds the text is used", arguments: [(17, 1), (18, 2), (271, 10)])
  func version(length: Int, version: Int) throws {
    let code = try #require(QRCode(String(repeating: "a", count: length)))
    #expect(code.columns == 17 + 4 * version + 8 && code.rows == (code.columns + 1) / 2)
    #expect(code.text.split(separator: "\n").count == code.rows)
  }

  @Test("a text that is too long has no picture")
  func tooLong() { #expect(QRCode(String(repeating: "a", count: 272)) == nil) }
}
