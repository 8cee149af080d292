import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("The page of login --trace-html")
struct TracePageTests {
  // Prepend characters join the character after them, and combining marks the one before them.
  @Test(
    "markup is escaped, also where it is part of a longer character",
    arguments: ["", "\u{600}", "\u{605}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{110BD}"], ["", "\u{301}", "\u{FE0F}"])
  func markup(before: String, after: String) {
    var page = TracePage()
    page.add(Event(.tolerated, "x\(before)<\(after)meta http-equiv=refresh\(before)>\(after)&\"'"), after: .zero)
    let text = page.text(endingWith: OAuthError.sample(received: "\(before)<\(after)form action=x>"))
    // By bytes: as characters the markup would not be found either.
    for tag in ["meta http-equiv=refresh", "form action"] {
      #expect(Array(text.utf8).firstRange(of: Array("<\(after)\(tag)".utf8)) == nil)
      #expect(Array(text.utf8).firstRange(of: Array("&lt;\(after)\(tag)".utf8)) != nil)
    }
  }

  @Test("nothing on the page is run, loaded or sent")
  func policy() {
    let text = TracePage().text(endingWith: nil)
    for rule in ["default-src 'none'", "form-action 'none'", "base-uri 'none'"] { #expect(text.contains(rule)) }
    #expect(text.contains("It is done."))
  }
}
