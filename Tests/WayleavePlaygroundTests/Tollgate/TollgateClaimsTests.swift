import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleavePlayground
import WayleaveWire

@Suite("OpenID Connect Core §5.5: single claims at Tollgate")
struct TollgateClaimsTests {
  private func parameter(_ request: ClaimsRequest) -> String { request.json.encodedText() }

  /// The ID token of an answer, every check passed.
  private func idToken(_ playground: TestPlayground, _ tokens: TokenResponse) async throws -> IDToken {
    var requirements = IDTokenRequirements(issuer: Issuer(playground.tollgate.issuer), clientID: "tollgate-web")
    requirements.accessToken = tokens.accessToken
    return try IDToken(
      try #require(tokens.idToken), verifiedBy: try await playground.tollgateKeys(), meeting: requirements,
      at: playground.clock.now)
  }

  @Test func `a claim stands where it was asked for, and a scope is not needed for it`() async throws {
    try await TestPlayground.withTollgate { playground in
      let claims = ClaimsRequest(userInfo: [.init("email")], idToken: [.init("given_name", .init(isEssential: true))])
      let tokens = try await playground.tollgateTokens(.web, ["scope": "openid", "claims": parameter(claims)])
      let token = try await idToken(playground, tokens)
      #expect(token.claims["given_name"] == "Ada" && token.claims["email"] == nil)
      let answer = try await playground.ask(playground.tollgate.userInfoEndpoint, with: tokens.accessToken)
      let info = try UserInfo(reading: answer, subject: "73001")
      #expect(info.claims.members.map(\.name) == ["sub", "email"])
      let renewed = try TokenResponse(reading: try await playground.refreshTollgate(tokens.refreshToken))
      #expect(try await idToken(playground, renewed).claims["given_name"] == "Ada")
    }
  }

  @Test func `an unknown claim is left out, and what cannot be read is refused`() async throws {
    try await TestPlayground.withTollgate { playground in
      let claims = ClaimsRequest(userInfo: [.init("shoe_size")], idToken: [.init("iss", .init(value: "x"))])
      let tokens = try await playground.tollgateTokens(.web, ["scope": "openid", "claims": parameter(claims)])
      #expect(try await idToken(playground, tokens).issuer == Issuer(playground.tollgate.issuer))
      for text in ["[]", "{", "{\"userinfo\":[]}"] {
        let answer = try await playground.visitor.open(try playground.tollgateURL(["claims": text]))
        #expect(try answer.callback.text(of: "error") == "invalid_request")
      }
    }
  }

  @Test func `the person is asked for claims beyond the scopes, each time, and not for those within`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      _ = try await playground.allow(try playground.tollgateURL(["scope": "openid email"]))
      let email = parameter(ClaimsRequest(userInfo: [.init("email")]))
      let within = try await playground.visitor.open(
        try playground.tollgateURL(["scope": "openid email", "claims": email]))
      #expect(within.status == 303)
      let name = parameter(ClaimsRequest(userInfo: [.init("name")]))
      let beyond = try await playground.visitor.open(
        try playground.tollgateURL(["scope": "openid email", "claims": name]))
      #expect(beyond.isConsentPage && beyond.text.contains("See this about you: name"))
      let silent = try await playground.visitor.open(
        try playground.tollgateURL(["scope": "openid email", "claims": name, "prompt": "none"]))
      #expect(try silent.callback.text(of: "error") == "consent_required")
    }
  }

  @Test(arguments: [("73001", nil), ("73002", "login_required")])
  func `§5.5.1: a sub with a value allows that person only`(subject: String, error: String?) async throws {
    try await TestPlayground.withTollgate { playground in
      let claims = ClaimsRequest(idToken: [.init("sub", .init(value: .string(subject)))])
      let answer = try await playground.visitor.open(try playground.tollgateURL(["claims": parameter(claims)]))
      #expect(try answer.callback.text(of: "error") == error)
    }
  }

  @Test func `§5.5.1.1: an essential acr is met by a new password, or the sign-in fails`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      _ = try await playground.allow(try playground.tollgateURL())
      func url(_ acr: String, _ changes: [String: String?] = [:]) throws -> String {
        let claims = ClaimsRequest(idToken: [.init("acr", .init(isEssential: true, values: [.string(acr)]))])
        return try playground.tollgateURL(["claims": parameter(claims)].merging(changes) { $1 })
      }
      let silent = try await playground.visitor.open(try url("urn:tollgate:password", ["prompt": "none"]))
      #expect(try silent.callback.text(of: "error") == "unmet_authentication_requirements")
      let unknown = try await playground.visitor.open(try url("urn:example:retina"))
      #expect(try unknown.callback.text(of: "error") == "unmet_authentication_requirements")
      let page = try await playground.visitor.open(try url("urn:tollgate:password"))
      #expect(page.isSignInPage)
      let code = Secret(try await playground.signIn(page).callback.text(of: "code") ?? "")
      let tokens = try TokenResponse(reading: try await playground.redeemTollgate(code))
      #expect(try await idToken(playground, tokens).claims["acr"] == "urn:tollgate:password")
    }
  }

  @Test(arguments: ["en", "fr-CA fr en", "x-klingon"])
  func `§3.1.2.1: other languages are no error, and the metadata says which there are`(languages: String) async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let page = try await playground.visitor.open(try playground.tollgateURL(["ui_locales": languages]))
      #expect(page.isSignInPage && page.text.contains("<html lang=\"en\">"))
      let address = try WellKnownAddress.openIDConfiguration(of: playground.tollgate.issuer)
      let metadata = try await playground.visitor.open(address.text).json
      #expect(metadata?["ui_locales_supported"] == ["en"] && metadata?["claims_parameter_supported"] == true)
    }
  }

  @Test func `9470: acr_values and max_age come back in the ID token of a new sign-in`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      _ = try await playground.allow(try playground.tollgateURL())
      playground.clock.advance(by: 30)
      let weak = Secret(try await playground.allow(try playground.tollgateURL()).callback.text(of: "code") ?? "")
      let before = try TokenResponse(reading: try await playground.redeemTollgate(weak))
      let session = try await idToken(playground, before)
      #expect(session.claims["acr"] == "urn:tollgate:session")
      #expect(session.authenticatedAt == playground.clock.now + -30)
      let url = try playground.tollgateURL(["acr_values": "urn:tollgate:password", "max_age": "10"])
      let strong = Secret(try await playground.allow(url).callback.text(of: "code") ?? "")
      let after = try TokenResponse(reading: try await playground.redeemTollgate(strong))
      let password = try await idToken(playground, after)
      #expect(password.claims["acr"] == "urn:tollgate:password" && password.authenticatedAt == playground.clock.now)
    }
  }
}
