import Testing
import WayleaveWire

@Suite("A part of a text is searched by its bytes")
struct ByteSearchTests {
  @Test(
    "each place of a part is replaced, from the left, and none overlaps another",
    arguments: [
      ("a{b}{c}", "{", "%7B", "a%7Bb}%7Bc}"), ("aaa", "aa", "b", "ba"), ("abab", "ab", "", ""), ("abc", "", "x", "abc"),
      ("", "a", "b", ""), ("abc", "abcd", "x", "abc"), ("xab", "ab", "ab", "xab"), ("e\u{301}", "e", "a", "a\u{301}"),
      ("\u{E9}", "e\u{301}", "x", "\u{E9}"),
    ])
  func replacing(text: String, part: String, other: String, expected: String) {
    #expect(text.replacing(part: part, with: other).hasSameBytes(as: expected))
  }

  @Test("a part separates a text into one piece more than it stands there")
  func separating() {
    let pieces = { (text: String) in
      Array(text.utf8).separated(by: Array("--".utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(pieces("a--b--") == ["a", "b", ""] && pieces("---") == ["", "-"] && pieces("a-b") == ["a-b"])
    #expect(pieces("") == [""])
  }

  @Test("a part stands where all of it stands")
  func containing() {
    #expect(Array("abc".utf8).contains(part: Array("bc".utf8)) && !Array("abc".utf8).contains(part: Array("bd".utf8)))
    #expect(!Array("abc".utf8).contains(part: []) && ![UInt8]().contains(part: [1]))
  }
}
