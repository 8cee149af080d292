import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7662: introspection of a token")
struct IntrospectionTests {
  private let endpoint: Endpoint
  private let api: Client

  init() throws {
    endpoint = try Endpoint("https://server.example.com/introspect")
    api = try Client(id: "api", secret: Secret("s"))
  }

  @Test("§2.1: what an API asks is what a server reads; an unknown hint is none")
  func request() throws {
    let question = IntrospectionRequest(token: Secret("mF_9.B5f-4.1JqM"), kind: .accessToken)
    let request = try question.request(to: endpoint, as: api)
    #expect(request.body == Array("token=mF_9.B5f-4.1JqM&token_type_hint=access_token".utf8))
    #expect(try IntrospectionRequest(reading: request) == question)
    let signed = IntrospectionRequest(token: Secret("t"), wantsSignedAnswer: true)
    let signedRequest = try signed.request(to: endpoint, as: api)
    #expect(signedRequest.head.headerFields[.accept] == "application/token-introspection+jwt")  // 9701-1
    #expect(try IntrospectionRequest(reading: signedRequest) == signed)
    let other = RequestMessage(posting: ["token": "t", "token_type_hint": "pat"], to: endpoint)
    #expect(try IntrospectionRequest(reading: other).kind == nil)
    #expect(
      try refusal { try IntrospectionRequest(reading: RequestMessage(posting: [:], to: endpoint)) } == .tokenRefused)
  }

  @Test("7662-1: a client that asks must authenticate")
  func anybody() throws {
    #expect(
      try refusal { try IntrospectionRequest(token: Secret("t")).request(to: endpoint, as: Client(id: "id")) }
        == .invalidClient)
  }

  @Test("§2.2: the example of the specification, both ways")
  func active() throws {
    let published = try TokenResponseVectorTests.body(of: "rfc7662-2.2")
    let answer = try IntrospectionResponse(reading: ResponseMessage(.ok, json: published))
    guard case .active(let claims) = answer else {
      Issue.record("active")
      return
    }
    #expect(claims.clientID == "l238j323ds-23ij4" && claims.scopes == ["read", "write", "dolphin"])
    #expect(claims.subject == "Z5O3upPC88QrAjx00dis" && claims.audience == ["https://protected.example.net/resource"])
    #expect(claims.issuer == "https://server.example.com/" && claims.expiresAt?.secondsSinceEpoch == 1_419_356_238)
    #expect(claims.members["extension_field"] == "twenty-seven" && claims.members["username"] == "jdoe")
    #expect(claims.allows(["read", "dolphin"]) && !claims.allows(["read", "admin"]) && claims.allows([]))
    #expect(try IntrospectionResponse(reading: answer.response()) == answer)
  }

  @Test("7662-2: of an inactive token nothing else is believed, and nothing else is said")
  func inactive() throws {
    let published = try TokenResponseVectorTests.body(of: "rfc7662-2.2-inactive")
    #expect(try IntrospectionResponse(reading: ResponseMessage(.ok, json: published)) == .inactive)
    let talkative: JSON = ["active": false, "sub": "somebody", "exp": "soon"]
    #expect(try IntrospectionResponse(reading: ResponseMessage(.ok, json: talkative)) == .inactive)
    #expect(IntrospectionResponse.inactive.response().body == Array(#"{"active":false}"#.utf8))
  }

  @Test("an answer that does not say, or says it in another shape, is none")
  func malformed() throws {
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try IntrospectionResponse(reading: response) }
    }
    for value: JSON in ["true", 1, .null, []] {
      #expect(try code(ResponseMessage(.ok, json: ["active": value])) == .unexpectedAnswer)
    }
    #expect(try code(ResponseMessage(.ok, json: [:])) == .unexpectedAnswer)
    #expect(try code(ResponseMessage(.ok, json: ["active": true, "exp": "soon"])) == .malformedJOSE)
    #expect(try code(ResponseMessage(.ok, json: ["active": true, "cnf": ["x": "y"]])) == .bindingMismatch)
    #expect(try code(TokenErrorResponse("invalid_client").response()) == .clientRefused)
  }

  @Test("7662-4: issuer, audience, time and binding are verified; what the server does not say is not demanded")
  func verified() throws {
    let now = Instant(secondsSinceEpoch: 1000)
    func code(_ name: String, _ value: JSON) throws -> OAuthError.Code? {
      var members = JSON.Object()
      members[name] = value
      let claims = try AccessTokenClaims(members)
      return try refusal {
        try claims.verify(from: "https://as.example", to: "https://rs.example", at: now)
        try claims.confirmation?.verify(proof: nil, certificate: nil)
      }
    }
    #expect(try code("iss", "https://as.example") == nil)
    #expect(try code("iss", "https://as.example/") == .accessTokenIssuerMismatch)
    #expect(try code("aud", ["x", "https://rs.example"]) == nil)
    #expect(try code("aud", "x") == .accessTokenAudienceMismatch)
    #expect(try code("exp", 940) == .expiredAccessToken)
    #expect(try code("exp", 941) == nil)
    #expect(try code("cnf", ["jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"]) == .bindingMismatch)
  }

  @Test("7662-3: an answer is cached for a minute at most, and no longer than the token is good")
  func keepable() throws {
    let now = Instant(secondsSinceEpoch: 1000)
    func until(_ expiry: JSON?) throws -> Instant {
      var members = JSON.Object()
      members["active"] = true
      members["exp"] = expiry
      return try IntrospectionResponse(reading: ResponseMessage(.ok, json: .object(members))).keepable(from: now)
    }
    #expect(try until(5000) == now + 60 && until(1010) == now + 10 && until(nil) == now + 60)
    #expect(IntrospectionResponse.inactive.keepable(from: now) == now + 60)
  }
}

@Suite("RFC 9701: a signed answer")
struct SignedIntrospectionTests {
  private let parties: AssertionParties

  init() throws {
    parties = try AssertionParties()
  }

  private func read(_ response: ResponseMessage, as clientID: ClientID = "api") throws -> IntrospectionResponse {
    try IntrospectionResponse(
      reading: response, verifiedBy: parties.keys, allowing: [.es256], from: parties.issuer, to: clientID,
      at: parties.now)
  }

  @Test("what a server signs is what an API believes")
  func bothDirections() throws {
    var members = JSON.Object()
    members["sub"] = "user"
    members["exp"] = JSON(parties.now.secondsSinceEpoch + 60)
    for answer in [IntrospectionResponse.active(try AccessTokenClaims(members)), .inactive] {
      let response = try answer.response(
        from: parties.issuer, to: "api", at: parties.now, with: parties.key, by: .es256)
      #expect(response.contentType == "application/token-introspection+jwt")
      #expect(try read(response) == answer)
      #expect(try refusal { try read(response, as: "other") } == .accessTokenAudienceMismatch)
      // 9701-4: it is never an access token.
      #expect(
        try refusal {
          try JWTAccessToken(
            verifying: Secret(response.body), verifiedBy: parties.keys, allowing: [.es256], from: parties.issuer,
            to: "api", at: parties.now)
        } == .malformedAccessToken)
    }
  }

  @Test("9701-2, 9701-3: without its type, issuer, audience, time or claim, or in the clear, it is refused")
  func refused() throws {
    func code(_ changes: [String: JSON?], type: String? = "token-introspection+jwt") throws -> OAuthError.Code? {
      var claims: [String: JSON?] = [
        "aud": "api", "iss": .string(parties.issuer.text), "token_introspection": ["active": true],
      ]
      claims.merge(changes) { $1 }
      let jwt = try parties.assertion(claims, type: type)
      var response = ResponseMessage(HTTPResponse(status: .ok), body: jwt.exposedBytes)
      response.head.headerFields[.contentType] = "application/token-introspection+jwt"
      return try refusal { try read(response) }
    }
    #expect(try code([:]) == nil)
    for name in ["iss", "aud", "iat", "token_introspection"] {
      #expect(try code([name: nil]) == .malformedAccessToken, "\(name)")
    }
    for type in [nil, "JWT", "at+jwt"] { #expect(try code([:], type: type) == .malformedAccessToken) }
    #expect(try code(["iss": "https://evil.example"]) == .accessTokenIssuerMismatch)
    #expect(try code(["iat": JSON(parties.now.secondsSinceEpoch + 61)]) == .expiredAccessToken)
    #expect(try code(["token_introspection": [:]]) == .unexpectedAnswer)
    #expect(try refusal { try read(IntrospectionResponse.inactive.response()) } == .unexpectedAnswer)
    #expect(try refusal { try read(TokenErrorResponse("invalid_client").response()) } == .clientRefused)
    #expect(try refusal { try read(ResponseMessage(HTTPResponse(status: .found))) } == .unexpectedRedirect)
  }
}
