import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §3.1.3.7, Logout and UserInfo: issuers and clients are compared byte by byte")
struct ExactIssuerTests {
  private let issuers: [Issuer] = ["https://op.example/\u{E9}", "https://op.example/e\u{301}"]
  private let clients: [ClientID] = ["caf\u{E9}", "cafe\u{301}"]
  private let sample: IDTokenSample

  init() throws {
    var sample = try IDTokenSample()
    sample.requirements.issuer = issuers[0]
    sample.requirements.clientID = clients[0]
    self.sample = sample
  }

  /// What a message is refused with that names this issuer and this client, where the first ones are expected.
  private func refused(_ issuer: Int, _ client: Int, as dialect: IDTokenDialect? = nil) throws -> OAuthError.Code? {
    var sample = sample
    if let dialect { sample.requirements.dialect = dialect }
    return try sample.refusal {
      $0["iss"] = .string(issuers[issuer].text)
      $0["aud"] = .string(clients[client].text)
    }
  }

  @Test("an ID token of one issuer is none of the other, nor is that of another client's audience")
  func idToken() throws {
    #expect(try refused(0, 0) == nil)
    #expect(try refused(1, 0) == .idTokenIssuer)
    #expect(try refused(0, 1) == .idTokenAudience)
  }

  @Test("an alias is one text of bytes too")
  func alias() throws {
    var dialect = IDTokenDialect(issuerForm: .alias([issuers[1]]))
    #expect(try refused(1, 0, as: dialect) == nil)
    dialect.issuerForm = .alias(["https://op.example"])
    #expect(try refused(1, 0, as: dialect) == .idTokenIssuer)
  }

  @Test("among several audiences, and as “azp”, the client is the one of its bytes")
  func parties() throws {
    func refused(_ audience: Int, _ party: Int) throws -> OAuthError.Code? {
      var sample = sample
      sample.requirements.trustedAudiences = ["api"]
      return try sample.refusal {
        $0["iss"] = .string(issuers[0].text)
        $0["aud"] = ["api", .string(clients[audience].text)]
        $0["azp"] = .string(clients[party].text)
      }
    }
    #expect(try refused(0, 0) == nil)
    #expect(try refused(1, 0) == .idTokenAudience)
    #expect(try refused(0, 1) == .idTokenAuthorizedParty)
  }

  @Test("a logout token and a logout in the browser of one issuer end no session of the other")
  func logout() throws {
    let now = IDTokenSample.now
    let token = try LogoutToken.sign(
      id: "1", subject: "jane", sessionID: nil, from: issuers[0], to: clients[0], at: now, with: sample.key, by: .es256)
    func refused(_ issuer: Issuer, _ client: ClientID) throws -> OAuthError.Code? {
      try refusal {
        try LogoutToken(token, verifiedBy: sample.keys, allowing: [.es256], from: issuer, to: client, at: now)
      }
    }
    #expect(try refused(issuers[0], clients[0]) == nil)
    #expect(try refused(issuers[1], clients[0]) == .foreignLogout)
    #expect(try refused(issuers[0], clients[1]) == .foreignLogout)
    let url = try FrontChannelLogout.url(
      at: RedirectURI("https://app.example/logout"), session: (issuer: issuers[0], sessionID: "1"))
    let codes = try issuers.map { issuer in
      try refusal { try FrontChannelLogout(reading: RequestMessage(.get, to: url), from: issuer) }
    }
    #expect(codes == [nil, .foreignLogout])
  }

  @Test("a login by a third party needs the configured issuer")
  func thirdParty() throws {
    let url = try ThirdPartyLogin(issuer: issuers[0]).url(at: Endpoint("https://app.example/initiate"))
    let codes = try issuers.map { issuer in
      try refusal { try ThirdPartyLogin(reading: RequestMessage(.get, to: url), from: [issuer], leadingTo: []) }
    }
    #expect(codes == [nil, .unknownProvider])
  }

  @Test("UserInfo that one issuer signed for one client is none of the others")
  func userInfo() throws {
    let text = try JSONWebSignature.sign(
      JSON.object(
        #require(
          JSON(
            dictionaryLiteral: ("sub", "jane"), ("iss", .string(issuers[0].text)), ("aud", .string(clients[0].text))
          ).object)
      ).encoded(), with: sample.key, algorithm: .es256)
    var answer = ResponseMessage(HTTPResponse(status: .ok), body: text.exposedBytes)
    answer.head.headerFields[.contentType] = "application/jwt"
    func refused(_ issuer: Issuer, _ client: ClientID) throws -> OAuthError.Code? {
      try refusal {
        try UserInfo(
          reading: answer, subject: "jane",
          signed: SignedUserInfo(keys: sample.keys, algorithms: [.es256], issuer: issuer, clientID: client))
      }
    }
    #expect(try refused(issuers[0], clients[0]) == nil)
    #expect(try refused(issuers[1], clients[0]) == .idTokenIssuer)
    #expect(try refused(issuers[0], clients[1]) == .idTokenAudience)
  }
}
