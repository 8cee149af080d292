import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 6749 §4.1.3: Foursquare's token endpoint")
struct FoursquareTokenTests {
  @Test(arguments: [ClientAuthenticationMethod.post, .basic])
  func `a code becomes a token and nothing else, with the secret in body or header`(
    method: ClientAuthenticationMethod
  ) async throws {
    try await TestPlayground.with { playground in
      let response = try await playground.redeem(try await playground.code(), as: playground.client(method))
      #expect(response.status == 200)
      #expect(response.json?.object?.members.map(\.name) == ["access_token"])
      #expect(response.head.headerFields[.cacheControl] == "no-store")
      #expect(try await playground.user(playground.token(of: response).accessToken).status == 200)
    }
  }

  @Test(arguments: [(59, 200), (60, 400)])
  func `a code is good for 60 seconds`(age: Int64, status: Int) async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      playground.clock.advance(by: age)
      let response = try await playground.redeem(code)
      #expect(response.status == status)
      #expect(response.oauthError == (status == 200 ? nil : "invalid_grant"))
    }
  }

  @Test func `the second use of a code is refused and revokes what the first gave`() async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      let token = try playground.token(of: try await playground.redeem(code)).accessToken
      let other = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      #expect(try await playground.user(token).status == 200)
      #expect(try await playground.redeem(code).oauthError == "invalid_grant")
      #expect(try await playground.user(token).status == 401)
      #expect(try await playground.user(other).status == 200)
      #expect(await playground.running.log.map(\.kind).contains(.tokenRevoked))
    }
  }

  @Test func `of twenty who redeem one code at once, one gets a token`() async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await playground.redeem(code).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 200 }.count == 1)
      #expect(statuses.filter { $0 == 400 }.count == 19)
    }
  }

  @Test(arguments: [
    nil, "http://127.0.0.1:49153/callback", "http://127.0.0.1/callback", "http://127.0.0.1:49152/callback?",
  ])
  func `the redirect URI must be the one of the authorization request, the port included`(redirectURI: String?)
    async throws
  {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      #expect(try await playground.redeem(code, redirectURI: redirectURI).oauthError == "invalid_grant")
      #expect(try await playground.redeem(code).status == 200)
    }
  }

  @Test func `a code belongs to its client`() async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      let other = try Client(id: "public")
      #expect(try await playground.redeem(code, as: other).oauthError == "invalid_grant")
      #expect(try await playground.redeem(code).status == 200)
    }
  }

  @Test func `265: a challenge wants its verifier, and a verifier its challenge`() async throws {
    try await TestPlayground.with { playground in
      var random = SystemRandomNumberGenerator()
      let verifier = CodeVerifier(using: &random)
      let other = CodeVerifier(using: &random)
      let challenge = ["code_challenge": CodeChallenge(of: verifier).text, "code_challenge_method": "S256"]
      let code = try await playground.code(challenge)
      #expect(try await playground.redeem(code).oauthError == "invalid_grant")
      #expect(try await playground.redeem(code, verifier: other).oauthError == "invalid_grant")
      #expect(try await playground.redeem(code, verifier: verifier).status == 200)
      let bare = try await playground.code()
      #expect(try await playground.redeem(bare, verifier: verifier).oauthError == "invalid_grant")
      #expect(try await playground.redeem(bare).status == 200)
    }
  }

  @Test func `a wrong secret, none, an unknown client and two ways at once are refused`() async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      for client in [
        try Client(id: "wayleave-demo", secret: Secret("wrong"), authentication: .post),
        try Client(id: "wayleave-demo", secret: Secret("wrong"), authentication: .basic),
        try Client(id: "wayleave-demo"), try Client(id: "nobody", secret: TestPlayground.secret, authentication: .post),
        try Client(id: "public", secret: Secret("anything"), authentication: .post),
      ] {
        let response = try await playground.redeem(code, as: client)
        #expect(response.status == 401)
        #expect(response.oauthError == "invalid_client")
        #expect(response.head.headerFields[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
      }
      var twice = try AuthorizationCodeGrant(
        code: code, verifier: nil, redirectURI: RedirectURI(TestPlayground.callback)
      ).request(to: playground.running.foursquare.tokenEndpoint, as: playground.client(.post))
      let basic = playground.running.foursquare.tokenEndpoint
      twice.head.headerFields[.authorization] =
        try playground.client(.basic).request(posting: [:], to: basic).head.headerFields[.authorization]
      #expect(try await playground.visitor.send(twice).oauthError == "invalid_request")
      #expect(try await playground.redeem(code).status == 200)
    }
  }

  @Test(arguments: [
    (["grant_type": "password", "code": "x"], "unsupported_grant_type"),
    (["grant_type": "client_credentials"], "unsupported_grant_type"),
    (["grant_type": "refresh_token", "refresh_token": "x"], "unsupported_grant_type"),
    (["code": "x"], "invalid_request"), (["grant_type": "authorization_code"], "invalid_request"),
    (["grant_type": "authorization_code", "code": "unknown"], "invalid_grant"),
  ])
  func `other grants, and grants that lack something, are refused`(fields: [String: String], error: String) async throws
  {
    try await TestPlayground.with { playground in
      let form = Form(fields.map { (name: $0.key, value: $0.value) })
      let request = try playground.client(.post).request(posting: form, to: playground.running.foursquare.tokenEndpoint)
      let response = try await playground.visitor.send(request)
      #expect(response.status == 400)
      #expect(response.json?.object?.members.map(\.name) == ["error"])
      #expect(response.oauthError == error)
    }
  }

  @Test(arguments: [
    [], [(name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: "x")],
    [
      (name: "grant_type", value: "authorization_code"), (name: "code", value: "x"), (name: "extra", value: "1"),
      (name: "extra", value: "2"),
    ],
  ])
  func `the client is verified before its request is looked at`(fields: [(name: String, value: String)]) async throws {
    try await TestPlayground.with { playground in
      for (place, id) in [
        ("/oauth2/access_token", "wayleave-demo"),
        ("/entries/foursquare/foursquare.com/oauth2/access_token", TestPlayground.entryClient),
      ] {
        let form = Form([(name: "client_id", value: id), (name: "client_secret", value: "wrong")] + fields)
        let request = RequestMessage(posting: form, to: try Endpoint(playground.base + place))
        #expect(try await playground.visitor.send(request).oauthError == "invalid_client", "\(place)")
      }
    }
  }

  @Test func `a repeated parameter is refused`() async throws {
    try await TestPlayground.with { playground in
      let code = try await playground.code()
      var request = try AuthorizationCodeGrant(
        code: code, verifier: nil, redirectURI: RedirectURI(TestPlayground.callback)
      ).request(to: playground.running.foursquare.tokenEndpoint, as: playground.client(.post))
      let right = request
      request.body += Array("&extra=1&extra=2".utf8)
      #expect(try await playground.visitor.send(request).oauthError == "invalid_request")
      #expect(try await playground.visitor.send(right).status == 200)
    }
  }

  // FS16
  @Test(arguments: [false, true])
  func `GET is a dialect, off unless asked for`(isTaken: Bool) async throws {
    try await TestPlayground.with {
      $0.takesTokenRequestsByGET = isTaken
    } _: { playground in
      let query: Form = [
        "grant_type": "authorization_code", "code": try await playground.code().exposedText,
        "redirect_uri": TestPlayground.callback, "client_id": "wayleave-demo",
        "client_secret": TestPlayground.secret.exposedText,
      ]
      let url = try AbsoluteURL(playground.running.foursquare.tokenEndpoint.url.text(adding: query))
      #expect(try await playground.visitor.send(RequestMessage(.get, to: url)).status == (isTaken ? 200 : 405))
      #expect(try await playground.redeem(try await playground.code()).status == 200)
    }
  }
}

@Suite("RFC 6749 §6 and RFC 9700 §4.14.2: Foursquare with tokens that expire")
struct FoursquareRefreshTests {
  private func refresh(_ token: Secret?, at playground: TestPlayground) async throws -> ResponseMessage {
    let grant = RefreshTokenGrant(refreshToken: token ?? Secret("none"))
    return try await playground.visitor.send(
      grant.request(to: playground.running.foursquare.tokenEndpoint, as: playground.client(.basic)))
  }

  @Test func `a token lives as long as configured, and its refresh token brings the next`() async throws {
    try await TestPlayground.with {
      $0.accessTokenLifetime = .seconds(100)
    } _: { playground in
      let first = try playground.token(of: try await playground.redeem(try await playground.code()))
      #expect(first.expiresIn == 100)
      playground.clock.advance(by: 99)
      #expect(try await playground.user(first.accessToken).status == 200)
      playground.clock.advance(by: 1)
      #expect(try await playground.user(first.accessToken).status == 401)
      let second = try playground.token(of: try await refresh(first.refreshToken, at: playground))
      #expect(second.refreshToken != first.refreshToken)
      #expect(try await playground.user(second.accessToken).status == 200)
      #expect(try playground.token(of: try await refresh(second.refreshToken, at: playground)).refreshToken != nil)
    }
  }

  @Test func `a refresh token that is used twice takes the whole family with it`() async throws {
    try await TestPlayground.with {
      $0.accessTokenLifetime = .seconds(3600)
    } _: { playground in
      let first = try playground.token(of: try await playground.redeem(try await playground.code()))
      let second = try playground.token(of: try await refresh(first.refreshToken, at: playground))
      let stranger = try playground.token(of: try await playground.redeem(try await playground.code()))
      #expect(try await refresh(first.refreshToken, at: playground).oauthError == "invalid_grant")
      #expect(try await playground.user(second.accessToken).status == 401)
      #expect(try await refresh(second.refreshToken, at: playground).oauthError == "invalid_grant")
      #expect(try await playground.user(stranger.accessToken).status == 200)
    }
  }

  @Test func `a refresh token belongs to its client`() async throws {
    try await TestPlayground.with {
      $0.accessTokenLifetime = .seconds(3600)
    } _: { playground in
      let token = try playground.token(of: try await playground.redeem(try await playground.code()))
      let stolen = try RefreshTokenGrant(refreshToken: token.refreshToken ?? Secret("")).request(
        to: playground.running.foursquare.tokenEndpoint, as: try Client(id: "public"))
      #expect(try await playground.visitor.send(stolen).oauthError == "invalid_grant")
      #expect(try await refresh(token.refreshToken, at: playground).status == 200)
    }
  }
}
