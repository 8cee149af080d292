import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleaveConsole

@Suite("What may be pasted as the answer of a sign-in: the whole URL, its query, or the code alone")
struct PastedAnswerTests {
  private static let page = "https://as.example/authorize?state=S%26&code_challenge=C&code_challenge_method=S256"

  private func callback(_ typed: String, page: String = page, at uri: String = "http://127.0.0.1:9/cb") throws -> String
  {
    PastedAnswer(to: try AbsoluteURL(page), at: try RedirectURI(uri)).callback(typed)
  }

  @Test(
    "a whole URL stays as it is, without the quotes around it, and a query goes to the redirect URI",
    arguments: [
      ("http://127.0.0.1:9/cb?code=A&state=S", "http://127.0.0.1:9/cb?code=A&state=S"),
      ("\"http://127.0.0.1:9/cb?code=A\"", "http://127.0.0.1:9/cb?code=A"),
      ("<com.example.app:/cb?code=A>", "com.example.app:/cb?code=A"), ("/cb?code=A", "/cb?code=A"),
      ("?code=A&state=S%26", "http://127.0.0.1:9/cb?code=A&state=S%26"),
      ("state=S&code=A", "http://127.0.0.1:9/cb?state=S&code=A"),
      ("error=access_denied&state=S", "http://127.0.0.1:9/cb?error=access_denied&state=S"),
      ("oauth_token=T&oauth_verifier=V", "http://127.0.0.1:9/cb?oauth_token=T&oauth_verifier=V"),
      ("'", "'"), ("", ""),
    ])
  func wholeURL(typed: String, expected: String) throws { #expect(try callback(typed) == expected) }

  @Test("RFC 7636 §1: a code alone gets the state of the page, where the page has a challenge; else it is none")
  func codeAlone() throws {
    let code = "SplxlOBe/Z+QQYbYS6WxSbIA"
    #expect(try callback(code) == "http://127.0.0.1:9/cb?code=SplxlOBe%2FZ%2BQQYbYS6WxSbIA&state=S%26")
    let withKey = try callback("'\(code)'", at: "http://127.0.0.1:9/cb?k=1")
    #expect(withKey == "http://127.0.0.1:9/cb?k=1&code=SplxlOBe%2FZ%2BQQYbYS6WxSbIA&state=S%26")
    // A slip of the keyboard ends no sign-in.
    #expect(try callback("SplxlOBeZQ") == "SplxlOBeZQ")
    for page in [
      "https://as.example/authorize?state=S", "https://as.example/authorize?state=S&code_challenge_method=plain",
      Self.page + "&response_mode=form_post", "https://as.example/authorize?code_challenge_method=S256",
    ] {
      #expect(try callback(code, page: page) == code)
    }
  }
}
