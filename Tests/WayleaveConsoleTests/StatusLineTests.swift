import Testing

@testable import WayleaveConsole

@Suite("What is waited for, in the last line of a terminal")
struct StatusLineTests {
  private let status = StatusLine.user("in the browser", for: .seconds(300))

  @Test(
    "the time that is left is shown in minutes and seconds, and never below zero",
    arguments: [(0, "5:00"), (9, "4:51"), (241, "0:59"), (299, "0:01"), (400, "0:00")])
  func time(elapsed: Int, left: String) {
    let line = status.line(after: .seconds(elapsed), width: 80)
    #expect(line.dropFirst() == " Waiting for you in the browser (\(left) left; Ctrl-C ends it)")
  }

  @Test("the line is shorter than the terminal is wide, and says what fits", arguments: [1, 10, 20, 30, 40, 50, 80])
  func width(width: Int) {
    let line = status.line(after: .seconds(9), width: width)
    #expect(line.columns < width)
    #expect(line.contains("4:51 left") == (width >= 30) && line.contains("Ctrl-C") == (width >= 80))
    #expect(StatusLine.server("a.example").line(after: .seconds(2), width: width).columns < width)
  }

  @Test("the spinner turns once a second, also in ASCII")
  func spinner() {
    for inASCII in [false, true] {
      let marks = (0..<4).map { status.line(after: .seconds($0), width: 80, inASCII: inASCII).prefix(1) }
      #expect(Set(marks).count == 4)
      #expect(status.line(after: .seconds(1), width: 80, inASCII: inASCII).allSatisfy(\.isASCII) == inASCII)
    }
    let plain = StatusLine.server("a.example").line(after: .zero, width: 80, inASCII: true)
    #expect(plain.utf8.allSatisfy { $0 < 0x80 })
  }
}
