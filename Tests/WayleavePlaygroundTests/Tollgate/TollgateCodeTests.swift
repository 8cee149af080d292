import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 6749 §4.1.3: Tollgate's codes")
struct TollgateCodeTests {
  @Test func `a code becomes tokens that may not be cached`() async throws {
    try await TestPlayground.withTollgate { playground in
      let response = try await playground.redeemTollgate(try await playground.tollgateCode())
      #expect(response.status == 200 && response.head.headerFields[.cacheControl] == "no-store")
      let tokens = try TokenResponse(reading: response)
      #expect(tokens.tokenType == "Bearer" && tokens.expiresIn == 300)
      #expect(tokens.refreshToken != nil && tokens.idToken != nil && tokens.tolerated.isEmpty)
      #expect(tokens.scopes == ["openid", "profile", "email", "notes.read", "vault.read"])
      let answer = try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken)
      #expect(answer.json?["reader"]?.string == "73001")
    }
  }

  @Test(arguments: [(59, 200), (60, 400)])
  func `264, FAPI-9: a code is good for 60 seconds`(age: Int64, status: Int) async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      playground.clock.advance(by: age)
      let response = try await playground.redeemTollgate(code)
      #expect(response.status == status && response.oauthError == (status == 200 ? nil : "invalid_grant"))
    }
  }

  @Test func `264: the second use of a code ends what came of the first (RFC 6749 §4.1.2)`() async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      let first = try TokenResponse(reading: try await playground.redeemTollgate(code))
      let other = try await playground.tollgateTokens()
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: first.accessToken).status == 200)
      #expect(try await playground.redeemTollgate(code).oauthError == "invalid_grant")
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: first.accessToken).status == 401)
      #expect(try await playground.refreshTollgate(first.refreshToken).oauthError == "invalid_grant")
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: other.accessToken).status == 200)
    }
  }

  @Test func `of twenty who redeem one code at once, one gets tokens`() async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await playground.redeemTollgate(code).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 400 } == 19)
    }
  }

  @Test(arguments: [nil, "http://127.0.0.1:49153/callback", "http://127.0.0.1/callback"])
  func `264: the redirect URI must be the one of the authorization request, the port included`(redirectURI: String?)
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      #expect(try await playground.redeemTollgate(code, redirectURI: redirectURI).oauthError == "invalid_grant")
      #expect(try await playground.redeemTollgate(code).status == 200)
    }
  }

  @Test(arguments: [nil, "another-verifier-of-43-to-128-unreserved-characters"])
  func `265: without the verifier the code gives nothing (RFC 7636 §4.6)`(verifier: String?) async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      #expect(try await playground.redeemTollgate(code, verifier: verifier).oauthError == "invalid_grant")
      #expect(try await playground.redeemTollgate(code).status == 200)
    }
  }

  @Test func `264: a code belongs to its client`() async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      #expect(try await playground.redeemTollgate(code, as: .other).oauthError == "invalid_grant")
      #expect(try await playground.redeemTollgate(code, as: .native).oauthError == "invalid_grant")
      #expect(try await playground.redeemTollgate(code).status == 200)
    }
  }

  @Test func `the request is a form, posted, each parameter once and none in the address`() async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode()
      let grant = AuthorizationCodeGrant(
        code: code, verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
        redirectURI: try RedirectURI(TestPlayground.callback))
      let sound = try grant.request(to: playground.tollgate.tokenEndpoint, as: playground.ready(.web))
      var get = sound
      get.head.method = .get
      get.body = []
      #expect(try await playground.visitor.send(get).status == 405)
      var twice = sound
      twice.body += Array("&grant_type=authorization_code".utf8)
      #expect(try await playground.visitor.send(twice).oauthError == "invalid_request")
      var inAddress = sound
      inAddress.appendQuery(["code": code.exposedText])
      #expect(try await playground.visitor.send(inAddress).oauthError == "invalid_request")
      var json = sound
      json.head.headerFields[.contentType] = "application/json"
      #expect(try await playground.visitor.send(json).oauthError == "invalid_request")
      #expect(try await playground.visitor.send(sound).status == 200)
    }
  }

  @Test(arguments: [
    (nil, "invalid_request"), ("password", "unsupported_grant_type"), ("client_credentials", "unauthorized_client"),
  ])
  func `RFC 6749 §5.2: another grant type is refused by its own word`(type: String?, word: String) async throws {
    try await TestPlayground.withTollgate { playground in
      var form = Form()
      if let type { form.append("grant_type", type) }
      let request = try playground.ready(.web).request(posting: form, to: playground.tollgate.tokenEndpoint)
      let answer = try await playground.visitor.send(request)
      #expect(answer.status == 400 && answer.oauthError == word)
    }
  }
}

@Suite("9700-7, 2.1-5, RFC 6749 §6 and RFC 9700 §4.14: Tollgate's refresh tokens")
struct TollgateRefreshTests {
  @Test func `each use brings a new one, and the tokens of before are no worse for it`() async throws {
    try await TestPlayground.withTollgate { playground in
      let first = try await playground.tollgateTokens()
      let second = try TokenResponse(reading: try await playground.refreshTollgate(first.refreshToken))
      #expect(second.refreshToken != nil && second.refreshToken != first.refreshToken)
      #expect(second.accessToken != first.accessToken && second.idToken != nil)
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: second.accessToken).status == 200)
      #expect(try await playground.refreshTollgate(second.refreshToken).status == 200)
    }
  }

  @Test func `a second use ends everything that came of the consent`() async throws {
    try await TestPlayground.withTollgate { playground in
      let first = try await playground.tollgateTokens()
      let second = try TokenResponse(reading: try await playground.refreshTollgate(first.refreshToken))
      #expect(try await playground.refreshTollgate(first.refreshToken).oauthError == "invalid_grant")
      #expect(try await playground.refreshTollgate(second.refreshToken).oauthError == "invalid_grant")
      for token in [first.accessToken, second.accessToken] {
        #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: token).status == 401)
      }
      #expect(await playground.running.log.map(\.kind).contains(.tokenRevoked))
    }
  }

  @Test func `another client's, or one that is too old, is refused`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      #expect(try await playground.refreshTollgate(tokens.refreshToken, as: .other).oauthError == "invalid_grant")
      #expect(try await playground.refreshTollgate(Secret("made-up")).oauthError == "invalid_grant")
      playground.clock.advance(by: 30 * 86_400 - 1)
      let renewed = try TokenResponse(reading: try await playground.refreshTollgate(tokens.refreshToken))
      playground.clock.advance(by: 1)
      #expect(try await playground.refreshTollgate(renewed.refreshToken).oauthError == "invalid_grant")
    }
  }

  @Test func `scopes can be narrowed for one token, and never widened`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(.web, ["scope": "notes.read email openid"])
      let narrow = try TokenResponse(
        reading: try await playground.refreshTollgate(tokens.refreshToken, scopes: ["email"]))
      #expect(narrow.scopes == ["email"] && narrow.idToken == nil)
      let wide = try await playground.refreshTollgate(narrow.refreshToken, scopes: ["email", "vault.read"])
      #expect(wide.oauthError == "invalid_scope")
      // The refusal has not cost the token, which still stands for all that was granted.
      let whole = try TokenResponse(reading: try await playground.refreshTollgate(narrow.refreshToken))
      #expect(whole.scopes == ["notes.read", "email", "openid"])
    }
  }

  @Test func `a client that is not registered for it gets none`() async throws {
    try await TestPlayground.withTollgate({
      $0.tollgate.clients.append(
        try TollgateClient(
          id: "codes-alone",
          metadata: ClientMetadata(
            redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient)))
    }) { playground in
      let url = try playground.tollgateURL(["client_id": "codes-alone"])
      let code = Secret(try await playground.allow(url).callback.text(of: "code") ?? "")
      let grant = AuthorizationCodeGrant(
        code: code, verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
        redirectURI: try RedirectURI(TestPlayground.callback))
      let client = try Client(id: "codes-alone")
      let answer = try await playground.visitor.send(grant.request(to: playground.tollgate.tokenEndpoint, as: client))
      #expect(try TokenResponse(reading: answer).refreshToken == nil)
      let refresh = try RefreshTokenGrant(refreshToken: code).request(to: playground.tollgate.tokenEndpoint, as: client)
      #expect(try await playground.visitor.send(refresh).oauthError == "unauthorized_client")
    }
  }
}
