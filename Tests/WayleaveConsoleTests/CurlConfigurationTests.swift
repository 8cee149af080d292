import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("wayleave token --curl-config: what curl reads with -K")
struct CurlConfigurationTests {
  private func provider(dialect: String = "{}") throws -> Provider {
    try Provider(
      entry: """
        {"name":"shop","protocol":"oauth2","token_endpoint":"https://shop.example/token",
         "api_origins":["https://api.shop.example"],"dialect":\(dialect)}
        """)
  }

  private func text(_ token: String, at provider: Provider) -> String {
    CurlConfiguration(.oauth2(.init(accessToken: Secret(token))), at: provider).text
  }

  @Test(
    "a value stands between quotation marks, with curl's five escapes and no others",
    arguments: [
      ("abc", "abc"), ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#), (#"a\"b"#, #"a\\\"b"#), ("a\tb", #"a\tb"#),
      ("a\nb", #"a\nb"#), ("a\rb", #"a\rb"#), ("a\r\nb", #"a\r\nb"#), ("a'b #$(id)", "a'b #$(id)"), ("", ""),
    ])
  func quoted(token: String, written: String) throws {
    #expect(text(token, at: try provider()) == "header = \"Authorization: Bearer \(written)\"")
  }

  @Test("the token goes into the query where the provider wants it there, with what each call has, in order")
  func query() throws {
    let dialect = #"{"token_query_parameter":"oauth_token","api_parameters":{"v":"20260101","m":"a\"b"}}"#
    #expect(
      text("abc", at: try provider(dialect: dialect)) == """
        url-query = "oauth_token=abc"
        url-query = "m=a\\"b"
        url-query = "v=20260101"
        """)
  }

  @Test("who gets the token gets nothing secret of the client with it")
  func withoutClientSecrets() throws {
    let dialect = #"""
      {"api_headers":{"X-Id":"{client_id}","X-Key":"{client_id}:{client_secret}"},"api_parameters":{"key":"{api_key}"}}
      """#
    let credential = Credential.oauth2(.init(accessToken: Secret("abc")))
    let text = CurlConfiguration(credential, at: try provider(dialect: dialect), as: "me").text
    #expect(text == "header = \"Authorization: Bearer abc\"\nheader = \"X-Id: me\"")
  }

  @Test("RFC 6750 and RFC 9449: one header serves every request only with a bearer token")
  func servesEveryRequest() {
    for (type, serves) in [("Bearer", true), ("bearer", true), ("DPoP", false), ("mac", false)] {
      #expect(
        Credential.oauth2(.init(accessToken: Secret("a"), tokenType: type)).servesEveryRequest == serves, "\(type)")
    }
    let signed = Credential.oauth1(TokenCredential(token: Secret("t"), secret: Secret("s")))
    #expect(!signed.servesEveryRequest && signed.shownToken == "t")
    #expect(Credential.oauth2(.init(accessToken: Secret("a"))).shownToken == "a")
  }

  @Test("RFC 7628 §3.1: for mail it has the user and the token, which curl puts into the response itself")
  func mail() throws {
    let tokens = Credential.oauth2(.init(accessToken: Secret(#"a"b"#)))
    let text = try MailForm.curl(user: "ada@b.example").exposedText(of: tokens.tokenForMail(named: "post"))
    #expect(text == "user = \"ada@b.example\"\noauth2-bearer = \"a\\\"b\"")
  }

  @Test("RFC 9449 §7.1, RFC 5849 §3: a mail program makes neither a proof nor a signature")
  func mailTakesBearerTokens() throws {
    let signed = Credential.oauth1(TokenCredential(token: Secret("t"), secret: Secret("s")))
    for credential in [.oauth2(.init(accessToken: Secret("a"), tokenType: "DPoP")), signed] {
      #expect(try refusal { try credential.tokenForMail(named: "post") } == .unsupported)
    }
    #expect(try Credential.oauth2(.init(accessToken: Secret("a"))).tokenForMail(named: "post") == Secret("a"))
  }
}
