import Testing

@testable import WayleaveConsole

@Suite("Lines for people are broken between words")
struct WrappedTextTests {
  private static let sentence =
    "Flow: device, because there is no display. Choose with --flow browser, device or paste, and see the help."

  @Test("no line is wider than the terminal, and no word is lost", arguments: [24, 40, 80])
  func sentence(width: Int) {
    let lines = TextLayout(width: width).wrapped(Self.sentence).split(separator: "\n")
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= width }, "\(lines)")
    #expect(lines.joined(separator: " ").split(separator: " ") == Self.sentence.split(separator: " "))
  }

  @Test("in a pipe nothing is broken, and lines that fit stay as they are")
  func untouched() {
    #expect(TextLayout(width: .max).wrapped(Self.sentence) == Self.sentence)
    let text = "one\n\n  two   three\n"
    #expect(TextLayout(width: 40).wrapped(text) == text)
  }

  @Test(
    "the rest of a line stands as far in as its text: after the margin, a mark, or a name",
    arguments: [
      ("  signed in as Ada Fenwick and stored", 2), ("· opened https://a.example and waited", 2),
      ("  stored   in the folder of this user here", 11), ("plain words that are longer than a line", 0),
    ])
  func indentation(text: String, inside: Int) {
    let lines = TextLayout(width: 30).wrapped(text).split(separator: "\n").dropFirst()
    #expect(!lines.isEmpty && lines.allSatisfy { $0.prefix { $0 == " " }.count == inside }, "\(lines)")
  }

  @Test("a URL, a token and a path that are too wide have a line for themselves, in one piece", arguments: [24, 40])
  func uncut(width: Int) {
    for word in ["https://a.example/\(String(repeating: "x", count: 60))", String(repeating: "t", count: 90)] {
      for text in ["Open \(word) now", "  or this one:  \(word)", word] {
        let lines = TextLayout(width: width).wrapped(text).split(separator: "\n")
        #expect(lines.contains { $0.drop { $0 == " " } == word[...] }, "\(lines)")
      }
      let said = TextLayout(width: width).lines(
        "Look at https://a.example/\(word) first", after: "  ", keepingURLs: true)
      #expect(said.contains { $0.drop { $0 == " " } == "https://a.example/\(word)" }, "\(said)")
    }
  }

  @Test(
    "a command that is broken can still be copied: the shell joins its lines",
    arguments: [
      ("Next: wayleave clients add NAME --provider P --client-id ID --client-secret-file FILE", 3),
      ("  wayleave login http://127.0.0.1:8080/tollgate --client-id tollgate-native --ca-file /tmp/a.pem", 4),
    ])
  func command(text: String, count: Int) {
    let lines = TextLayout(width: 40).wrapped(text).split(separator: "\n")
    #expect(lines.count == count && lines.dropLast().allSatisfy { $0.hasSuffix(" \\") && $0.count <= 40 }, "\(lines)")
    #expect(lines.last?.hasSuffix("\\") == false)
    let joined = lines.map { $0.hasSuffix(" \\") ? $0.dropLast(2) : $0 }
    #expect(joined.flatMap { $0.split(separator: " ") } == text.split(separator: " "))
  }

  @Test("a row of a table that begins with a command is no command to copy")
  func table() {
    let text = "  wayleave login github      Sign in at GitHub, by the browser of this machine"
    #expect(!TextLayout(width: 40).wrapped(text).contains("\\"))
  }

  @Test(
    "a command between backticks stays on one line, also where the line is wider than the terminal",
    arguments: [40, 80])
  func quotedCommand(width: Int) {
    let command = "`wayleave agent grants allow /usr/local/bin/program --account github/joe`"
    let text = "This program has no grant. To allow it: \(command). Then try again, here or elsewhere."
    let layout = TextLayout(width: width)
    let laidOut = layout.lines(text, after: "  ", keepingURLs: true)
    for lines in [laidOut, layout.wrapped(text).split(separator: "\n").map(String.init)] {
      #expect(lines.contains { $0.contains(command) }, "\(lines)")
      #expect(lines.allSatisfy { $0.count <= width || $0.drop { $0 == " " } == "\(command)." }, "\(lines)")
      #expect(lines.joined(separator: " ").split(separator: " ") == text.split(separator: " "))
      #expect(lines.flatMap { layout.wrapped($0).split(separator: "\n") }.map(String.init) == lines)
    }
    #expect(layout.wrapped("a lone ` in a long text " + String(repeating: "word ", count: 30)).contains("\n"))
  }

  @Test("what styles a text takes no columns")
  func styled() {
    let style = TextStyle(onTerminal: true) { _ in nil }
    let link = style.bold(style.link("https://a.example/"))
    #expect(link != "https://a.example/" && link.columns == 18)
    #expect((style.red("FAIL") + style.green("ok")).columns == 6)
    let text = "  \(link) and some"
    #expect(TextLayout(width: 30).wrapped(text) == text)
    #expect(TextLayout(width: 28).wrapped(text).split(separator: "\n").count == 2)
  }
}
