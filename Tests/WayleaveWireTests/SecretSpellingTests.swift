import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("M2, T4: the limits within which a secret is taken out of a text")
struct SecretSpellingTests {
  private func cleaned(_ text: String, of secrets: String...) -> String {
    SecretBlotter(secrets.map { Array($0.utf8) }).cleaned(text)
  }

  @Test("a secret of eight bytes is taken out, one of seven is not, and bytes count, not characters")
  func shortest() {
    #expect(SecretBlotter.shortest == 8)
    #expect(cleaned("it is 12345678.", of: "12345678") == "it is <secret>.")
    #expect(cleaned("it is 1234567.", of: "1234567") == "it is 1234567.")
    #expect(cleaned("it is éééé.", of: "éééé") == "it is <secret>." && cleaned("it is ééé.", of: "ééé") == "it is ééé.")
  }

  @Test("of two secrets of which one begins the other, the longer goes whole")
  func overlapping() {
    for secrets in [["canary-12345", "canary-12345-more"], ["canary-12345-more", "canary-12345"]] {
      let blotter = SecretBlotter(secrets.map { Array($0.utf8) })
      #expect(blotter.cleaned("canary-12345-more canary-12345") == "<secret> <secret>")
      #expect(blotter.cleaned("canary-12345 + canary-12345") == "<secret> + <secret>")
    }
  }

  @Test("a secret is taken out in small and capital letters, as the type of an answer is shown")
  func lowercased() {
    #expect(cleaned("text/canary-abcde", of: "Canary-ABCDE") == "text/<secret>")
    #expect(cleaned("Canary-ABCDE", of: "Canary-ABCDE") == "<secret>")
    #expect(cleaned("CANARY-ABCDE", of: "Canary-ABCDE") == "<secret>")
  }

  @Test("any bytes are taken out in each of their encodings, and nothing around them changes")
  func anyBytes() {
    var random = SeededGenerator(seed: 2)
    for length in 8..<60 {
      let secret = random.bytes(length, from: Array("aZ9-_~ +/=&%<>'\"\\".utf8) + [0xC3])
      let blotter = SecretBlotter([secret])
      var form = Form()
      form.append(Form.Field(name: [], value: secret))
      let spellings = [
        secret, PercentEncoding.encode(secret), Array(form.encoded().dropFirst()),
        Array(HTMLText.escaped(secret).utf8),
      ]
      for spelling in spellings where String(validating: spelling, as: UTF8.self) != nil {
        let text = "before|" + String(decoding: spelling, as: UTF8.self) + "|after"
        #expect(blotter.cleaned(text) == "before|<secret>|after", "\(length)")
      }
    }
  }
}

@Suite("attacks.md 104, 105: the limits of a URL that is shown")
struct URLRedactionLimitTests {
  @Test("wherever a value stands in a URL, it is not shown")
  func nowhere() {
    let canary = "canary-12345"
    let starts = ["https://a.example", "http://127.0.0.1:8080", "https://[::1]", "com.example.app:", "app://", ""]
    let middles = ["/cb?code=@", "/?a=1&b=@", "/?a=1&&b=@&c", "/#@", "/?x#token=@", "/?a=b=@", "/cb?=@", "?code=@#@"]
    for start in starts {
      for middle in middles {
        let text = start + middle.replacing("@", with: canary)
        #expect(!URLRedaction.redact(text).contains("canary"), "\(text)")
      }
      for user in ["@:x", "u:@", "u:@/", "u:@?", "u:@#", "u:p/@", "u:?#@", "[@]", "u:p@@"] {
        let text = "https://" + user.replacing("@", with: canary) + "@a.example/cb"
        #expect(!URLRedaction.redact(text).contains("canary"), "\(text)")
      }
    }
  }

  @Test("twenty parameters are named, the rest is not; a name of sixty characters is whole")
  func counts() {
    func text(_ count: Int) -> String { "a:?" + (0..<count).map { "p\($0)=1" }.joined(separator: "&") }
    func shown(_ count: Int) -> String { "a:?" + (0..<count).map { "p\($0)=…" }.joined(separator: "&") }
    #expect(URLRedaction.redact(text(20)) == shown(20) && URLRedaction.redact(text(21)) == shown(20))
    let name = String(repeating: "n", count: 60)
    #expect(URLRedaction.redact("a:?\(name)=1") == "a:?\(name)=…")
    #expect(URLRedaction.redact("a:?\(name)n=1") == "a:?\(name)…=…")
  }

  @Test(
    "a text with a space, or without a colon and a slash at its start, is no URL",
    arguments: [
      ("/cb?a=1", true), ("a:b", true), ("ab", false), ("a/b", false), ("a: b", false), ("/a\tb", false),
      ("/a\nb", false), ("/a\rb", false),
    ])
  func noURL(text: String, isURL: Bool) {
    #expect(URLRedaction.redact(text).hasSuffix("that is no URL") != isURL)
  }
}
