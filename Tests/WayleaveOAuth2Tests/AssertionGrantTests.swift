import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 §4.4: a client asks for itself")
struct ClientCredentialsGrantTests {
  private let endpoint: Endpoint

  init() throws {
    endpoint = try Endpoint("https://server.example.com/token")
  }

  @Test("§4.4.2: the example of the specification, read back by a server")
  func request() throws {
    let client = try Client(id: "s6BhdRkqt3", secret: Secret("gX1fBat3bV"))
    let request = try ClientCredentialsGrant().request(to: endpoint, as: client)
    #expect(request.body == Array("grant_type=client_credentials".utf8))
    #expect(request.head.headerFields[.authorization] == "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW")
    let access = RequestedAccess(scopes: ["a", "b"], resources: [try ResourceIndicator("https://api.example/")])
    let wider = ClientCredentialsGrant(access: access)
    #expect(try ClientCredentialsGrant(reading: wider.request(to: endpoint, as: client).bodyForm) == wider)
    #expect(try refusal { try ClientCredentialsGrant(reading: ["grant_type": "password"]) } == .tokenRefused)
  }

  @Test("6749-17: a public client does not ask")
  func publicClient() throws {
    #expect(
      try refusal { try ClientCredentialsGrant().request(to: endpoint, as: Client(id: "id")) } == .invalidClient)
    let withCertificate = try Client(id: "id", authentication: .tls)
    #expect(try refusal { try ClientCredentialsGrant().request(to: endpoint, as: withCertificate) } == nil)
  }
}

@Suite("RFC 7523 §2.1: an assertion is a grant")
struct JWTBearerGrantTests {
  @Test("what a client asks is what a server reads, with the client or without one")
  func bothDirections() throws {
    let parties = try AssertionParties()
    let grant = JWTBearerGrant(assertion: Secret("a.b.c"), access: RequestedAccess(scopes: ["x"]))
    let alone = try grant.request(to: parties.endpoint, as: nil)
    #expect(
      alone.body
        == Array(
          "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=a.b.c&scope=x".utf8))
    #expect(try JWTBearerGrant(reading: alone.bodyForm) == grant)
    let named = try grant.request(to: parties.endpoint, as: Client(id: "id"))
    #expect(try JWTBearerGrant(reading: named.bodyForm) == grant)
    #expect(try named.bodyForm.text(of: "client_id") == "id")
    #expect(try refusal { try JWTBearerGrant(reading: ["grant_type": JWTBearerGrant.grantType]) } == .tokenRefused)
    #expect(try refusal { try JWTBearerGrant(reading: ["assertion": "a"]) } == .tokenRefused)
  }

  @Test("§3: a service account's statement is verified, its own claims kept")
  func verified() throws {
    var parties = try AssertionParties()
    var additional = JSON.Object()
    additional["scope"] = "read"
    let assertion = try JWTAssertion(
      issuer: "robot@project.example", subject: "user@example", audience: "https://as.example/token",
      lifetime: .seconds(3600),
      additional: additional)
    let jwt = try assertion.sign(with: parties.key, at: parties.now, using: &parties.random)
    let verified = try VerifiedAssertion(
      jwt, verifiedBy: parties.keys, allowing: [.es256], to: [parties.issuer.text, "https://as.example/token"],
      at: parties.now
    )
    #expect(verified.issuer == "robot@project.example" && verified.subject == "user@example")
    #expect(verified.claims["scope"] == "read" && verified.expiresAt == parties.now + 3600 && verified.tokenID != nil)
    #expect(
      try refusal {
        try VerifiedAssertion(
          jwt, verifiedBy: parties.keys, allowing: [.es256], to: [parties.issuer.text], at: parties.now)
      } == .grantRefused)
    #expect(
      try refusal {
        try VerifiedAssertion(
          jwt, verifiedBy: parties.keys, allowing: [.es256], to: ["https://as.example/token"], at: parties.now + 3660)
      } == .grantRefused)
  }

  @Test(
    "a lifetime is 1 to 3600 seconds", arguments: [(0, false), (1, true), (3600, true), (3601, false), (-1, false)])
  func lifetime(seconds: Int64, isTaken: Bool) throws {
    let code = try refusal { try JWTAssertion(issuer: "i", subject: "s", audience: "a", lifetime: .seconds(seconds)) }
    #expect(code == (isTaken ? nil : .invalidValue))
    #expect(
      try refusal { try JWTAssertion(issuer: "i", subject: "s", audience: "a", lifetime: .seconds(1e20)) }
        == .invalidValue)
  }

  @Test("a key that cannot sign makes no assertion")
  func keys() throws {
    var parties = try AssertionParties()
    let assertion = try JWTAssertion(issuer: "i", subject: "s", audience: "a")
    let open = try #require(parties.key.publicKey)
    #expect(
      try refusal { try assertion.sign(with: open, at: parties.now, using: &parties.random) } == .unsupportedKey)
    let agreement = try JSONWebKey(
      decoding: Array(
        #"{"kty":"OKP","crv":"X25519","x":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo"}"#.utf8))
    #expect(
      try refusal { try assertion.sign(with: agreement, at: parties.now, using: &parties.random) } == .unsupportedKey)
    for algorithm in [SignatureAlgorithm.es384, .es512, .edDSA, .rs256] {
      let named = try JSONWebKey.generate(for: algorithm)
      var members = try #require(try JSON(decoding: named.exposedJSON.exposedBytes).object)
      members["alg"] = nil
      let jwt = try assertion.sign(with: JSONWebKey(members), at: parties.now, using: &parties.random)
      #expect(try JSONWebSignature(compact: jwt.exposedBytes).header.algorithm == algorithm.rawValue)
    }
  }
}
