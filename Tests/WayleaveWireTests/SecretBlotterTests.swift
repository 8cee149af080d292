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
      // Go's templates, Python's pages, a form in a URL, and JSON.
      "s3cret&#43;p/\u{E9}s &#38; &#60;x&#62;", "s3cret&#x2b;p/\u{E9}s &#x26; &#x3c;x&#x3e;",
      "s3cret%252Bp%252F%25C3%25A9s%2B%2526%2B%253Cx%253E", "s3cret+p\\/\\u00e9s \\u0026 \\u003Cx\\u003E",
      "S3CRET+P/\u{E9}S & <X>", "\\x73\\x33\\x63\\x72\\x65\\x74\\x2B\\x70/\\xc3\\xa9s \\x26 <x>",
    ])
  func spellings(spelling: String) {
    #expect(blotter.cleaned("before \(spelling) after, \(spelling)") == "before <secret> after, <secret>")
  }

  @Test(
    "195: base64 and hexadecimal digits of a secret are taken out, alone and within those of a longer text",
    arguments: ["", "x", "xy", "xyz"], ["", "z", "zz"])
  func digits(before: String, after: String) {
    // Its base64 has both of the digits in which the two alphabets differ.
    let secret = "canary>>>???12345\u{E9}"
    let blotter = SecretBlotter([Array(secret.utf8)])
    let bytes = Array((before + secret + after).utf8)
    for text in [Base64.standard.encodedText(bytes), Base64.url.encodedText(bytes)] {
      let parts = blotter.cleaned("“\(text)”").split(separator: "<secret>", omittingEmptySubsequences: false)
      // What is left tells of the secret no more than the bits that share a digit with what is around it.
      #expect(parts.count == 2 && parts.allSatisfy { $0.count <= 7 }, "\(text): \(parts)")
    }
    for text in [bytes.hexadecimal, bytes.hexadecimal.uppercased()] {
      let shown = [before, after].map { Array($0.utf8).hexadecimal }.joined(separator: "<secret>")
      #expect(blotter.cleaned(text).lowercased() == shown, "\(text)")
    }
  }

  @Test("what joins with its first or last letter hides nothing", arguments: ["\u{600}", "\u{70F}", "", "a"])
  func joined(before: String) {
    for after in ["\u{301}", "\u{200D}", "\u{20E3}", ""] {
      let cleaned = SecretBlotter([Array("canary-12345".utf8)]).cleaned(before + "canary-12345" + after)
      #expect(cleaned.hasSameBytes(as: before + "<secret>" + after))
    }
  }

  @Test(
    "form encodings of Go, Python, JavaScript and ours differ, and each is taken out",
    arguments: ["tilde~star*+plus", "tilde~star%2A%2Bplus", "tilde%7Estar*%2Bplus", "tilde%7estar%2a%2bplus"])
  func formEncodings(spelling: String) {
    for secret in ["tilde~star*+plus", "tilde%7Estar%2A%2Bplus"] {
      #expect(SecretBlotter([Array(secret.utf8)]).cleaned("“\(spelling)”") == "“<secret>”", "\(secret)")
    }
    let spaced = SecretBlotter([Array("two words here".utf8)])
    for spelling in ["two words here", "two+words+here", "two%20words%20here", "two+words%20here"] {
      #expect(spaced.cleaned("is \(spelling).") == "is <secret>.")
    }
  }

  @Test(
    "each run of eight bytes or more goes, wherever it stands in the secret, and a shorter one stays",
    arguments: [
      ("canary-1…", "<secret>…"), ("canary-…", "canary-…"), ("…ry-12345", "…<secret>"), ("…y-12345", "…y-12345"),
      ("canary-1 is", "<secret> is"), ("xnary-123x", "x<secret>x"), ("canary%2D1&", "<secret>&"),
      ("canary-canary-1", "canary-<secret>"), ("canary-12345canary-12345", "<secret>"),
    ])
  func runs(text: String, shown: String) {
    #expect(SecretBlotter([Array("canary-12345".utf8)]).cleaned(text) == shown)
  }

  @Test("a name of the playground stays, though its public secrets begin with it")
  func playground() {
    let blotter = SecretBlotter(["playground-secret-not-real", "tollgate-web-secret-not-real"].map { Array($0.utf8) })
    for text in ["at playground-foursquare", "http://127.0.0.1:1/tollgate/token", "the client tollgate-web"] {
      #expect(blotter.cleaned(text) == text)
    }
    #expect(blotter.cleaned("is playground-secret-not-real") == "is <secret>")
    #expect(blotter.cleaned("is tollgate-web-secret…") == "is <secret>…")
  }

  @Test(
    "a blotter for some texts takes out of them what one for all texts does",
    arguments: [
      [], ["Ada"], ["Ada Fenwick", "ada@example.com"], ["is s3cret+p", "and s3cret%2Bp%2F twice s3cret%2Bp%2F"],
      ["S3CRET+P/\u{E9}S & <X>", "Ada"], ["czNjcmV0K3AvwqlzICYgPHg+", "7333637265742b702f"],
      [String(repeating: "\0", count: 8), "s3cret+"],
    ])
  func someTexts(texts: [String]) {
    let secrets = [Array(Self.secret.utf8), [UInt8](repeating: 0, count: 12), Array("short".utf8)]
    let (whole, some) = (SecretBlotter(secrets), SecretBlotter(secrets, in: texts))
    for text in texts { #expect(some.cleaned(text) == whole.cleaned(text)) }
  }

  @Test("a text that is escaped without an end is read in time, and what is no escape stays")
  func endless() {
    let blotter = SecretBlotter([Array("canary-12345".utf8)])
    for unit in ["%25", "\\", "&amp;", "\\u005c", "%", "&#", "\\u{"] {
      let text = String(repeating: unit, count: 20_000)
      #expect(blotter.cleaned(text) == text && blotter.cleaned(text + "canary-12345") == text + "<secret>", "\(unit)")
    }
  }

  @Test("a control character in a secret is shown as an escape, which is taken out too")
  func escaped() {
    let secret = "canary\u{1B}12345"
    #expect(SecretBlotter([Array(secret.utf8)]).cleaned("a \(DisplayText.clean(secret))") == "a <secret>")
  }

  @Test("every eight bytes of a long secret are taken out, of zeros too, and nothing of another one")
  func long() {
    let secret = (1000..<3000).map { "k\($0)q" }.joined()
    let blotter = SecretBlotter([Array(secret.utf8)])
    for start in stride(from: 0, to: secret.count - 8, by: 97) {
      let part = secret.dropFirst(start).prefix(8)
      #expect(blotter.cleaned("before \(part) after") == "before <secret> after", "\(part)")
    }
    let other = (3000..<5000).map { "k\($0)q" }.joined(separator: ".")
    #expect(blotter.cleaned(other) == other)
    let zeros = String(repeating: "\0", count: 8)
    #expect(SecretBlotter([Array(zeros.utf8)]).cleaned("before \(zeros) after") == "before <secret> after")
    #expect(blotter.cleaned("before \(zeros) after") == "before \(zeros) after")
  }

  @Test("a text of fewer than eight bytes is no secret: it would blot out words")
  func short() {
    #expect(SecretBlotter([Array("bearer".utf8)]).cleaned("bearer tokens") == "bearer tokens")
    #expect(SecretBlotter([]).cleaned("bearer tokens") == "bearer tokens")
  }
}
