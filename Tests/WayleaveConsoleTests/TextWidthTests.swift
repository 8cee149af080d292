import Testing

@testable import WayleaveConsole

@Suite("210: no line is wider than the terminal, and no word is cut that fits a line")
struct TextWidthTests {
  private static let words = [
    "An", "answer", "of", "https://api.example.com/v1/photos", "came", "in", "eleven", "seconds,", "and", "nothing",
    "of", "it", "was", "believed.",
  ]

  @Test(
    "a width below 24 columns counts as 24", arguments: [(-1, 24), (0, 24), (20, 24), (23, 24), (24, 24), (25, 25)])
  func least(asked: Int, width: Int) { #expect(TextLayout(width: asked).width == width) }

  @Test("words stay whole and in order", arguments: [35, 40, 80], ["", "wayleave: ", "a long beginning of a line: "])
  func whole(width: Int, first: String) {
    let lines = TextLayout(width: width).lines(Self.words.joined(separator: " "), after: first, inside: 2)
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    let shown = lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(shown == first.split(separator: " ").map(String.init) + Self.words)
  }

  @Test(
    "a line is filled up to its last column, and not beyond",
    arguments: [(12, 1), (13, 2)])
  func boundary(length: Int, count: Int) {
    let lines = TextLayout(width: 24).lines("01234567890 \(String(repeating: "x", count: length))")
    #expect(lines.count == count)
  }

  @Test(
    "the first word goes to the next line whole where that has room for it, further left if need be; else it is cut")
  func firstWord() {
    let layout = TextLayout(width: 24)
    let fitting = String(repeating: "x", count: 22)
    #expect(layout.lines(fitting, after: "wayleave: ", inside: 2) == ["wayleave: ", "  " + fitting])
    #expect(layout.lines(fitting + "y", after: "wayleave: ", inside: 2) == ["wayleave: ", " " + fitting + "y"])
    let lines = layout.lines(fitting + "xyz", after: "wayleave: ", inside: 2)
    #expect(lines == ["wayleave: " + fitting.prefix(14), "  " + fitting.dropFirst(14) + "xyz"])
  }

  @Test("a cut word loses no character at its cuts", arguments: [23, 24, 25, 47, 48, 49, 72])
  func cut(length: Int) {
    let word = String("abcdefghijklmnopqrstuvwxyz".flatMap { "\($0)\($0)\($0)" }.prefix(length))
    let lines = TextLayout(width: 24).lines(word)
    #expect(lines.joined() == word && lines.count == (length + 23) / 24)
  }

  @Test(
    "where the indentation leaves no room, the text comes on one line and nothing is lost", arguments: [24, 25, 30])
  func noRoom(inside: Int) {
    let lines = TextLayout(width: 24).lines("one two", after: "", inside: inside)
    #expect(lines.joined(separator: " ").split(separator: " ") == ["one", "two"])
  }

  @Test(
    "Unicode Standard Annex 11: a wide character takes two columns",
    arguments: [
      ("a", 1), ("\u{E9}", 1), ("e\u{301}", 1), ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{115E}", 2), ("\u{1161}", 1),
      ("\u{2E80}", 2), ("\u{303F}", 1), ("\u{3042}", 2), ("\u{4E2D}", 2), ("\u{AC00}", 2), ("\u{D7A3}", 2),
      ("\u{FF21}", 2), ("\u{FF61}", 1), ("\u{1F600}", 2), ("\u{2764}", 1), ("\u{2764}\u{FE0F}", 2), ("\u{20000}", 2),
      ("\u{2026}", 1), ("", 0), ("\u{4E2D}a\u{6587}", 5),
    ])
  func columns(text: String, columns: Int) { #expect(text.columns == columns) }

  @Test(
    "a beginning never ends in the middle of a wide character",
    arguments: [(0, ""), (1, ""), (2, "\u{4E2D}"), (3, "\u{4E2D}a"), (4, "\u{4E2D}a"), (5, "\u{4E2D}a\u{6587}")])
  func beginning(limit: Int, text: String) { #expect("\u{4E2D}a\u{6587}".prefix(columns: limit) == text) }

  @Test("lines of wide characters are no wider than the terminal, and end", arguments: [24, 25, 40, 80])
  func wide(width: Int) {
    let text = String(repeating: "\u{4E2D}\u{6587}", count: 50) + " a" + String(repeating: "\u{1F600}", count: 50)
    for (first, inside) in [("", 0), ("name: ", 2), ("name: ", width - 1), ("", width)] {
      let lines = TextLayout(width: width).lines(text, after: first, inside: inside)
      #expect(lines.joined().filter { $0 != " " } == (first + text).filter { $0 != " " })
      guard inside + 2 <= width else { continue }
      #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
    }
  }

  @Test("names of wide characters leave the values in one column")
  func wideNames() {
    let rows = [TextLayout.Row(name: "\u{4E2D}\u{6587}", value: "1"), .init(name: "abcdef", value: "2")]
    #expect(TextLayout(width: 80).columns(rows, inside: 2) == ["  \u{4E2D}\u{6587}    1", "  abcdef  2"])
  }

  @Test(
    "the column of names is as wide as the longest, 26 characters and a third of the line at most",
    arguments: [
      (80, 1, 2 + 1 + 2), (80, 26, 2 + 26 + 2), (80, 27, 2 + 26 + 2), (40, 12, 2 + 12 + 2), (40, 13, 2 + 12 + 2),
      (Int.max, 26, 30), (Int.max, 27, 30),
    ])
  func names(width: Int, longest: Int, start: Int) {
    let rows = [TextLayout.Row(name: String(repeating: "n", count: longest), value: "1"), .init(name: "a", value: "2")]
    let lines = TextLayout(width: width).columns(rows, inside: 2)
    #expect(lines.last?.count == start + 1)
    #expect(lines.contains { $0.hasSuffix(String(repeating: " ", count: start) + "1") } == (longest + 2 > start - 2))
  }

  @Test("no rows make no lines")
  func empty() { #expect(TextLayout(width: 80).columns([], inside: 2).isEmpty) }
}
