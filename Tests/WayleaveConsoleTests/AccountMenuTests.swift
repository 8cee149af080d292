import Testing
import WayleaveConsole

@Suite("EI4, EI5: of several accounts the user chooses one")
struct AccountMenuTests {
  // EI4
  @Test("each account is a line with its number and its name")
  func question() {
    let question = AccountMenu(["work", "home"]).question
    #expect(question.hasPrefix("You have 2 accounts:\n  1  work\n  2  home\nWhich one?"), "\(question)")
  }

  // EI5
  @Test(
    "a number or a name means one, and anything else none",
    arguments: [
      ("1", 0), ("2", 1), ("work", 0), ("3", 2), ("2026", 3), ("0", nil), ("5", nil), ("-1", nil),
      ("Work", nil), ("99999999999999999999", nil), (" 1", nil),
    ] as [(String, Int?)])
  func answers(text: String, place: Int?) {
    #expect(AccountMenu(["work", "home", "x", "2026"]).place(typed: text) == place)
  }

  @Test("a name that is a number is that account, and not the one at that place")
  func numberedName() {
    #expect(AccountMenu(["2", "home"]).place(typed: "2") == 0)
  }
}
