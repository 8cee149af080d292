import Testing
import WayleaveConsole

@Suite("Lines that fit a terminal")
struct TextLayoutTests {
  @Test("words stay whole, the next line is indented, and a word that fits no line is cut", arguments: [24, 40, 80])
  func width(width: Int) {
    let layout = TextLayout(width: width)
    let text = "a sentence with some words and \(String(repeating: "x", count: 100)) in it"
    let lines = layout.lines(text, after: "wayleave: ", inside: 2)
    #expect(lines.allSatisfy { $0.count <= width } && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
    let joined = lines.joined().filter { $0 != " " }
    #expect(joined == ("wayleave:" + text).filter { $0 != " " })
  }

  @Test("values start in one column, and a long name has a line for itself")
  func columns() {
    let rows = [
      TextLayout.Row(name: "a", value: "1", note: "why"), .init(name: String(repeating: "n", count: 30), value: "2"),
    ]
    let lines = TextLayout(width: 80).columns(rows, inside: 2)
    #expect(lines.count == 4 && lines[1].contains("· why"))
    #expect(lines[0].firstIndex(of: "1") == lines[3].firstIndex(of: "2"))
  }
}
