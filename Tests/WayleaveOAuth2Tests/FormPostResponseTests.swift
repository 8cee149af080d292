import Crypto
import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("OAuth 2.0 Form Post Response Mode §2")
struct FormPostResponseTests {
  private let redirectURI: RedirectURI

  init() throws { redirectURI = try RedirectURI("https://app.example/cb?tenant=1") }

  private func post(_ body: String, type: String? = ContentType.form) throws -> RequestMessage {
    var request = RequestMessage(.post, to: redirectURI.url)
    request.head.headerFields[.contentType] = type
    request.body = Array(body.utf8)
    return request
  }

  @Test("the posted pairs are a callback as those of a query are")
  func callback() throws {
    let response = try FormPostResponse(reading: post("code=A&state=S&iss=https://op.example"), at: redirectURI)
    #expect(
      try AuthorizationCallback(reading: response.parameters)
        == AuthorizationCallback(.code(Secret("A")), state: Secret("S"), issuer: "https://op.example"))
    let charset = try post("error=access_denied&state=S", type: "Application/X-WWW-Form-Urlencoded; charset=utf-8")
    let refused = try AuthorizationCallback(reading: FormPostResponse(reading: charset, at: redirectURI).parameters)
    #expect(refused.outcome == .refused(ProviderRefusal(error: "access_denied")))
  }

  @Test("OIDC-15: only a POST of a form is read")
  func refused() throws {
    func code(_ request: RequestMessage) throws -> OAuthError.Code? {
      try refusal { try FormPostResponse(reading: request, at: redirectURI) }
    }
    #expect(try code(post("code=A&state=S")) == nil)
    #expect(try code(post(#"{"code":"A"}"#, type: ContentType.json)) == .malformedCallback)
    #expect(try code(post("code=A", type: "text/plain")) == .malformedCallback)
    #expect(try code(post("code=A", type: nil)) == .malformedCallback)
    #expect(try code(post("code=A&code=B")) == .duplicateParameter)
    #expect(try code(post("code=%")) == .malformedPercentEncoding)
    #expect(try code(RequestMessage(.get, to: redirectURI.url)) == .malformedCallback)
    var withQuery = try post("code=A")
    withQuery.head.path = "/cb?tenant=1&state=S"
    #expect(try code(withQuery) == .malformedCallback)
    withQuery.head.path = "/cb"
    #expect(try code(withQuery) == .malformedCallback)
  }

  @Test("the page posts the answer, and no value of it becomes markup")
  func page() throws {
    let response = FormPostResponse(["code": #"a"><script>'&"#, "state": "line\r\nfeed\té"])
    let page = response.page(to: redirectURI)
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains(#"<form method="post" action="https://app.example/cb?tenant=1">"#))
    #expect(text.contains(#"name="code" value="a&quot;&gt;&lt;script&gt;&#39;&amp;">"#))
    #expect(text.contains(#"name="state" value="line&#13;&#10;feed&#9;é">"#))
    #expect(page.head.headerFields[.cacheControl] == "no-cache, no-store")
    let joined = FormPostResponse(["state": "\u{600}<img>\"\u{301}>"]).page(to: redirectURI)
    let value = Array("value=\"\u{600}&lt;img&gt;&quot;\u{301}&gt;\">".utf8)
    #expect(joined.body.firstRange(of: value) != nil)
  }

  @Test("the policy allows the script of the page and no other")
  func policy() throws {
    let page = FormPostResponse(["code": "A"]).page(to: redirectURI)
    let text = String(decoding: page.body, as: UTF8.self)
    let script = try #require(text.split(separator: "<script>").last?.split(separator: "</script>").first)
    let digest = Base64.standard.encodedText(Array(SHA256.hash(data: Array(script.utf8))))
    #expect(page.head.headerFields[.contentSecurityPolicy]?.contains("script-src 'sha256-\(digest)'") == true)
  }
}
