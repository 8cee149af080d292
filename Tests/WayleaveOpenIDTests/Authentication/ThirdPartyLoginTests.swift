import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §4: initiating a login from a third party")
struct ThirdPartyLoginTests {
  private static let issuers: [Issuer] = ["https://op.example", "https://other.example/tenant"]

  private func read(_ request: RequestMessage) throws(OAuthError) -> ThirdPartyLogin {
    try ThirdPartyLogin(
      reading: request, from: Self.issuers, leadingTo: [try Origin("https://app.example")])
  }

  private func read(query: String) throws(OAuthError) -> ThirdPartyLogin {
    try read(RequestMessage(.get, to: AbsoluteURL("https://app.example/initiate?\(query)")))
  }

  @Test("what a provider sends is what a client reads, by GET and by POST")
  func bothDirections() throws {
    let login = ThirdPartyLogin(
      issuer: "https://op.example", loginHint: "jane", targetLinkURI: try AbsoluteURL("https://app.example/inbox?a=1"))
    let url = try login.url(at: Endpoint("https://app.example/initiate"))
    #expect(try read(RequestMessage(.get, to: url)) == login)
    var post = RequestMessage(.post, to: try AbsoluteURL("https://app.example/initiate"))
    post.head.headerFields[.contentType] = ContentType.form
    post.body = Array((url.query ?? "").utf8)
    #expect(try read(post) == login)
  }

  @Test(
    "OIDC-11 and 38: an issuer that is not configured is refused",
    arguments: [
      "https://evil.example", "https://op.example/", "https://OP.example", "https://other.example", "",
    ])
  func unknownIssuer(issuer: String) throws {
    #expect(try refusal { try read(query: "iss=https://op.example") } == nil)
    #expect(try refusal { try read(query: "iss=\(issuer)") } == .unknownProvider)
  }

  @Test("38: without an issuer, or with two, there is no login")
  func noIssuer() throws {
    #expect(try refusal { try read(query: "login_hint=jane") } == .unknownProvider)
    #expect(try refusal { try read(query: "iss=https://op.example&iss=https://op.example") } == .duplicateParameter)
  }

  @Test(
    "OIDC-11 and 36: a target outside our own origins is refused",
    arguments: [
      "https://evil.example/", "https://app.example.evil.example/", "http://app.example/", "https://app.example:8443/",
      "javascript:alert(1)",
    ])
  func foreignTarget(target: String) throws {
    #expect(try refusal { try read(query: "iss=https://op.example&target_link_uri=https://app.example/x") } == nil)
    #expect(try refusal { try read(query: "iss=https://op.example&target_link_uri=\(target)") } == .foreignOrigin)
  }

  @Test(
    "a target that is no absolute URL is refused", arguments: ["/inbox", "//evil.example", "https:%5Cevil.example"])
  func relativeTarget(target: String) throws {
    #expect(try refusal { try read(query: "iss=https://op.example&target_link_uri=\(target)") } == .malformedURL)
  }

  @Test("280: scopes, prompts and whatever else the link says choose nothing")
  func extraParameters() throws {
    let plain = try read(query: "iss=https://op.example")
    let extra = "&scope=admin&prompt=none&client_id=evil&redirect_uri=https://evil.example&acr_values=0&max_age=9"
    #expect(try read(query: "iss=https://op.example\(extra)") == plain)
  }
}
