import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleaveConsole

@Suite("What may be pasted as the answer of a sign-in: the whole URL, its query, or the code alone")
struct PastedAnswerTests {
  private func callback(_ typed: String, at uri: String = "http://127.0.0.1:9/cb", state: String? = "S&") throws
    -> String
  {
    PastedAnswer(at: try RedirectURI(uri), state: state.map { Secret($0) }).callback(typed)
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

  @Test("a code alone gets the state of the page, where it may; it is copied as it stands in a URL")
  func codeAlone() throws {
    let code = "SplxlOBe%2FZ-QQbYYS6WxSbIA"
    #expect(try callback(code) == "http://127.0.0.1:9/cb?code=SplxlOBe%2FZ-QQbYYS6WxSbIA&state=S%26")
    #expect(
      try callback("4/0AeaYSHBwQbYYS6WxSbIA") == "http://127.0.0.1:9/cb?code=4%2F0AeaYSHBwQbYYS6WxSbIA&state=S%26")
    let withKey = try callback("'\(code)'", at: "http://127.0.0.1:9/cb?k=1")
    #expect(withKey == "http://127.0.0.1:9/cb?k=1&code=SplxlOBe%2FZ-QQbYYS6WxSbIA&state=S%26")
    #expect(try callback(code, state: nil) == code)
    // A slip of the keyboard ends no sign-in.
    #expect(try callback("SplxlOBeZQ") == "SplxlOBeZQ")
    #expect(try callback("SplxlOBeZQSplxlOBe&x=1") == "SplxlOBeZQSplxlOBe&x=1")
  }

  @Test(
    "a text with an answer in it is known without the page: a URL or its query, not a provider's name",
    arguments: [
      ("http://127.0.0.1:9/cb?code=A", true), ("code=A", true), ("?state=S&code=A", true), ("'/cb#code=A'", true),
      ("app:/cb?error=access_denied", true), ("https://a.example/%zz?oauth_token=%zz", true), ("code", false),
      ("#access_token=A", true), ("id_token=A&token_type=x", true), ("/cb?oauth_verifier=V", true),
      ("", false), ("https://issuer.example/x?y=1", false), ("keycloak.login.example.com.master", false),
    ])
  func isAnswer(typed: String, isAnswer: Bool) { #expect(PastedAnswer.isAnswer(typed) == isAnswer) }
}
