import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6750 §2: the token that a request shows")
struct PresentedTokenTests {
  private func request(_ header: String?, _ url: String = "https://rs.example/a") throws -> RequestMessage {
    var request = try RequestMessage(.get, to: AbsoluteURL(url))
    request.head.headerFields[.authorization] = header
    return request
  }

  @Test("6750-1: in the header, its scheme in any case; another scheme shows no token")
  func header() throws {
    #expect(try PresentedToken(reading: request("bearer mF_9.B5f-4.1JqM"))?.token == Secret("mF_9.B5f-4.1JqM"))
    #expect(try PresentedToken(reading: request("DPoP x"))?.type == .dpop)
    for header in [nil, "Basic x", "N_A x", ""] { #expect(try PresentedToken(reading: request(header)) == nil) }
    for header in ["Bearer", "Bearer ", "Bearer a b", "Bearer ä"] {
      #expect(try refusal { try PresentedToken(reading: request(header)) } == .malformedAccessToken, "\(header)")
    }
  }

  @Test("6750-2, 6750-4: in the query or the body, alone or next to the header, and twice in the header: refused")
  func elsewhere() throws {
    for header in [nil, "Bearer a"] {
      let query = try request(header, "https://rs.example/a?access_token=b")
      #expect(try refusal { try PresentedToken(reading: query) } == .malformedAccessToken)
      var body = try RequestMessage(posting: ["access_token": "b"], to: Endpoint("https://rs.example/a"))
      body.head.headerFields[.authorization] = header
      #expect(try refusal { try PresentedToken(reading: body) } == .malformedAccessToken)
    }
    var twice = try request("Bearer a")
    twice.head.headerFields.append(HTTPField(name: .authorization, value: "Bearer a"))
    #expect(try refusal { try PresentedToken(reading: twice) } == .malformedAccessToken)
  }

  @Test("a pair of the query or of the form that is no good is the API's business, and hides no token")
  func malformedPairs() throws {
    for (pairs, isRefused) in [
      ("q=100%", false), ("%=1", false), ("q=100%&access_token=b", true), ("access_token=100%", true),
      ("%61ccess_token=b", true), ("xaccess_token=b&q=access_token", false), ("&&access_token", true),
    ] {
      var request = try request("Bearer a")
      request.head.path = "/a?\(pairs)"
      let expected: OAuthError.Code? = isRefused ? .malformedAccessToken : nil
      #expect(try refusal { try PresentedToken(reading: request) } == expected, "\(pairs)")
      request.head.path = "/a"
      request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
      request.body = Array(pairs.utf8)
      #expect(try refusal { try PresentedToken(reading: request) } == expected, "\(pairs)")
    }
  }

  @Test("6750-3: a token goes into a form only, never of a GET, and once")
  func form() throws {
    let dialect = OAuth2Dialect { $0.api.tokenPlacement = .form("access_token") }
    var request = try RequestMessage(posting: ["a": "b"], to: Endpoint("https://rs.example/a"))
    try request.authorize(with: Secret("t+"), dialect: dialect)
    #expect(request.body == Array("a=b&access_token=t%2B".utf8) && request.head.headerFields[.authorization] == nil)
    #expect(try refusal { try request.authorize(with: Secret("t"), dialect: dialect) } == .duplicateParameter)
    var get = request
    get.head.method = .get
    #expect(try refusal { try get.authorize(with: Secret("t"), dialect: dialect) } == .unsupported)
    var json = request
    json.head.headerFields[.contentType] = "application/json"
    #expect(try refusal { try json.authorize(with: Secret("t"), dialect: dialect) } == .unsupported)
  }

  @Test("9449-8: a bound token comes as DPoP with its proof, an unbound one as Bearer, and neither as the other")
  func schemes() throws {
    var parties = try ProofParties()
    let key = parties.key.thumbprint
    func code(_ request: RequestMessage, bound: Bool) throws -> OAuthError.Code? {
      var members = JSON.Object()
      members["cnf"] = bound ? TokenConfirmation(keyThumbprint: key).json : nil
      let claims = try AccessTokenClaims(members)
      let presented = try #require(try PresentedToken(reading: request))
      return try refusal { try presented.verify(claims, in: request, at: parties.now) }
    }
    let verified = try parties.verified(token: parties.token)
    var bearer = try parties.request()
    try bearer.authorize(with: parties.token, dialect: OAuth2Dialect())
    #expect(try code(verified, bound: true) == nil)
    #expect(try code(bearer, bound: false) == nil)
    #expect(try code(verified, bound: false) == .bindingMismatch)
    #expect(try code(bearer, bound: true) == .bindingMismatch)
    var withoutProof = verified
    withoutProof.head.headerFields[.proof] = nil
    #expect(try code(withoutProof, bound: true) == .malformedProof)
  }
}

@Suite("RFC 6749 §3.3: what was granted")
struct ScopeDifferenceTests {
  @Test("6749-14, attack 92: narrower and wider than asked are both reported; silence means what was asked")
  func difference() {
    let both = ScopeDifference(asked: ["a", "b"], granted: ["b", "c"])
    #expect(both.missing == ["a"] && both.added == ["c"])
    #expect(TokenResponse(accessToken: Secret("t")).scopes(grantedFor: ["a", "b"]) == ["a", "b"])
    #expect(TokenResponse(accessToken: Secret("t"), scopes: ["b"]).scopes(grantedFor: ["a", "b"]) == ["b"])
    #expect(TokenResponse(accessToken: Secret("t"), scopes: []).scopes(grantedFor: ["a"]) == [])
    #expect(ScopeDifference(asked: ["\u{212A}"], granted: ["K"]).missing == ["\u{212A}"])
  }
}
