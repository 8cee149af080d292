import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

// ZA9
@Suite("RFC 6749 §4.1.3 and §6: what is asked of the token endpoint")
struct GrantTests {
  private let endpoint: Endpoint
  private let client: Client

  init() throws {
    endpoint = try Endpoint("https://server.example.com/token")
    client = try Client(id: "s6BhdRkqt3", secret: Secret("gX1fBat3bV"))
  }

  @Test("§4.1.3: the example of the specification")
  func codeExample() throws {
    let grant = try AuthorizationCodeGrant(
      code: Secret("SplxlOBeZQQYbYS6WxSbIA"), verifier: nil, redirectURI: RedirectURI("https://client.example.com/cb"))
    let request = try grant.request(to: endpoint, as: client)
    #expect(request.head.method == .post && request.head.path == "/token")
    #expect(request.head.headerFields[.authorization] == "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW")
    let body =
      "grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA&redirect_uri=https%3A%2F%2Fclient.example.com%2Fcb"
    #expect(request.body == Array(body.utf8))
  }

  @Test("§6: the example of the specification")
  func refreshExample() throws {
    let request = try RefreshTokenGrant(refreshToken: Secret("tGzv3JOkF0XG5Qx2TlKWIA")).request(
      to: endpoint, as: client)
    #expect(request.body == Array("grant_type=refresh_token&refresh_token=tGzv3JOkF0XG5Qx2TlKWIA".utf8))
  }

  @Test("what a client asks is what a server reads")
  func bothDirections() throws {
    var random = SystemRandomNumberGenerator()
    let code = try AuthorizationCodeGrant(
      code: Secret("a b/+&="), verifier: CodeVerifier(using: &random), redirectURI: RedirectURI("app:/cb?x=1&y"))
    #expect(try AuthorizationCodeGrant(reading: code.request(to: endpoint, as: client).bodyForm) == code)
    let refresh = RefreshTokenGrant(refreshToken: Secret("r+&"), scopes: ["a", "b"])
    #expect(try RefreshTokenGrant(reading: refresh.request(to: endpoint, as: client).bodyForm) == refresh)
  }

  @Test("8707-1: both grants may narrow the token to APIs")
  func resources() throws {
    let resources = [try ResourceIndicator("https://a.example/"), try ResourceIndicator("https://b.example/")]
    let code = AuthorizationCodeGrant(code: Secret("c"), verifier: nil, redirectURI: nil, resources: resources)
    #expect(try AuthorizationCodeGrant(reading: code.request(to: endpoint, as: client).bodyForm) == code)
    let refresh = RefreshTokenGrant(refreshToken: Secret("r"), scopes: ["a"], resources: resources)
    #expect(try RefreshTokenGrant(reading: refresh.request(to: endpoint, as: client).bodyForm) == refresh)
  }

  @Test("a form of another grant, without its token, or with two of one is refused")
  func refused() throws {
    func code(_ form: Form) throws -> OAuthError.Code? { try refusal { try AuthorizationCodeGrant(reading: form) } }
    func refresh(_ form: Form) throws -> OAuthError.Code? { try refusal { try RefreshTokenGrant(reading: form) } }
    #expect(try code(["grant_type": "authorization_code", "code": "c"]) == nil)
    #expect(try code(["grant_type": "refresh_token", "code": "c"]) == .tokenRefused)
    #expect(try code(["grant_type": "authorization_code", "code": ""]) == .tokenRefused)
    #expect(try code(["grant_type": "authorization_code", "code": "c", "code": "c"]) == .duplicateParameter)
    #expect(try code(["grant_type": "authorization_code", "code": "c", "code_verifier": "short"]) == .invalidValue)
    #expect(try refresh(["grant_type": "refresh_token", "refresh_token": "r"]) == nil)
    #expect(try refresh(["grant_type": "authorization_code", "refresh_token": "r"]) == .tokenRefused)
    #expect(try refresh(["grant_type": "refresh_token"]) == .tokenRefused)
  }
}

@Suite("RFC 6749 §5.2: the token endpoint refuses")
struct TokenErrorResponseTests {
  @Test(
    "what a server refuses is what a client reads",
    arguments: [
      ("invalid_grant", 400, OAuthError.Code.grantRefused), ("invalid_client", 401, .clientRefused),
      ("unauthorized_client", 400, .clientRefused), ("invalid_scope", 400, .tokenRefused),
    ])
  func bothDirections(word: String, status: Int, code: OAuthError.Code) {
    let response = TokenErrorResponse(word, description: "why").response()
    #expect(response.status == status && response.head.headerFields[.cacheControl] == "no-store")
    #expect(response.challenges.map(\.scheme) == (status == 401 ? ["Basic"] : []))
    let error = #expect(throws: OAuthError.self) { try TokenResponse(reading: response) }
    #expect(error?.code == code)
    #expect(error?.refusal == ProviderRefusal(error: word, description: "why", status: status))
  }
}

@Suite("RFC 7009: revocation")
struct RevocationRequestTests {
  @Test("7009-1: the token and its kind are sent as the client, to https alone")
  func request() throws {
    let request = try RevocationRequest(token: Secret("45ghiukldjahdnhzdauz"), kind: .refreshToken)
      .request(to: Endpoint("https://server.example.com/revoke"), as: Client(id: "id"))
    #expect(request.body == Array("token=45ghiukldjahdnhzdauz&token_type_hint=refresh_token&client_id=id".utf8))
  }

  @Test(
    "a server reads the token; the hint is a hint, and an unknown one is none",
    arguments: [
      ("refresh_token", RevocationRequest.Kind.refreshToken), ("access_token", .accessToken), ("pages", .accessToken),
    ])
  func reading(hint: String, kind: RevocationRequest.Kind) throws {
    let request = try RevocationRequest(reading: ["token": "t", "token_type_hint": hint])
    #expect(request == RevocationRequest(token: Secret("t"), kind: kind))
    #expect(try RevocationRequest(reading: ["token": "t"]).kind == .accessToken)
    for form: Form in [["token_type_hint": hint], ["token": ""]] {
      #expect(try refusal { _ = try RevocationRequest(reading: form) } == .tokenRefused)
    }
  }

  @Test("7009-2, 7009-3, 7009-4: 200 and 204 confirm, trouble and a refusal by its word do not")
  func confirm() throws {
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try RevocationRequest.confirm(response) }
    }
    #expect(try code(ResponseMessage(HTTPResponse(status: .ok))) == nil)
    #expect(try code(ResponseMessage(HTTPResponse(status: .noContent))) == nil)
    #expect(try code(ResponseMessage(HTTPResponse(status: .badRequest))) == .tokenRefused)
    #expect(try code(ResponseMessage(.badRequest, json: ["error": "unsupported_token_type"])) == .tokenRefused)
    // Google's answer for a token that is gone: RFC 7009 §2.2 has 200 for it.
    #expect(try code(ResponseMessage(.badRequest, json: ["error": "invalid_token"])) == nil)
    #expect(try code(TokenErrorResponse("invalid_client").response()) == .clientRefused)
    #expect(try code(ResponseMessage(HTTPResponse(status: .serviceUnavailable))) == .serverUnavailable)
    #expect(try code(ResponseMessage(HTTPResponse(status: .found))) == .unexpectedRedirect)
  }
}

@Suite("RFC 6750 §2: a token on a request")
struct TokenPlacementTests {
  private func request(_ url: String) throws -> RequestMessage { try RequestMessage(.get, to: AbsoluteURL(url)) }

  @Test("6750-1, §2.1: in the header")
  func header() throws {
    var request = try request("https://api.example/a?x=1")
    try request.authorize(
      with: Secret("mF_9.B5f-4.1JqM"), dialect: OAuth2Dialect { $0.api.parameters = ["v": "2", "m": "s"] })
    #expect(request.head.headerFields[.authorization] == "Bearer mF_9.B5f-4.1JqM")
    #expect(request.head.path == "/a?x=1&m=s&v=2")
  }

  @Test("§2.3: in the query where the provider takes it no other way; the caller's own pairs win")
  func query() throws {
    var request = try request("https://api.example/a?v=1")
    try request.authorize(
      with: Secret("a+b"),
      dialect: OAuth2Dialect {
        $0.api.tokenPlacement = .query("oauth_token")
        $0.api.parameters = ["v": "2"]
      })
    #expect(request.head.path == "/a?v=1&oauth_token=a%2Bb")
    #expect(request.head.headerFields[.authorization] == nil)
  }

  @Test("a second token, or one that would break the header, is refused, and the request stays as it was")
  func refused() throws {
    let inQuery = OAuth2Dialect { $0.api.tokenPlacement = .query("oauth_token") }
    var carrying = try request("https://api.example/a?oauth_token=other")
    #expect(try refusal { try carrying.authorize(with: Secret("a"), dialect: inQuery) } == .duplicateParameter)
    #expect(carrying.head.path == "/a?oauth_token=other")
    var signed = try request("https://api.example/a")
    try signed.setHeader(.authorization, to: "Bearer other")
    for dialect in [OAuth2Dialect(), inQuery] {
      #expect(try refusal { try signed.authorize(with: Secret("a"), dialect: dialect) } == .duplicateParameter)
    }
    var plain = try request("https://api.example/a")
    #expect(
      try refusal { try plain.authorize(with: Secret("a\r\nX: y"), dialect: OAuth2Dialect()) }
        == .forbiddenHeaderCharacter)
    #expect(plain.head.headerFields[.authorization] == nil)
  }
}
