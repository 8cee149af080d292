import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// The same word for Swift's `String`, composed and decomposed; two texts for a protocol.
private let composed = "https://as.example/\u{E9}"
private let decomposed = "https://as.example/e\u{301}"

@Suite("RFC 8414 §4: issuers are compared byte by byte")
struct IssuerTests {
  private let parties: AssertionParties
  private let issuers = [Issuer(composed), Issuer(decomposed)]

  init() throws {
    parties = try AssertionParties()
  }

  /// What each issuer that is expected makes of a message from the composed one.
  private func refusals(_ read: (Issuer) throws -> some Any) throws -> [OAuthError.Code?] {
    try issuers.map { issuer in try refusal { try read(issuer) } }
  }

  @Test("two issuers that differ by composition alone are two, where two texts are one")
  func equality() {
    #expect(composed == decomposed)
    #expect(Issuer(composed) != Issuer(decomposed) && Issuer(composed) == Issuer(composed))
    #expect(Set(issuers).count == 2)
    #expect(issuers.sorted().map(\.text.utf8.count) == [22, 21])
    #expect(!issuers.dropLast().contains(Issuer(decomposed)))
  }

  @Test("a text, a URL and a literal make the same issuer, and it is shown as it is written")
  func making() throws {
    let issuer: Issuer = "https://as.example/t"
    #expect(try issuer == Issuer(AbsoluteURL("https://as.example/t")) && issuer == Issuer("https://as.example/t"))
    #expect(issuer.text == "https://as.example/t" && "\(issuer)" == "https://as.example/t")
  }

  @Test("8414-4: metadata that names the other issuer is not used")
  func metadata() throws {
    let members = JSON(
      dictionaryLiteral: ("issuer", .string(composed)), ("token_endpoint", "https://as.example/token"),
      ("authorization_endpoint", "https://as.example/authorize"))
    let url = try AbsoluteURL("https://as.example")
    let codes = try refusals { issuer in
      try AuthorizationServerMetadata(#require(members.object), for: url, named: issuer)
    }
    #expect(codes == [nil, .metadataIssuerMismatch])
  }

  @Test("an API that names one issuer takes no token of the other")
  func resource() throws {
    let metadata = ProtectedResourceMetadata(
      resource: try AbsoluteURL("https://rs.example"), authorizationServers: [Issuer(composed)])
    #expect(issuers.map(metadata.names) == [true, false])
    #expect(
      try refusals { issuer in try metadata.authorizationServer(agreedOn: [issuer]) } == [nil, .metadataIssuerMismatch])
  }

  @Test("an access token of one issuer is none of the other")
  func accessToken() throws {
    let token = try parties.assertion(
      ["aud": "api", "iss": .string(composed), "client_id": "client"], type: "at+jwt")
    let codes = try refusals { issuer in
      try JWTAccessToken(
        verifying: token, verifiedBy: parties.keys, allowing: [.es256], from: issuer, to: "api", at: parties.now)
    }
    #expect(codes == [nil, .accessTokenIssuerMismatch])
  }

  @Test("an assertion, a request object and a signed backchannel request for one issuer are none for the other")
  func audience() throws {
    let assertion = try parties.assertion(["aud": .string(composed)])
    let credentials = try ClientCredentials(reading: parties.request(assertion))
    let proof = try #require(credentials.assertion)
    #expect(
      try refusals { issuer in try proof.proof(by: parties.keys, allowing: [.es256], to: issuer, at: parties.now) }
        == [nil, .clientRefused])
    let object = try RequestObject(["client_id": "client"]).sign(
      for: Issuer(composed), id: "1", at: parties.now, with: parties.key, by: .es256)
    #expect(
      try refusals { issuer in
        try RequestObject(
          verifying: object, verifiedBy: parties.keys, allowing: [.es256], from: "client", to: issuer, at: parties.now)
      } == [nil, .foreignRequestObject])
    let asked = try BackchannelAuthenticationRequest(.login("jane")).request(
      to: parties.endpoint, as: Client(id: "client", secret: Secret("s"), key: parties.key, authentication: .basic),
      signedFor: Issuer(composed), id: "1", at: parties.now)
    let text = Secret(try #require(try asked.bodyForm.text(of: "request")))
    #expect(
      try refusals { issuer in
        try SignedBackchannelRequest(
          verifying: text, verifiedBy: parties.keys, allowing: [.es256], from: "client", to: issuer, at: parties.now)
      } == [nil, .foreignRequestObject])
  }

  @Test("a signed callback of one issuer is none of the other")
  func securedResponse() throws {
    let form = try SecuredResponse.sign(
      AuthorizationCallback(.code(Secret("A")), state: nil), from: Issuer(composed), to: "client", at: parties.now,
      with: parties.key, by: .es256)
    let codes = try refusals { issuer in
      try SecuredResponse(reading: form).parameters(
        from: issuer, to: "client", verifiedBy: parties.keys, allowing: [.es256], at: parties.now)
    }
    #expect(codes == [nil, .issuerMismatch])
  }
}

@Suite("RFC 6749 §2.2: client ids are compared byte by byte")
struct ClientIDTests {
  private let parties: AssertionParties
  private let ids = [ClientID("caf\u{E9}"), ClientID("cafe\u{301}")]

  init() throws {
    parties = try AssertionParties()
  }

  /// What each client id that is expected makes of a message of the first.
  private func refusals(_ read: (ClientID) throws -> some Any) throws -> [OAuthError.Code?] {
    try ids.map { id in try refusal { try read(id) } }
  }

  @Test("two ids that differ by composition alone are two clients")
  func equality() {
    #expect(ids[0].text == ids[1].text && ids[0] != ids[1] && Set(ids).count == 2)
  }

  @Test("a request object and a signed backchannel request of one client are none of the other")
  func signedRequests() throws {
    let object = try RequestObject(["client_id": ids[0].text]).sign(
      for: "https://as.example", id: "1", at: parties.now, with: parties.key, by: .es256)
    #expect(
      try refusals { id in
        try RequestObject(
          verifying: object, verifiedBy: parties.keys, allowing: [.es256], from: id, to: "https://as.example",
          at: parties.now)
      } == [nil, .foreignRequestObject])
    let signed = try parties.assertion([
      "iss": .string(ids[0].text), "nbf": JSON(parties.now.secondsSinceEpoch), "login_hint": "jane", "scope": "openid",
    ])
    #expect(
      try refusals { id in
        try SignedBackchannelRequest(
          verifying: signed, verifiedBy: parties.keys, allowing: [.es256], from: id, to: "https://as.example",
          at: parties.now)
      } == [nil, .foreignRequestObject])
  }

  @Test("an assertion whose issuer and subject differ by composition alone is of no client")
  func assertion() throws {
    #expect(
      try refusals { id in
        let assertion = try parties.assertion(["iss": .string(ids[0].text), "sub": .string(id.text)])
        return try ClientCredentials(reading: parties.request(assertion))
      } == [nil, .clientRefused])
  }

  @Test("a client in the body is the one that authenticates, or the request is refused")
  func credentials() throws {
    let userPass = Base64.standard.encodedText(Array("caf%C3%A9:secret".utf8))
    #expect(
      try refusals { id in
        var request = RequestMessage(posting: ["client_id": id.text], to: parties.endpoint)
        request.head.headerFields[.authorization] = "Basic \(userPass)"
        return try ClientCredentials(reading: request)
      } == [nil, .clientRefused])
  }

  @Test("a pushed request is the client's own")
  func pushed() throws {
    let sent: Form = ["client_id": ids[0].text, "response_type": "code"]
    #expect(
      try refusals { id in try PushedAuthorizationRequest(reading: sent, from: id) }
        == [nil, try refusal { try PushedAuthorizationRequest(reading: sent, from: "another") }])
  }

  @Test("a signed callback for one client is none for the other")
  func securedResponse() throws {
    let form = try SecuredResponse.sign(
      AuthorizationCallback(.code(Secret("A")), state: nil), from: "https://as.example", to: ids[0], at: parties.now,
      with: parties.key, by: .es256)
    let codes = try refusals { id in
      try SecuredResponse(reading: form).parameters(
        from: "https://as.example", to: id, verifiedBy: parties.keys, allowing: [.es256], at: parties.now)
    }
    #expect(codes == [nil, .audienceMismatch])
  }
}
