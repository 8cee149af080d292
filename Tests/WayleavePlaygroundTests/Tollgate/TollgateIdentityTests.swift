import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleavePlayground
import WayleaveWire

@Suite("OpenID Connect Core §3.1.3.6 and §5.3: who the user is, as Tollgate says it")
struct TollgateIdentityTests {
  private func requirements(_ playground: TestPlayground, _ client: TollgateTestClient, _ tokens: TokenResponse)
    -> IDTokenRequirements
  {
    var requirements = IDTokenRequirements(
      issuer: Issuer(playground.tollgate.issuer), clientID: ClientID(client.rawValue))
    requirements.accessToken = tokens.accessToken
    requirements.algorithms = [client == .native ? .es256 : .rs256]
    return requirements
  }

  @Test(arguments: [TollgateTestClient.web, .native])
  func `an ID token passes every check, by the algorithm that the client registered`(client: TollgateTestClient)
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(client, ["max_age": "100"])
      var requirements = requirements(playground, client, tokens)
      requirements.nonce = .exact(Secret("the-nonce"))
      requirements.maximumAge = .seconds(100)
      let token = try IDToken(
        try #require(tokens.idToken), verifiedBy: try await playground.tollgateKeys(), meeting: requirements,
        at: playground.clock.now)
      #expect(token.subject == "73001" && token.authenticatedAt == playground.clock.now)
      #expect(token.claims["acr"] == "urn:tollgate:password" && token.claims["at_hash"] != nil)
    }
  }

  @Test func `§12.2: after a refresh it is about the same sign-in, and the nonce is not repeated`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      let keys = try await playground.tollgateKeys()
      let first = try IDToken(
        try #require(tokens.idToken), verifiedBy: keys, meeting: requirements(playground, .web, tokens),
        at: playground.clock.now)
      playground.clock.advance(by: 1000)
      let renewed = try TokenResponse(reading: try await playground.refreshTollgate(tokens.refreshToken))
      var requirements = requirements(playground, .web, renewed)
      requirements.earlier = EarlierIDToken(first)
      let second = try IDToken(
        try #require(renewed.idToken), verifiedBy: keys, meeting: requirements, at: playground.clock.now)
      #expect(second.authenticatedAt == first.authenticatedAt && second.claims["nonce"] == nil)
    }
  }

  @Test func `without the scope openid there is neither ID token nor UserInfo`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(.web, ["scope": "notes.read"])
      #expect(tokens.idToken == nil)
      let answer = try await playground.ask(playground.tollgate.userInfoEndpoint, with: tokens.accessToken)
      #expect(answer.status == 403 && answer.challengeError == "insufficient_scope")
    }
  }

  @Test(arguments: [
    ("openid", ["sub"]), ("openid email", ["sub", "email", "email_verified"]),
    ("openid profile", ["sub", "name", "given_name", "family_name", "preferred_username"]),
  ])
  func `§5.4: UserInfo says what the scopes allow`(scope: String, claims: [String]) async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(.web, ["scope": scope])
      for method in [HTTPRequest.Method.get, .post] {
        let answer = try await playground.ask(
          playground.tollgate.userInfoEndpoint, with: tokens.accessToken, method: method)
        let info = try UserInfo(reading: answer, subject: "73001")
        #expect(info.claims.members.map(\.name) == claims)
      }
    }
  }
}
