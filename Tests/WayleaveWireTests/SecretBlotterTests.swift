import Testing
import WayleaveWire

@Suite("M2, T4: no secret stays in a text that is shown, in whichever spelling it comes back")
struct SecretBlotterTests {
  private static let secret = "s3cret+p/\u{E9}s & <x>"
  private let blotter = SecretBlotter([Array(secret.utf8)])

  @Test(
    "each spelling is taken out",
    arguments: [
      secret, "s3cret%2Bp%2F%C3%A9s+%26+%3Cx%3E", "s3cret%2bp%2f%c3%a9s+%26+%3cx%3e",
      "s3cret%2Bp%2F%C3%A9s%20%26%20%3Cx%3E", "s3cret%2bp%2f%c3%a9s%20%26%20%3cx%3e",
      "s3cret+p/\u{E9}s &amp; &lt;x&gt;",
    ])
  func spellings(spelling: String) {
    #expect(blotter.cleaned("before \(spelling) after, \(spelling)") == "before <secret> after, <secret>")
  }

  @Test("what joins with its first or last letter hides nothing", arguments: ["\u{600}", "\u{70F}", "", "a"])
  func joined(before: String) {
    for after in ["\u{301}", "\u{200D}", "\u{20E3}", ""] {
      let cleaned = SecretBlotter([Array("canary-12345".utf8)]).cleaned(before + "canary-12345" + after)
      #expect(cleaned.hasSameBytes(as: before + "<secret>" + after))
    }
  }

  @Test("the beginning of a secret goes where a text was cut, and a shorter beginning or other text stays")
  func cut() {
    let blotter = SecretBlotter([Array("canary-12345".utf8)])
    #expect(blotter.cleaned("“it was canary-1…”") == "“it was <secret>”")
    #expect(blotter.cleaned("it was canary…") == "it was canary…")
    #expect(blotter.cleaned("canary-1 is no secret") == "canary-1 is no secret")
  }

  @Test("a control character in a secret is shown as an escape, which is taken out too")
  func escaped() {
    let secret = "canary\u{1B}12345"
    #expect(SecretBlotter([Array(secret.utf8)]).cleaned("a \(DisplayText.clean(secret))") == "a <secret>")
  }

  @Test("a text of fewer than eight bytes is no secret: it would blot out words")
  func short() {
    #expect(SecretBlotter([Array("bearer".utf8)]).cleaned("bearer tokens") == "bearer tokens")
    #expect(SecretBlotter([]).cleaned("bearer tokens") == "bearer tokens")
  }
}
