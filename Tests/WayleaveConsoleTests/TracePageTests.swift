import Foundation
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
    var page = TracePage.sample
    page.add(Event(.tolerated, "x\(before)<\(after)meta http-equiv=refresh\(before)>\(after)&\"'"), after: .zero)
    let text = page.text(endingWith: OAuthError.sample(received: "\(before)<\(after)form action=x>"), after: .zero)
    // By bytes: as characters the markup would not be found either.
    for tag in ["meta http-equiv=refresh", "form action"] {
      #expect(Array(text.utf8).firstRange(of: Array("<\(after)\(tag)".utf8)) == nil)
      #expect(Array(text.utf8).firstRange(of: Array("&lt;\(after)\(tag)".utf8)) != nil)
    }
  }

  @Test("nothing on the page is run, loaded or sent")
  func policy() {
    let text = TracePage.sample.text(endingWith: nil, after: .zero)
    for rule in ["default-src 'none'", "form-action 'none'", "base-uri 'none'"] { #expect(text.contains(rule)) }
    #expect(text.contains("The sign-in is done."))
  }

  @Test("the summary says what became of which sign-in, for which user, when, how long and by which program")
  func summary() {
    var page = TracePage.sample
    page.add(Event(.signInBegan, "Tollgate as client C"), after: .zero)
    page.add(Event(.identified, "Ada <3"), after: .milliseconds(1234))
    let summary = page.text(endingWith: nil, after: .milliseconds(1234)).components(separatedBy: "</dl>").first ?? ""
    for text in ["Tollgate as client C", "Ada &lt;3", "1970-01-01", "1.2 s", "wayleave 9.9"] {
      #expect(summary.contains("<dd>\(text)"), "\(summary)")
    }
    let failed = TracePage.sample.text(endingWith: OAuthError.sample(received: "x"), after: .zero)
    #expect(failed.contains("The sign-in failed: "))
    #expect(page.text(endingWith: nil, after: .seconds(20)).contains("<dd>20.0 s"))
  }

  @Test("each step has a heading for people; no machine's name is one")
  func headings() {
    var page = TracePage.sample
    for name in Event.Name.allCases { page.add(Event(name, "x"), after: .zero) }
    let headings = page.text(endingWith: nil, after: .zero).components(separatedBy: "<h2>").dropFirst().map {
      $0.prefix { $0 != "<" }
    }
    #expect(headings.count == Event.Name.allCases.count)
    #expect(headings.allSatisfy { $0.contains(" ") && !$0.contains(".") })
  }

  @Test(
    "a rule leads to where it is written; a rule of our own leads nowhere",
    arguments: [
      (.rfc(6749, "4.1.3"), "https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3"),
      (.rfc(7636, "B"), "https://www.rfc-editor.org/rfc/rfc7636#appendix-B"),
      (.openID("Core", "3.1.3.7"), "https://openid.net/specs/openid-connect-core-1_0.html#rfc.section.3.1.3.7"),
      (.specification("JWT Secured Authorization Response Mode", "2"), "https://openid.net/specs/oauth-v2-jarm.html"),
      (.specification("Another", "2"), nil), (.wayleave("a rule"), nil),
    ] as [(OAuthError.Rule, String?)])
  func links(rule: OAuthError.Rule, link: String?) {
    var page = TracePage.sample
    page.add(Event(.tolerated, rule: rule, "x"), after: .zero)
    let text = page.text(endingWith: nil, after: .zero)
    #expect(text.contains("\(rule)"))
    #expect(link.map { text.contains("<a href=\"\($0)\">\(rule)</a>") } ?? !text.contains("<a "))
  }

  @Test("discovery is folded with its answer, and nothing else is")
  func discovery() {
    var page = TracePage.sample
    page.add(Event(.signInBegan, "x"), after: .zero)
    page.add(Event(.requestSent, rule: .openID("Discovery", "4"), "GET a"), after: .zero)
    page.add(Event(.answerReceived, "200 <b>"), after: .zero)
    page.add(Event(.requestSent, rule: .rfc(6749, "4.1.3"), "POST b"), after: .zero)
    page.add(Event(.answerReceived, "200 c"), after: .zero)
    let text = page.text(endingWith: nil, after: .zero)
    #expect(text.components(separatedBy: "<details>").count == 2)
    let folded = text.components(separatedBy: "<details>").last?.components(separatedBy: "</details>").first ?? ""
    #expect(folded.components(separatedBy: "<section>").count == 3)
    #expect(folded.hasPrefix("<summary>The metadata is fetched: 200 &lt;b&gt;</summary>"))
  }

  @Test("a step without parameters has no empty list")
  func emptyList() {
    var page = TracePage.sample
    page.add(Event(.credentialIssued, "x"), after: .zero)
    #expect(page.text(endingWith: nil, after: .zero).components(separatedBy: "<dl").count == 2)
  }
}

extension TracePage {
  /// A page without steps.
  static var sample: TracePage { TracePage(program: "wayleave 9.9", date: Instant(secondsSinceEpoch: 0)) }
}
