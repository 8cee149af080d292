import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8693: one token in exchange for another")
struct TokenExchangeTests {
  struct Vectors: Decodable {
    struct Token: Decodable {
      struct Claims: Decodable {
        let aud: String
        let iss: String
        let exp: Int64
        let sub: String
      }
      let field: String
      let jwt: String
      let claims: Claims
    }
    struct Response: Decodable {
      let issued_token_type: String
      let token_type: String
      let expires_in: Int64
    }
    let tokens: [Token]
    let responses: [Response]
  }

  private let endpoint: Endpoint
  private let client: Client

  init() throws {
    endpoint = try Endpoint("https://as.example.com/as/token.oauth2")
    client = try Client(id: "rs08", secret: Secret("long-secure-random-secret"))
  }

  @Test("§2.3: the request of the specification's example")
  func example() throws {
    let grant = TokenExchangeGrant(
      subject: .init(Secret("accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC"), type: .accessToken),
      access: RequestedAccess(resources: [try ResourceIndicator("https://backend.example.com/api")]))
    let body =
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
      + "&resource=https%3A%2F%2Fbackend.example.com%2Fapi"
      + "&subject_token=accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC"
      + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token"
    #expect(try grant.request(to: endpoint, as: client).body == Array(body.utf8))
  }

  @Test("the tokens of Appendix A are carried to the byte, and say what the specification says they do")
  func published() throws {
    let vectors = try VectorFile.read("token_exchange", as: Vectors.self)
    #expect(vectors.tokens.count == 5)
    for token in vectors.tokens {
      let claims = try JSONWebTokenClaims(decoding: JSONWebSignature(compact: Array(token.jwt.utf8)).unverifiedPayload)
      #expect(claims.issuer == token.claims.iss && claims.subject == token.claims.sub)
      #expect(claims.audience == [token.claims.aud] && claims.expiresAt?.secondsSinceEpoch == token.claims.exp)
    }
    let grant = TokenExchangeGrant(
      subject: .init(Secret(vectors.tokens[2].jwt), type: .jwt),
      actor: .init(Secret(vectors.tokens[3].jwt), type: .jwt),
      requestedType: .accessToken, audiences: ["urn:example:cooperation-context", "other"],
      access: RequestedAccess(scopes: ["status", "feed"], resources: [try ResourceIndicator("https://a.example/")]))
    #expect(try TokenExchangeGrant(reading: grant.request(to: endpoint, as: client).bodyForm) == grant)
  }

  @Test("8693-1: the subject token and its type are required; an actor's type never comes alone")
  func requestRefused() throws {
    let whole: [(name: String, value: String)] = [
      ("grant_type", TokenExchangeGrant.grantType), ("subject_token", "t"), ("subject_token_type", "u"),
    ]
    func code(_ pairs: [(name: String, value: String)]) throws -> OAuthError.Code? {
      try refusal { try TokenExchangeGrant(reading: Form(pairs)) }
    }
    #expect(try code(whole) == nil)
    for index in whole.indices {
      var pairs = whole
      pairs.remove(at: index)
      #expect(try code(pairs) == .tokenRefused)
    }
    #expect(try code(whole + [("actor_token_type", "u")]) == .tokenRefused)
    #expect(try code(whole + [("actor_token", "t")]) == .tokenRefused)
    #expect(try code(whole + [("subject_token", "t")]) == .duplicateParameter)
    #expect(try code(whole + [("resource", "https://a.example/#x")]) == .tokenRefused)  // 8693-4
  }

  @Test("8693-2, 8693-3: the kind that was issued is required, and what is N_A is no access token")
  func answers() throws {
    let vectors = try VectorFile.read("token_exchange", as: Vectors.self).responses
    #expect(vectors.count == 2)
    for vector in vectors {
      let written = TokenResponse(
        accessToken: Secret("t"), tokenType: vector.token_type, expiresIn: vector.expires_in)
      let response = TokenExchangeResponse(written, issuedType: TokenTypeIdentifier(vector.issued_token_type))
      let read = try TokenExchangeResponse(reading: response.response())
      #expect(read == response && read.token == Secret("t"))
      #expect((read.accessTokens == nil) == (vector.token_type == "N_A"))
      #expect(try refusal { try TokenExchangeResponse(reading: written.response()) } != nil)
    }
    let plain = TokenResponse(accessToken: Secret("t")).response()
    #expect(try refusal { try TokenExchangeResponse(reading: plain) } == .unexpectedAnswer)
    let other = TokenResponse(accessToken: Secret("t"), tokenType: "N_A").response()
    #expect(try refusal { try TokenResponse(reading: other) } == .unsupportedTokenType)
    let bearer = TokenExchangeResponse(TokenResponse(accessToken: Secret("t")), issuedType: .accessToken).response()
    #expect(try refusal { try TokenExchangeResponse(reading: bearer, accepting: [.dpop]) } == .tokenDowngraded)
  }

  @Test("8693-5: an invalid target has an error code of its own")
  func invalidTarget() {
    let error = #expect(throws: OAuthError.self) {
      try TokenExchangeResponse(reading: TokenErrorResponse("invalid_target").response())
    }
    #expect(error?.code == .tokenRefused && error?.refusal?.error == "invalid_target")
  }

  @Test("two kinds are equal by their bytes")
  func kinds() {
    #expect(TokenTypeIdentifier("urn:ietf:params:oauth:token-type:jwt") == .jwt)
    #expect(TokenTypeIdentifier("\u{212A}") != TokenTypeIdentifier("K"))
    #expect(Set([TokenTypeIdentifier.jwt, .saml1, .saml2, .idToken, .refreshToken, .accessToken]).count == 6)
  }
}
