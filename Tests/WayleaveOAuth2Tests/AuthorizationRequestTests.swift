import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 §4.1.1: the authorization request")
struct AuthorizationRequestTests {
  private let endpoint: Endpoint
  private let redirectURI: RedirectURI

  init() throws {
    endpoint = try Endpoint("https://server.example.com/authorize")
    redirectURI = try RedirectURI("https://client.example.com/cb")
  }

  @Test("the example of the specification")
  func example() throws {
    let request = AuthorizationRequest(
      clientID: "s6BhdRkqt3", redirectURI: redirectURI, state: Secret("xyz"), codeChallenge: nil)
    #expect(
      try request.url(at: endpoint).text
        == "https://server.example.com/authorize?response_type=code&client_id=s6BhdRkqt3"
        + "&redirect_uri=https%3A%2F%2Fclient.example.com%2Fcb&state=xyz")
  }

  @Test(
    "the URL has the pairs of the request, however long they are",
    arguments: [0, 1, 7, 8, 9, 300, 700, 800, 2000], ["a", "é", "%"])
  func writtenAtOnce(length: Int, character: String) throws {
    let text = String(repeating: character, count: length)
    let request = AuthorizationRequest(
      clientID: ClientID("id\(text)"), redirectURI: redirectURI, scopes: length == 0 ? [] : ["a", text, "b"],
      state: Secret(text), codeChallenge: CodeChallenge(of: CodeVerifier(unchecked: Secret(text))),
      responseMode: .query, resources: [try ResourceIndicator("https://api.example.com/a?b")])
    let query = String(decoding: try request.form().encodedForQuery(), as: UTF8.self)
    for end in ["", "?"] {
      let endpoint = try Endpoint("https://server.example.com/authorize\(end)")
      let wanted = "https://server.example.com/authorize?\(query)"
      if wanted.utf8.count <= AbsoluteURL.maximumLength {
        let url = try request.url(at: endpoint)
        #expect(try url.text == wanted && url == AbsoluteURL(wanted) && url.query == query)
      } else {
        #expect(try refusal { try request.url(at: endpoint) } == .malformedURL)
      }
    }
  }

  @Test("RFC 7636 §4.3: what a client asks is what a server reads")
  func bothDirections() throws {
    var random = SystemRandomNumberGenerator()
    let request = AuthorizationRequest(
      clientID: "id &=", redirectURI: redirectURI, scopes: ["a", "b:c"], state: Secret("S+ %"),
      codeChallenge: CodeChallenge(of: CodeVerifier(using: &random)), additional: ["nonce": "n"])
    let url = try request.url(at: Endpoint("https://server.example.com/authorize?"))
    #expect(try AuthorizationRequest(reading: RequestMessage(.get, to: url)) == request)
  }

  // ZA3
  @Test("scopes are separated, and pairs added, as the dialect says")
  func dialect() throws {
    let dialect = OAuth2Dialect {
      $0.scopeSeparator = ","
      $0.authorization.parameters = ["z": "1", "access_type": "offline"]
    }
    let request = AuthorizationRequest(
      clientID: "id", redirectURI: redirectURI, scopes: ["a", "b"], state: nil, codeChallenge: nil)
    let query = try Form(decoding: request.url(at: endpoint, dialect: dialect).query ?? "")
    #expect(try query.text(of: "scope") == "a,b")
    #expect(try query.text(of: "access_type") == "offline" && query.text(of: "z") == "1")
  }

  @Test(
    "attacks.md 34 and 279: an endpoint or an additional pair that names one of ours is refused",
    arguments: ["client_id", "redirect_uri", "response_type", "scope", "state"])
  func injected(name: String) throws {
    var request = AuthorizationRequest(
      clientID: "id", redirectURI: redirectURI, scopes: ["a"], state: Secret("S"), codeChallenge: nil)
    #expect(
      try request.url(at: Endpoint("https://server.example.com/authorize?tenant=1")).query?.hasPrefix("tenant=1&")
        == true)
    let injecting = try Endpoint("https://server.example.com/authorize?\(name)=evil")
    #expect(try refusal { try request.url(at: injecting) } == .duplicateParameter)
    request.additional.append(name, "evil")
    #expect(try refusal { try request.url(at: endpoint) } == .duplicateParameter)
  }

  @Test("a request without client, redirect URI or response type, or with two of one, is refused")
  func refused() throws {
    func code(_ query: String) throws -> OAuthError.Code? {
      try refusal {
        try AuthorizationRequest(
          reading: RequestMessage(.get, to: AbsoluteURL("https://server.example.com/authorize?\(query)")))
      }
    }
    let whole = "response_type=code&client_id=id&redirect_uri=app:/cb"
    #expect(try code(whole) == nil)
    #expect(try code("response_type=code&client_id=&redirect_uri=app:/cb") == .invalidValue)
    #expect(try code("response_type=code&client_id=id") == .invalidValue)
    #expect(try code("response_type=token&client_id=id&redirect_uri=app:/cb") == .invalidValue)
    #expect(try code("response_type=code&client_id=id&redirect_uri=javascript:x") == .invalidRedirectURI)
    #expect(try code(whole + "&client_id=id") == .duplicateParameter)
    #expect(try code(whole + "&x=1&x=1") == .duplicateParameter)
    #expect(try code(whole + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM") == .invalidValue)
  }

  @Test("RFC 8707 §2.1, RFC 9396 §3: APIs, the one parameter that repeats, and details go along and are read")
  func access() throws {
    let request = try AuthorizationRequest(
      clientID: "id", redirectURI: RedirectURI("app:/cb"), scopes: ["a"], state: Secret("s"), codeChallenge: nil,
      resources: [ResourceIndicator("https://a.example/"), ResourceIndicator("https://b.example/")],
      details: AuthorizationDetails(decoding: #"[{"type":"x"}]"#))
    let url = try request.url(at: Endpoint("https://as.example/authorize"))
    #expect(try AuthorizationRequest(reading: RequestMessage(.get, to: url)) == request)
    #expect(
      try refusal { try AuthorizationRequest(reading: AbsoluteURL(url.text + "&scope=b")) } == .duplicateParameter)
    #expect(
      try refusal { try AuthorizationRequest(reading: AbsoluteURL(url.text + "&resource=x")) } == .tokenRefused)
  }
}

extension AuthorizationRequest {
  fileprivate init(reading url: AbsoluteURL) throws {
    try self.init(reading: RequestMessage(.get, to: url))
  }
}
