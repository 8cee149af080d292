import Testing
import WayleaveWire
import WayleaveTestSupport

@Suite("HTML: text from outside never becomes markup")
struct HTMLTextTests {
  @Test(
    "what could be markup is written as a reference, and all else stays",
    arguments: [
      ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"), ("&lt;", "&amp;lt;"), ("a\r\nb\tc", "a&#13;&#10;b&#9;c"),
      ("Grüße, 世界! 😀", "Grüße, 世界! 😀"), ("", ""),
    ])
  func escaped(text: String, expected: String) {
    #expect(HTMLText.escaped(text).hasSameBytes(as: expected))
    #expect(HTMLText.escaped(Array(text.utf8)).hasSameBytes(as: expected))
  }

  @Test(
    "attack 232: a character that joins with its neighbour hides no markup",
    arguments: [
      ("\u{600}<meta http-equiv=refresh>", "\u{600}&lt;meta http-equiv=refresh&gt;"), ("<\u{301}", "&lt;\u{301}"),
      ("\u{110BD}\"\u{301}", "\u{110BD}&quot;\u{301}"), ("'\u{200D}&\u{FE0F}", "&#39;\u{200D}&amp;\u{FE0F}"),
    ])
  func joined(text: String, expected: String) {
    #expect(HTMLText.escaped(text).hasSameBytes(as: expected))
  }

  @Test("bytes that are not UTF-8 are replaced, and markup between them is escaped")
  func notUTF8() {
    #expect(HTMLText.escaped([0x61, 0xFF, 0x3C, 0xC3]).hasSameBytes(as: "a\u{FFFD}&lt;\u{FFFD}"))
  }

  @Test("no text comes out with a byte that begins or ends markup")
  func randomTexts() {
    var random = SeededGenerator(seed: 232)
    let pieces = ["<", ">", "\"", "'", "\u{600}", "\u{301}", "\u{200D}", "é", "a", "\u{1F1E9}"]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...9, using: &random)
      let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      #expect(HTMLText.escaped(text).utf8.allSatisfy { !Array("<>\"'".utf8).contains($0) })
    }
  }
}
