import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Front-Channel Logout §2")
struct FrontChannelLogoutTests {
  private let issuer: Issuer = "https://op.example"

  private func read(query: String, by method: HTTPRequest.Method = .get) throws(OAuthError) -> FrontChannelLogout {
    let url = try AbsoluteURL("https://app.example/logout\(query)")
    return try FrontChannelLogout(reading: RequestMessage(method, to: url), from: issuer)
  }

  @Test("the session that is named ends; when none is, the browser's own")
  func sessions() throws {
    let uri = try RedirectURI("https://app.example/logout?tenant=1")
    let url = try FrontChannelLogout.url(at: uri, session: (issuer: issuer, sessionID: "08a5019c-17e1"))
    #expect(url.text == "https://app.example/logout?tenant=1&iss=https%3A%2F%2Fop.example&sid=08a5019c-17e1")
    #expect(
      try FrontChannelLogout(reading: RequestMessage(.get, to: url), from: issuer).sessionID == "08a5019c-17e1")
    let bare = try FrontChannelLogout.url(at: uri, session: nil)
    #expect(try FrontChannelLogout(reading: RequestMessage(.get, to: bare), from: issuer).sessionID == nil)
  }

  @Test("283: “if either is included, both MUST be”; what names another issuer ends nothing")
  func refused() throws {
    #expect(try refusal { try read(query: "?iss=https://op.example&sid=1") } == nil)
    #expect(try refusal { try read(query: "?sid=1") } == .malformedLogout)
    #expect(try refusal { try read(query: "?iss=https://op.example") } == .malformedLogout)
    #expect(try refusal { try read(query: "?iss=https://op.example/&sid=1") } == .foreignLogout)
    #expect(try refusal { try read(query: "?iss=https://evil.example&sid=1") } == .foreignLogout)
    #expect(try refusal { try read(query: "?iss=https://op.example&sid=1&sid=2") } == .duplicateParameter)
    #expect(try refusal { try read(query: "?iss=https://op.example&sid=1", by: .post) } == .malformedLogout)
  }

  @Test("283: nothing but the session is named: there is no token in it to revoke")
  func onlyTheSession() throws {
    let read = try read(query: "?iss=https://op.example&sid=1&token=T&sub=jane")
    #expect(Mirror(reflecting: read).children.map(\.label) == ["sessionID"])
  }

  @Test("§3: the answer is stored by no cache")
  func answer() {
    #expect(FrontChannelLogout.answer.status == 200)
    #expect(FrontChannelLogout.answer.head.headerFields[.cacheControl]?.contains("no-store") == true)
  }
}
