import Testing
import WayleaveWire

@Suite("attacks.md 104, 105: URLs are shown without what may be secret")
struct URLRedactionTests {
  @Test(
    "the values of the query and the fragment become an ellipsis",
    arguments: [
      ("https://a.example/cb?code=s3cret&state=s3cret", "https://a.example/cb?code=…&state=…"),
      ("https://a.example/cb#access_token=s3cret", "https://a.example/cb#…"),
      ("https://a.example/cb?a=s3cret#s3cret?b=s3cret", "https://a.example/cb?a=…#…"),
      ("https://a.example/cb?a==s3cret&&b", "https://a.example/cb?a=…&b"),
      ("https://a.example/cb?", "https://a.example/cb?"), ("https://a.example/cb", "https://a.example/cb"),
      ("app:/cb?code=s3cret", "app:/cb?code=…"), ("", ""), ("no URL at all", "a text of 13 bytes that is no URL"),
      ("GET https://a.example/\nAuthorization: Bearer s3cret", "a text of 51 bytes that is no URL"),
      ("curl -H 'Authorization: Bearer s3cret'", "a text of 38 bytes that is no URL"),
    ])
  func redacted(text: String, expected: String) {
    #expect(URLRedaction.redact(text) == expected)
  }

  @Test(
    "a password never shows, whatever characters it has",
    arguments: [
      ("https://user:s3cret@a.example/p?x=1", "https://…@a.example/p?x=…"),
      ("https://s3cret@a.example", "https://…@a.example"),
      ("https://user:s3/cret@a.example/p", "https://…@a.example/p"),
      ("https://user:s3?cret@a.example/", "https://…@a.example/"),
      ("https://user:s3#cret@a.example/", "https://…@a.example/"),
      ("https://user:s3@cret@a.example/", "https://…@a.example/"),
      ("user:s3cret@a.example", "…@a.example"), (#"https:\\user:s3cret@a.example"#, "…@a.example"),
    ])
  func password(text: String, expected: String) {
    #expect(URLRedaction.redact(text) == expected)
  }

  @Test(
    "an at sign in a path is no password",
    arguments: ["https://social.example/@user", "https://a.example:8080/x@y", "https://a.example/?@"])
  func atInPath(text: String) {
    #expect(URLRedaction.redact(text) == text)
  }

  @Test("what would move the cursor is shown by its escape")
  func cleaned() {
    #expect(
      URLRedaction.redact("https://a.example/\u{1B}[2J?\u{202E}x=1") == "https://a.example/\\u{1b}[2J?\\u{202e}x=…")
  }

  @Test("a long URL is cut")
  func cut() {
    let parameters = (0..<50).map { "p\($0)=1" }.joined(separator: "&")
    let shown = URLRedaction.redact("https://a.example/" + String(repeating: "a", count: 5000) + "?" + parameters)
    #expect(
      shown.hasPrefix("https://a.example/aaa")
        && shown.hasSuffix("…?" + (0..<20).map { "p\($0)=…" }.joined(separator: "&")))
    #expect(
      URLRedaction.redact("a:?" + String(repeating: "b", count: 100)) == "a:?" + String(repeating: "b", count: 60) + "…"
    )
  }

  @Test("a URL describes itself, and errors show it, without its values")
  func everywhere() throws {
    let text = "https://a.example/cb?code=s3cret#s3cret"
    #expect(try AbsoluteURL(text).description == "https://a.example/cb?code=…#…")
    #expect(try "\(AbsoluteURL(text))" == "https://a.example/cb?code=…#…")
    for wrong in [
      text + " ", "http://user:s3cret@a.example/", "https://a.example:s3cret@b/?s=s3cret", "http://a.example/?c=s3cret",
    ] {
      let error = #expect(throws: OAuthError.self) { try Endpoint(wrong) }
      #expect(try !String(describing: #require(error)).contains("s3cret"))
    }
  }
}
