import Testing
import WayleaveConsole

@Suite("A line that is typed at a terminal in byte mode")
struct LineEditorTests {
  private func type(_ text: String) -> (shown: String, line: String?) {
    var editor = LineEditor()
    var shown: [UInt8] = []
    for byte in text.utf8 {
      switch editor.take(byte) {
      case .show(let bytes): shown += bytes
      case .line(let line): return (String(decoding: shown, as: UTF8.self), String(decoding: line, as: UTF8.self))
      case .end: return (String(decoding: shown, as: UTF8.self), nil)
      }
    }
    return (String(decoding: shown, as: UTF8.self), nil)
  }

  @Test("L18: a line of 20,000 bytes is read whole")
  func long() {
    let url = "https://a.example/cb?code=" + String(repeating: "x", count: 20_000)
    #expect(type(url + "\n").line == url)
  }

  @Test("a character can be taken back with all of its bytes, and so can the line")
  func editing() {
    #expect(type("ab\u{7F}c\n").line == "ac")
    #expect(type("aé\u{8}b\n").line == "ab")
    #expect(type("é\u{7F}").shown == "?\u{8} \u{8}")
    #expect(type("wrong\u{15}right\n").line == "right")
    #expect(type("\u{7F}\u{7F}x\n").line == "x")
  }

  @Test("what a terminal sends around a paste, and for an arrow key, is no text")
  func sequences() {
    #expect(type("\u{1B}[200~https://a.example/cb?code=x\u{1B}[201~\n").line == "https://a.example/cb?code=x")
    #expect(type("a\u{1B}[A\u{1B}[1;5Cb\u{1B}[2J\n").line == "ab")
    #expect(type("a\u{1B}[A\u{1B}[1;5Cb\u{1B}[2J\n").shown == "ab")
    // A sequence that is cut off takes no line with it, and a text that looks like one stays.
    #expect(type("a\u{1B}[20\n").line == "a" && type("a[200~b\n").line == "a[200~b")
    #expect(TypedSequence.removed(from: Array("\u{1B}[201~\n".utf8)) == Array("\n".utf8))
  }

  @Test("Ctrl-D ends the input at the start of a line alone, and control characters are not shown")
  func control() {
    #expect(type("\u{4}").line == nil)
    #expect(type("a\u{4}b\n").line == "ab")
    #expect(type("a\u{1B}b\n").shown == "ab")
    #expect(type("a\u{9B}31m\u{9D}52;c;x\u{9C}\u{202E}b\n").shown == "a?31m?52;c;x??b")
    #expect(type("a\u{9B}b\n").line == "a\u{9B}b")
  }
}
