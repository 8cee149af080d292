import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("2.1-2, 9700-6, RFC 9700 §2.1.2: tokens in the address, where a provider's entry names them")
struct ImplicitResponseTests {
  private let dialect = OAuth2Dialect { $0.legacyGrants = [.implicit] }
  private let redirectURI: RedirectURI

  init() throws {
    redirectURI = try RedirectURI("https://client.example.com/cb")
  }

  private func read(_ text: String, dialect: OAuth2Dialect? = nil) throws -> ImplicitResponse {
    try ImplicitResponse(reading: AbsoluteURL(text), dialect: dialect ?? self.dialect)
  }

  // TU1
  @Test("RFC 6749 §4.2.2: the example of the specification, read where the legacy grant is named and nowhere else")
  func example() throws {
    let text = "https://example.com/cb#access_token=2YotnFZFEjr1zCsicMWpAA&state=xyz&token_type=example&expires_in=3600"
    #expect(try refusal { try read(text) } == .unsupportedTokenType)
    let bearer = text.replacing("token_type=example", with: "token_type=bearer")
    let answer = try read(bearer)
    guard case .tokens(let tokens) = answer.outcome else {
      Issue.record("tokens")
      return
    }
    #expect(tokens.accessToken == Secret("2YotnFZFEjr1zCsicMWpAA") && tokens.expiresIn == 3600)
    #expect(tokens.tolerated.isEmpty && tokens.additional.members.isEmpty && answer.state == Secret("xyz"))
    // 2.1-2, attack 23: off by default.
    #expect(try refusal { try read(bearer, dialect: OAuth2Dialect()) } == .unsupported)
    #expect(try refusal { try read(bearer, dialect: OAuth2Dialect { $0.legacyGrants = [.password] }) } == .unsupported)
  }

  @Test("Foursquare's answer has no type, which its entry supplies")
  func foursquare() throws {
    let text = "https://client.example.com/cb#access_token=T"
    #expect(try refusal { try read(text) } == .malformedTokenResponse)
    let typed = OAuth2Dialect {
      $0.answer.defaultTokenType = "Bearer"
      $0.legacyGrants = [.implicit]
    }
    #expect(try refusal { try read(text, dialect: typed) } == nil)
    let sent = ImplicitResponse(.tokens(TokenResponse(accessToken: Secret("T"))), state: nil)
    #expect(sent.url(to: redirectURI, dialect: typed).exposedText == text)
  }

  // TU3
  @Test("what a server sends is what a client reads")
  func bothDirections() throws {
    let tokens = TokenResponse(
      accessToken: Secret("a+b"), expiresIn: 5, scopes: ["x", "y"], idToken: Secret("a.b.c"))
    let answers = [
      ImplicitResponse(.tokens(tokens), state: Secret("s&"), issuer: "https://as.example"),
      ImplicitResponse(.refused(ProviderRefusal(error: "access_denied", description: "no & no")), state: nil),
    ]
    for answer in answers { #expect(try read(answer.url(to: redirectURI).exposedText) == answer) }
  }

  @Test("attack 24: a token or a code in the query is refused, and so is a code or a refresh token in the fragment")
  func places() throws {
    for text in [
      "https://c.example/cb?access_token=a#access_token=b&token_type=bearer",
      "https://c.example/cb?code=a#access_token=b&token_type=bearer", "https://c.example/cb?access_token=a",
      "https://c.example/cb#code=a", "https://c.example/cb#access_token=a&token_type=bearer&refresh_token=r",
      "https://c.example/cb#access_token=a&token_type=bearer&error=x", "https://c.example/cb#", "https://c.example/cb",
    ] {
      #expect(try refusal { try read(text) } == .malformedCallback, "\(text)")
    }
    let twice = "https://c.example/cb#access_token=a&token_type=bearer&state=a&state=b"
    #expect(try refusal { try read(twice) } == .duplicateParameter)
    #expect(
      try refusal { try read("https://c.example/cb#access_token=a%0D%0A&token_type=bearer") } == .malformedTokenResponse
    )
  }
}

@Suite("2.1-2, RFC 6749 §4.2.1: a request for a token, where a provider's entry names the grant")
struct ImplicitRequestTests {
  private let dialect = OAuth2Dialect { $0.legacyGrants = [.implicit] }

  private func request() throws -> ImplicitRequest {
    ImplicitRequest(
      AuthorizationRequest(
        clientID: "s6BhdRkqt3", redirectURI: try RedirectURI("https://client.example.com/cb"), state: Secret("xyz"),
        codeChallenge: nil))
  }

  @Test("the example of the specification, both ways; off by default on both sides")
  func example() throws {
    let endpoint = try Endpoint("https://server.example.com/authorize")
    let url = try request().url(at: endpoint, dialect: dialect)
    let form = try Form(decoding: url.query ?? "")
    #expect(form.values(of: "response_type").map { String(decoding: $0, as: UTF8.self) } == ["token"])
    #expect(!form.contains("code_challenge") && !form.contains("response_mode"))
    #expect(try ImplicitRequest(reading: form, dialect: dialect).authorization.state == Secret("xyz"))
    for other in [OAuth2Dialect(), OAuth2Dialect { $0.legacyGrants = [.password] }] {
      #expect(try refusal { try request().url(at: endpoint, dialect: other) } == .unsupported)
      #expect(try refusal { try ImplicitRequest(reading: form, dialect: other) } == .unsupported)
    }
  }

  @Test("the type has the provider's own name where its entry has one")
  func ownName() throws {
    let dialect = OAuth2Dialect {
      $0.legacyGrants = [.implicit]
      $0.parameterNames = ["response_type": "answer"]
    }
    let url = try request().url(at: Endpoint("https://server.example.com/authorize"), dialect: dialect)
    let form = try Form(decoding: url.query ?? "")
    #expect(try form.text(of: "answer") == "token" && !form.contains("response_type"))
  }

  @Test(
    "9700-6: another type is none, and a token in the query is not asked for",
    arguments: [
      ("token", nil, nil), ("token", "fragment", nil), ("token", "query", .invalidValue),
      ("token", "form_post", .invalidValue), ("code", nil, .invalidValue), ("id_token token", nil, .invalidValue),
      ("Token", nil, .invalidValue), ("", nil, .invalidValue),
    ] as [(String, String?, OAuthError.Code?)])
  func types(type: String, mode: String?, code: OAuthError.Code?) throws {
    var form: Form = ["client_id": "c", "redirect_uri": "https://client.example.com/cb", "response_type": type]
    if let mode { form.append("response_mode", mode) }
    #expect(try refusal { try ImplicitRequest(reading: form, dialect: dialect) } == code)
  }
}

@Suite("2.1-2, RFC 9700 §2.4: a password, where a provider's entry names it")
struct PasswordGrantTests {
  @Test("RFC 6749 §4.3.2: the example of the specification, both ways; 9700-9: off by default on both sides")
  func example() throws {
    let endpoint = try Endpoint("https://server.example.com/token")
    let client = try Client(id: "s6BhdRkqt3", secret: Secret("gX1fBat3bV"))
    let grant = PasswordGrant(username: "johndoe", password: Secret("A3ddj3w"))
    let dialect = OAuth2Dialect { $0.legacyGrants = [.password] }
    let request = try grant.request(to: endpoint, as: client, dialect: dialect)
    #expect(request.body == Array("grant_type=password&username=johndoe&password=A3ddj3w".utf8))
    #expect(try PasswordGrant(reading: request.bodyForm, dialect: dialect) == grant)
    for other in [OAuth2Dialect(), OAuth2Dialect { $0.legacyGrants = [.implicit] }] {
      #expect(try refusal { try grant.request(to: endpoint, as: client, dialect: other) } == .unsupported)
      #expect(try refusal { try PasswordGrant(reading: request.bodyForm, dialect: other) } == .unsupported)
    }
    for form: Form in [
      ["grant_type": "password"], ["username": "a", "password": "b"], ["grant_type": "password", "username": "a"],
    ] {
      #expect(try refusal { try PasswordGrant(reading: form, dialect: dialect) } == .tokenRefused)
    }
    #expect(!"\(grant)".contains("A3ddj3w"))
  }
}
