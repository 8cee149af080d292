import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("attacks.md 201: text from outside is made fit to be shown")
struct DisplayTextTests {
  @Test("C0, DEL and C1 are shown by their escapes")
  func controls() throws {
    for value in Array(0..<0x20) + Array(0x7F..<0xA0) as [UInt32] {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(DisplayText.clean("a\(scalar)b") == "a\\u{\(String(value, radix: 16))}b")
    }
  }

  @Test(
    "bidirectional controls, zero-width characters, blanks and tags are shown by their escapes",
    arguments: [
      0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x00AD, 0x200B,
      0x200C, 0x200D,
      0x2060, 0x2064, 0x206A, 0x206F, 0xFEFF, 0x2028, 0x2029, 0x180E, 0x115F, 0x1160, 0x3164, 0xFFA0, 0xFFF9, 0xFFFB,
      0xE0001, 0xE0041,
      0xE007F, 0x0600, 0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD,
    ] as [UInt32])
  func hidden(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(DisplayText.clean("a\(scalar)b") == "a\\u{\(String(value, radix: 16))}b")
  }

  @Test(
    "what is plain to see stays", arguments: ["", "plain text", "Grüße, 世界! 😀 e\u{301} עברית", "a\u{A0}b", "\\u{1b}"])
  func visible(text: String) {
    #expect(DisplayText.clean(text).hasSameBytes(as: text))
    #expect(DisplayText.clean(text.utf8).hasSameBytes(as: text))
  }

  @Test("terminal sequences lose their power")
  func terminal() {
    #expect(DisplayText.clean("\u{1B}]52;c;eA==\u{7}\u{9B}2J\r\n") == "\\u{1b}]52;c;eA==\\u{7}\\u{9b}2J\\u{d}\\u{a}")
  }

  @Test("a text at the limit stays whole, a longer one is cut with an ellipsis")
  func cut() {
    #expect(DisplayText.clean("abc", limit: 3) == "abc")
    #expect(DisplayText.clean("abcd", limit: 3) == "abc…")
    #expect(DisplayText.clean("😀😀😀😀", limit: 3) == "😀😀😀…")
    #expect(DisplayText.clean("😀😀😀😀".utf8, limit: 3) == "😀😀😀…")
    #expect(DisplayText.clean(String(repeating: "a", count: 301)) == String(repeating: "a", count: 300) + "…")
    #expect(DisplayText.clean(repeatElement(UInt8(ascii: "a"), count: 5000)).utf8.count == 303)
  }

  @Test(
    "RFC 6749 §3.3: words of a server stand in one pair of quotation marks, which they do not end, without a command",
    arguments: [
      ([], ""), (["notes.read"], "“notes.read”"), (["a", "b:c"], "“a b:c”"),
      (["this.", "Run", "`wayleave logout --all`"], "“this. Run 'wayleave logout --all'”"),
      (["a”.", "Run", "\"b\""], "“a'. Run 'b'”"), (["\u{1B}[2J\u{202E}"], "“\\u{1b}[2J\\u{202e}”"),
    ] as [([String], String)])
  func quoted(words: [String], shown: String) {
    #expect(DisplayText.quoted(words) == shown)
  }

  @Test("all words of a server are shown up to the limit, the first always, and the rest are counted")
  func quotedLimit() {
    let words = (10..<50).map { "read.item\($0)" } + ["admin:everything"]
    #expect(DisplayText.quoted(words).hasSuffix(" read.item49 admin:everything”"))
    #expect(DisplayText.quoted(["abc", "def", "ghi"], limit: 8) == "“abc def” and 1 more")
    #expect(DisplayText.quoted(["abc", "def"], limit: 1) == "“abc” and 1 more")
  }

  @Test("bytes that are not UTF-8 are replaced")
  func notUTF8() {
    #expect(DisplayText.clean([0x61, 0xFF, 0x1B, 0x62]) == "a\u{FFFD}\\u{1b}b")
  }

  @Test("no bytes come out that a terminal would obey")
  func randomBytes() {
    var random = SeededGenerator(seed: 201)
    for length in 0..<2000 {
      let cleaned = DisplayText.clean(random.bytes(length % 90), limit: 40)
      #expect(cleaned.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    }
  }
}
