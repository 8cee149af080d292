import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("L2: what an error, a demand and a page show of hostile texts")
struct ShownTextTests {
  private static let hostile = "a\u{1B}[2J\u{9B}\u{202E}\u{200B}\u{7}b"
  private static let long = String(repeating: "x", count: 10_000)

  private func isClean(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
      $0 != "\n" && Self.hostile.unicodeScalars.contains($0) && ($0.value < 0x20 || $0.value > 0x7E)
    }
  }

  private func errors(_ text: String) -> [OAuthError] {
    [
      .sample(received: text), .sample(received: "a", refusal: ProviderRefusal(error: text)),
      .sample(received: "a", refusal: ProviderRefusal(error: "x", description: text)),
      .sample(received: "a", refusal: ProviderRefusal(error: "x", subcode: text)),
      .sample(received: "a", refusal: ProviderRefusal(error: "x", demand: AccessDemand(scopes: [text]))),
      OAuthError(.tokenRefused, rule: .wayleave("x"), expected: text, received: .nothing, remedy: .advice(text)),
      OAuthError(
        .tokenRefused, rule: .wayleave("x"), expected: "y", received: .text(text), remedy: .signIn(provider: text)),
    ]
  }

  @Test("an error, at every width", arguments: [24, 40, 80, Int.max])
  func errors(width: Int) {
    for error in errors(Self.hostile) {
      let shown = error.explanation(in: TextLayout(width: width))
      #expect(isClean(shown), "\(shown.debugDescription)")
      #expect(shown.hasPrefix("wayleave: ") && shown.contains("[token.refused"))
    }
    for error in errors(Self.long) {
      let shown = error.explanation(in: TextLayout(width: width))
      #expect(shown.utf8.count < 10_000)
      #expect(shown.split(separator: "\n").allSatisfy { $0.count <= width })
    }
  }

  @Test("an error in JSON has all members of the contract, null where nothing was said")
  func json() throws {
    let names = [
      "code", "message", "rule", "expected", "received", "remedy", "fault", "member", "retry_after", "oauth_error",
    ]
    let plain = try #require(OAuthError.sample(received: "a").json["error"]?.object)
    #expect(plain.members.map(\.name) == names)
    #expect(plain["oauth_error"] == .null && plain["member"] == .null && plain["rule"] == "RFC 6749 §5.2")
    let worded = OAuthError(.denied, message: "No.", rule: .wayleave("r"), remedy: "m").json["error"]?.object
    #expect(worded?.members.map(\.name) == names && worded?["expected"] == .null && worded?["received"] == .null)
    #expect(worded?["retry_after"] == .null)
    let pausing = OAuthError(.serverUnavailable, message: "No.", rule: .wayleave("r"), remedy: .wait(.seconds(30)))
    #expect(pausing.json["error"]?["retry_after"] == 30)
    let demand = AccessDemand(scopes: ["a"], authenticationContextClasses: ["gold"], maximumAge: .seconds(60))
    let refusal = ProviderRefusal(error: "e", description: "d", status: 403, demand: demand)
    let said = OAuthError.sample(received: "a", refusal: refusal).json["error"]?["oauth_error"]
    #expect(said?["error"] == "e" && said?["error_description"] == "d" && said?["error_uri"] == .null)
    #expect(said?["status"] == 403 && said?["demand"] == ["scopes": ["a"], "acr_values": ["gold"], "max_age": 60])
  }

  @Test("RFC 9470 §4: a demand is shown as the options that meet it, and one that cannot be typed is not shown")
  func demand() {
    func shown(_ demand: AccessDemand) -> String {
      OAuthError.sample(received: "a", refusal: ProviderRefusal(error: "x", demand: demand))
        .explanation(in: TextLayout(width: .max))
    }
    let whole = AccessDemand(scopes: ["a", "b c"], authenticationContextClasses: ["-x", "y"], maximumAge: .seconds(0))
    #expect(
      shown(whole).contains("a sign-in with --scope 'a b c' --acr-values='-x' --acr-values y --max-age 0"))
    #expect(!shown(AccessDemand()).contains("demands"))
    #expect(!shown(AccessDemand(scopes: ["a", Self.hostile], maximumAge: .seconds(5))).contains("demands"))
  }

  @Test("the page of a trace: each text is cut, clean and escaped")
  func page() {
    var page = TracePage.sample
    page.add(Event(.tolerated, Self.hostile + "<b>&\"'"), after: .milliseconds(1500))
    page.add(Event(.tolerated, Self.long), after: .seconds(2))
    let text = page.text(endingWith: CancellationError(), after: .zero)
    #expect(isClean(text) && !text.contains("<b>") && text.utf8.count < 9000)
    #expect(
      text.contains("at 1500 ms") && text.contains("at 2000 ms")
        && text.contains("The sign-in failed: see the terminal"))
  }

  @Test(
    "210: in ASCII, nothing but ASCII is left of any text",
    arguments: [hostile, "„a“ ‘b’ – — • → × ✓ ✗ § … ·", "\u{1F600}\u{4E2D}"])
  func ascii(text: String) {
    #expect(ASCIIText.spelled(text).utf8.allSatisfy { $0 < 0x80 })
    #expect(ASCIIText.spelled("„‘’“–—•→×✓✗") == "\"''\"---->xokno")
  }
}
