import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9068 §4: an API verifies an access token")
struct JWTAccessTokenTests {
  private let parties: AssertionParties
  private let api = "https://rs.example.com/"

  init() throws {
    parties = try AssertionParties()
  }

  private func token(_ changes: [String: JSON?] = [:], type: String? = "at+jwt") throws -> Secret {
    let own: [String: JSON?] = ["aud": .string(api), "iss": .string(parties.issuer.text), "client_id": "client"]
    return try parties.assertion(own.merging(changes) { $1 }, type: type)
  }

  private func verify(_ token: Secret, at time: Instant? = nil) throws -> AccessTokenClaims {
    try JWTAccessToken(
      verifying: token, verifiedBy: parties.keys, allowing: [.es256], from: parties.issuer, to: api,
      at: time ?? parties.now
    ).claims
  }

  @Test("a token with all that must be there is believed, and its claims are read")
  func accepted() throws {
    let claims = try verify(
      token([
        "scope": "a b", "acr": "myACR", "auth_time": JSON(parties.now.secondsSinceEpoch - 5),
        "cnf": ["jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"], "authorization_details": [["type": "x"]],
        "aud": ["other", .string(api)],
      ]))
    #expect(claims.scopes == ["a", "b"] && claims.clientID == "client" && claims.subject == "client")
    #expect(claims.authenticationContextClass == "myACR" && claims.authenticatedAt == parties.now + -5)
    #expect(claims.confirmation?.keyThumbprint != nil && claims.details?.types == ["x"] && claims.tokenID == "1")
  }

  @Test("what a server signs is what an API believes; without a claim it is not signed")
  func bothDirections() throws {
    var claims = JSON.Object()
    for name in ["sub", "client_id", "jti"] { claims[name] = "x" }
    claims["iss"] = .string(parties.issuer.text)
    claims["aud"] = .string(api)
    claims["iat"] = JSON(parties.now.secondsSinceEpoch)
    claims["exp"] = JSON(parties.now.secondsSinceEpoch + 60)
    #expect(try verify(JWTAccessToken.sign(claims, with: parties.key, by: .es256)).members == claims)
    claims["jti"] = nil
    #expect(try refusal { try JWTAccessToken.sign(claims, with: parties.key, by: .es256) } == .malformedAccessToken)
  }

  @Test("9068-1, 9068-4, attack 154: at+jwt, with or without application/; an ID token is refused by its type")
  func type() throws {
    for type in ["at+jwt", "AT+JWT", "application/at+jwt"] {
      #expect(try refusal { try verify(token(type: type)) } == nil)
    }
    for type in [nil, "JWT", "id_token+jwt", "dpop+jwt", "at+jwt;x"] {
      #expect(try refusal { try verify(token(type: type)) } == .malformedAccessToken)
    }
  }

  @Test("9068-2: another issuer, audience, time or signature, each by its own code")
  func refused() throws {
    func code(_ changes: [String: JSON?], at time: Instant? = nil) throws -> OAuthError.Code? {
      try refusal { try verify(token(changes), at: time) }
    }
    #expect(try code(["iss": "https://as.example/"]) == .accessTokenIssuerMismatch)
    for audience: JSON in ["https://rs.example.com", "https://evil.example", [], ["x"]] {
      #expect(try code(["aud": audience]) == .accessTokenAudienceMismatch)
    }
    #expect(try code([:], at: parties.now + 119) == nil)
    #expect(try code([:], at: parties.now + 120) == .expiredAccessToken)
    #expect(try code(["nbf": JSON(parties.now.secondsSinceEpoch + 61)]) == .expiredAccessToken)
    #expect(try code([:], at: parties.now + -61) == .expiredAccessToken)
    let stranger = try JSONWebKey.generate(for: .es256, keyID: parties.key.keyID)
    let forged = try parties.assertion(["aud": .string(api), "client_id": "c"], type: "at+jwt", key: stranger)
    #expect(try refusal { try verify(forged) } == .tokenSignatureMismatch)
  }

  @Test("attack 284: without an expiry, or another claim that must be there, it is refused; a fraction is a time")
  func missing() throws {
    for name in ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"] {
      #expect(try refusal { try verify(token([name: nil])) } == .malformedAccessToken, "\(name)")
    }
    let fraction = JSON.number("\(parties.now.secondsSinceEpoch + 60).5")
    #expect(try refusal { try verify(token(["exp": fraction])) } == nil)
    #expect(try refusal { try verify(token(["exp": "1700000060"])) } == .malformedJOSE)
  }
}

@Suite("RFC 6750 §3 and RFC 9470: an API says what it would take")
struct ResourceChallengeTests {
  @Test(
    "what an API says is what a client reads",
    arguments: zip(ResourceChallenge.Failure.allCases, [400, 401, 403, 401, 401, 401]))
  func bothDirections(failure: ResourceChallenge.Failure, status: Int) throws {
    let challenge = ResourceChallenge(
      failure, type: .dpop, description: "why", scopes: ["a", "b"],
      authenticationContextClasses: ["urn:gold", "silver"],
      maximumAge: 5, resourceMetadata: try AbsoluteURL("https://rs.example/.well-known/oauth-protected-resource"))
    let response = challenge.response()
    #expect(response.status == status && ResourceChallenge(reading: response) == challenge)
  }

  @Test("without a token the challenge says no more than what kind it wants")
  func bare() {
    let response = ResourceChallenge().response()
    #expect(response.head.headerFields[.wwwAuthenticate] == "Bearer" && response.status == 401)
    #expect(ResourceChallenge(reading: response) == ResourceChallenge())
  }

  private func challenge(_ header: String) -> ResourceChallenge? {
    var response = ResponseMessage(HTTPResponse(status: .unauthorized))
    response.head.headerFields[.wwwAuthenticate] = header
    return ResourceChallenge(reading: response)
  }

  @Test("9470-1: the examples of the specification")
  func published() {
    let first = challenge(
      #"Bearer error="insufficient_user_authentication", error_description="A different authentication level is required", acr_values="myACR""#
    )
    #expect(first?.wantsStepUp == true && first?.authenticationContextClasses == ["myACR"])
    let second = challenge(
      #"Bearer error="insufficient_user_authentication", error_description="More recent authentication is required", max_age="5""#
    )
    #expect(second?.wantsStepUp == true && second?.maximumAge == 5 && second?.authenticationContextClasses == [])
  }

  @Test("6750-5: the challenge that says what is wrong is preferred; a repeated parameter makes it none")
  func several() {
    let both = challenge(#"Basic realm="x", Bearer, DPoP algs="ES256", error="invalid_token""#)
    #expect(both?.type == .dpop && both?.failure == .invalidToken)
    #expect(challenge(#"Bearer error="a", error="b""#) == nil && challenge("Basic realm=\"x\"") == nil)
    #expect(challenge(#"Bearer error="never_heard""#)?.failure == nil)
    #expect(challenge(#"Bearer max_age="-1""#)?.maximumAge == nil)
    #expect(challenge(#"Bearer error_description="a\#u{202E}b""#)?.description == #"a\u{202e}b"#)
  }

  @Test("attack 98: what would break the header does not get into it")
  func injection() {
    let hostile = ResourceChallenge(.invalidToken, description: "a\"\r\nX: y\\ä", scopes: ["a\"b"])
    let response = hostile.response()
    let header = response.head.headerFields[.wwwAuthenticate]
    #expect(header == #"Bearer error="invalid_token", error_description="a???X: y???", scope="a?b""#)
  }

  @Test("9470-1: the request for a better sign-in has what the API wants, each once")
  func steppedUp() throws {
    let request = try AuthorizationRequest(
      clientID: "id", redirectURI: RedirectURI("app:/cb"), scopes: ["a"], state: nil, codeChallenge: nil,
      additional: ["acr_values": "low", "prompt": "login"])
    let challenge = ResourceChallenge(
      .insufficientUserAuthentication, scopes: ["a", "b"], authenticationContextClasses: ["x", "y"], maximumAge: 0)
    let better = challenge.steppedUp(request)
    #expect(better.scopes == ["a", "b"])
    #expect(better.additional == ["prompt": "login", "acr_values": "x y", "max_age": "0"])
    #expect(try refusal { try better.form() } == nil)
  }

  @Test("9470-3: a sign-in that is not what the API wants is seen before the API is asked again")
  func met() {
    let now = Instant(secondsSinceEpoch: 1000)
    let challenge = ResourceChallenge(
      .insufficientUserAuthentication, authenticationContextClasses: ["gold", "silver"], maximumAge: 10)
    #expect(challenge.isMet(by: "silver", authenticatedAt: now + -70, at: now))
    #expect(!challenge.isMet(by: "silver", authenticatedAt: now + -71, at: now))
    #expect(!challenge.isMet(by: "bronze", authenticatedAt: now, at: now))
    #expect(!challenge.isMet(by: nil, authenticatedAt: now, at: now))
    #expect(!challenge.isMet(by: "gold", authenticatedAt: nil, at: now))
    #expect(ResourceChallenge().isMet(by: nil, authenticatedAt: nil, at: now))
    let extreme = ResourceChallenge(maximumAge: .max)
    #expect(extreme.isMet(by: nil, authenticatedAt: Instant(secondsSinceEpoch: .max), at: now))
  }

  @Test("what an API has against a token: its scope first, then how the user signed in")
  func against() throws {
    let now = Instant(secondsSinceEpoch: 1000)
    var members = JSON.Object()
    members["scope"] = "read"
    members["acr"] = "silver"
    members["auth_time"] = 900
    let claims = try AccessTokenClaims(members)
    func failure(_ scopes: [String], _ classes: [String] = [], _ age: Int64? = nil) -> ResourceChallenge.Failure? {
      ResourceChallenge.against(
        claims, scopes: scopes, authenticationContextClasses: classes, maximumAge: age.map { .seconds($0) }, at: now)?
        .failure
    }
    #expect(failure(["read"], ["silver"], 100) == nil)
    #expect(failure(["read", "write"], ["gold"]) == .insufficientScope)
    #expect(failure(["read"], ["gold"]) == .insufficientUserAuthentication)
    #expect(failure(["read"], [], 99) == .insufficientUserAuthentication)
    members["cnf"] = TokenConfirmation(keyThumbprint: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I").json
    #expect(
      try ResourceChallenge.against(AccessTokenClaims(members), scopes: ["write"], at: now)?.type == .dpop)
  }
}
