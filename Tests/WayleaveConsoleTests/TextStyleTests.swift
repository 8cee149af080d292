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
}
