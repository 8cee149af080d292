import Testing
import WayleaveConsole
import WayleaveWire

@Suite("The style of text for people")
struct TextStyleTests {
  @Test(
    "it is shown on a terminal, unless the user's variables say otherwise",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
      (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true), (true, ["CLICOLOR": "0"], false),
      (true, ["CLICOLOR": "1"], true), (false, ["CLICOLOR": "1"], false), (false, ["CLICOLOR_FORCE": "1"], true),
      (false, ["CLICOLOR_FORCE": "0"], false), (true, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ] as [(Bool, [String: String], Bool)])
  func variables(isTerminal: Bool, variables: [String: String], isShown: Bool) {
    let style = TextStyle(onTerminal: isTerminal) { variables[$0] }
    #expect((style.faint("a") != "a") == isShown)
  }

  @Test("only the line with the code and the rule is faint")
  func lastLine() {
    let error = OAuthError(.timedOut, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "Wait.")
    let style = TextStyle(onTerminal: true) { _ in nil }
    let (plain, styled) = (
      error.explanation(in: TextLayout(width: .max)), error.explanation(in: TextLayout(width: .max), style: style)
    )
    #expect(!plain.contains("\u{1B}"))
    let lines = styled.split(separator: "\n")
    #expect(lines.last?.contains("\u{1B}[2m") == true && lines.last?.hasSuffix("\u{1B}[22m") == true)
    #expect(!lines.dropLast().joined().contains("\u{1B}"))
  }

  private let shown = TextStyle(onTerminal: true) { _ in nil }

  @Test("only http and https URLs become links, and nothing in them can end the sequence")
  func links() {
    #expect(
      shown.link("https://a.example/?b=c")
        == "\u{1B}]8;;https://a.example/?b=c\u{1B}\\https://a.example/?b=c\u{1B}]8;;\u{1B}\\")
    #expect(shown.link("http://127.0.0.1:8400/") != "http://127.0.0.1:8400/")
    let others = [
      "javascript:alert(1)", "file:///etc/passwd", "a.example", "https://a.example/\u{1B}\\\u{1B}[2J",
      "https://a.example/\u{07}", "https://a.example/ b", "https://\u{E9}.example/",
      "https://a.example/\(String(repeating: "x", count: 3000))",
    ]
    for other in others { #expect(shown.link(other) == other) }
  }

  @Test(
    "links are for terminals alone, also where colours are forced",
    arguments: [
      (false, ["CLICOLOR_FORCE": "1"]), (true, ["TERM": "dumb", "CLICOLOR_FORCE": "1"]), (true, ["NO_COLOR": "1"]),
      (true, ["CLICOLOR": "0"]), (false, [:]),
    ] as [(Bool, [String: String])])
  func noLinks(isTerminal: Bool, variables: [String: String]) {
    let style = TextStyle(onTerminal: isTerminal) { variables[$0] }
    #expect(style.link("https://a.example/") == "https://a.example/")
  }

  @Test("the labels of errors and warnings are coloured, and nothing else of a text")
  func labels() {
    #expect(shown.labelled("wayleave: no") == "\u{1B}[1m\u{1B}[31mwayleave:\u{1B}[39m\u{1B}[22m no")
    #expect(shown.labelled("Warning: no") == "\u{1B}[33mWarning:\u{1B}[39m no")
    for text in ["wayleave login", "A Warning: no", ""] { #expect(shown.labelled(text) == text) }
    #expect(TextStyle.plain.labelled("wayleave: no") == "wayleave: no")
  }
}
