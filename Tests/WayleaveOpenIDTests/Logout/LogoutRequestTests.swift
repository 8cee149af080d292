import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect RP-Initiated Logout §2 and §3")
struct LogoutRequestTests {
  private let endpoint: Endpoint
  private let redirect: RedirectURI

  init() throws {
    endpoint = try Endpoint("https://op.example/logout?tenant=1")
    redirect = try RedirectURI("https://app.example/bye?a=1")
  }

  private var request: LogoutRequest {
    LogoutRequest(
      idTokenHint: Secret("eyJ.e.s"), logoutHint: "jane", clientID: "app", postLogoutRedirectURI: redirect,
      state: Secret("S &"), languages: ["fr", "en"])
  }

  @Test("RP-1: what a client asks is what a provider reads, by GET and by POST")
  func bothDirections() throws {
    let url = try request.url(at: endpoint)
    #expect(url.text.hasPrefix("https://op.example/logout?tenant=1&id_token_hint=eyJ.e.s&logout_hint=jane&"))
    #expect(try LogoutRequest(reading: RequestMessage(.get, to: url)) == request)
    let post = RequestMessage(posting: request.form, to: endpoint)
    #expect(try LogoutRequest(reading: post) == request)
    let least = LogoutRequest(idTokenHint: nil)
    #expect(try least.url(at: endpoint).text == endpoint.url.text)
    #expect(try LogoutRequest(reading: RequestMessage(.get, to: endpoint.url)) == least)
  }

  @Test("an endpoint whose own query names one of ours is refused", arguments: ["id_token_hint", "state", "client_id"])
  func injected(name: String) throws {
    let injecting = try Endpoint("https://op.example/logout?\(name)=evil")
    #expect(try refusal { try request.url(at: injecting) } == .duplicateParameter)
    #expect(try refusal { try request.url(at: endpoint) } == nil)
  }

  @Test("a request that repeats a parameter, or names no possible address, is refused")
  func refused() throws {
    func code(_ query: String) throws -> OAuthError.Code? {
      try refusal {
        try LogoutRequest(reading: RequestMessage(.get, to: AbsoluteURL("https://op.example/logout?\(query)")))
      }
    }
    #expect(try code("state=a") == nil)
    #expect(try code("state=a&state=b") == .duplicateParameter)
    #expect(try code("post_logout_redirect_uri=javascript:alert(1)") == .invalidRedirectURI)
  }

  @Test("RP-1: §3: the user is sent back only to an address that is registered, byte for byte")
  func registered() throws {
    #expect(try request.redirect(registered: [redirect])?.text == "https://app.example/bye?a=1&state=S%20%26")
    for other in ["https://app.example/bye", "https://app.example/bye?a=1&b=2", "https://APP.example/bye?a=1"] {
      let registered = [try RedirectURI(other)]
      #expect(try refusal { try request.redirect(registered: registered) } == .invalidRedirectURI)
    }
    #expect(try refusal { try request.redirect(registered: []) } == .invalidRedirectURI)
    #expect(try LogoutRequest(idTokenHint: nil).redirect(registered: [redirect]) == nil)
  }

  @Test("RFC 8252 §7.3 does not reach here: a loopback address has the port that was registered")
  func loopbackPort() throws {
    let request = LogoutRequest(idTokenHint: nil, postLogoutRedirectURI: try RedirectURI("http://127.0.0.1:1234/bye"))
    let other = [try RedirectURI("http://127.0.0.1:4321/bye")]
    #expect(try refusal { try request.redirect(registered: other) } == .invalidRedirectURI)
  }

  @Test("RP-1: §3: the way back answers the logout that is under way, or is not ours")
  func callback() throws {
    let url = try #require(try request.redirect(registered: [redirect]))
    #expect(try LogoutCallback(reading: url, state: Secret("S &")).state == Secret("S &"))
    #expect(try refusal { try LogoutCallback(reading: url, state: Secret("S")) } == .stateMismatch)
    #expect(try refusal { try LogoutCallback(reading: url, state: nil) } == .stateMismatch)
    #expect(try refusal { try LogoutCallback(reading: redirect.url, state: Secret("S &")) } == .stateMismatch)
    #expect(try refusal { try LogoutCallback(reading: redirect.url, state: nil) } == nil)
    let twice = try AbsoluteURL(url.text + "&state=S")
    #expect(try refusal { try LogoutCallback(reading: twice, state: Secret("S &")) } == .duplicateParameter)
  }
}
