import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 8693 §2: tokens exchanged at Tollgate")
struct TollgateExchangeTests {
  private func exchange(
    _ playground: TestPlayground, _ grant: TokenExchangeGrant, as client: TollgateTestClient = .web,
    proving proof: TestProof? = nil
  ) async throws -> ResponseMessage {
    try await playground.send(
      grant.request(to: playground.tollgate.tokenEndpoint, as: playground.ready(client)), proving: proof)
  }

  private func subject(_ token: Secret) -> TokenExchangeGrant.Token { .init(token, type: .accessToken) }

  @Test func `a token for everything becomes one for one API and one scope, which ends no later`() async throws {
    try await TestPlayground.withTollgate { playground in
      let notes = playground.tollgate.notesEndpoint
      let whole = try await playground.tollgateTokens().accessToken
      playground.clock.advance(by: 100)
      let grant = TokenExchangeGrant(
        subject: subject(whole), requestedType: .accessToken, audiences: [notes.url.text],
        access: RequestedAccess(scopes: ["notes.read"]))
      let answer = try TokenExchangeResponse(reading: try await exchange(playground, grant))
      let tokens = try #require(answer.accessTokens)
      #expect(answer.issuedType == .accessToken && tokens.expiresIn == 200)
      #expect(tokens.refreshToken == nil && tokens.idToken == nil && tokens.scopes == ["notes.read"])
      #expect(try await playground.ask(notes, with: tokens.accessToken).status == 200)
      #expect(try await playground.ask(playground.tollgate.vaultEndpoint, with: tokens.accessToken).status == 401)
      let widened = TokenExchangeGrant(
        subject: subject(tokens.accessToken), access: RequestedAccess(scopes: ["vault.read"]))
      #expect(try await exchange(playground, widened).oauthError == "invalid_scope")
      let elsewhere = TokenExchangeGrant(
        subject: subject(tokens.accessToken), audiences: [playground.tollgate.vaultEndpoint.url.text])
      #expect(try await exchange(playground, elsewhere).oauthError == "invalid_target")
    }
  }

  @Test func `it lives no longer than the consent from which it comes`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      let grant = TokenExchangeGrant(subject: subject(tokens.accessToken))
      let exchanged = try TokenExchangeResponse(reading: try await exchange(playground, grant)).token
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: exchanged).status == 200)
      _ = try await playground.visitor.send(
        RevocationRequest(token: try #require(tokens.refreshToken), kind: .refreshToken)
          .request(to: playground.tollgate.revocationEndpoint, as: playground.ready(.web)))
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: exchanged).status == 401)
      #expect(try await exchange(playground, grant).oauthError == "invalid_request")
    }
  }

  @Test func `§4.1: who acts is stated, and stays stated`() async throws {
    try await TestPlayground.withTollgate { playground in
      let user = try await playground.tollgateTokens().accessToken
      let service = try TokenResponse(
        reading: try await playground.visitor.send(
          ClientCredentialsGrant().request(to: playground.tollgate.tokenEndpoint, as: playground.ready(.service))))
      let grant = TokenExchangeGrant(subject: subject(user), actor: subject(service.accessToken))
      var token = try TokenExchangeResponse(reading: try await exchange(playground, grant)).token
      for _ in 0..<2 {
        guard case .active(let claims) = try await playground.introspect(token) else {
          Issue.record("inactive")
          return
        }
        #expect(claims.subject == "73001" && claims.members["act"]?["sub"] == "tollgate-service")
        let again = TokenExchangeGrant(subject: subject(token))
        token = try TokenExchangeResponse(reading: try await exchange(playground, again)).token
      }
    }
  }

  @Test func `§2.2.2: another kind of token, an unknown one, or a kind that is not made here is refused`() async throws
  {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      let access = subject(tokens.accessToken)
      for grant in [
        TokenExchangeGrant(subject: .init(tokens.accessToken, type: .jwt)),
        TokenExchangeGrant(subject: .init(try #require(tokens.refreshToken), type: .refreshToken)),
        TokenExchangeGrant(subject: subject(Secret("made-up"))),
        TokenExchangeGrant(subject: access, actor: subject(Secret("made-up"))),
        TokenExchangeGrant(subject: access, requestedType: .refreshToken),
      ] {
        let answer = try await exchange(playground, grant)
        #expect(answer.status == 400 && answer.oauthError == "invalid_request")
      }
      #expect(
        try await exchange(playground, TokenExchangeGrant(subject: access), as: .other).oauthError
          == "unauthorized_client")
      #expect(try await exchange(playground, TokenExchangeGrant(subject: access)).status == 200)
    }
  }

  @Test func `a bound token is exchanged with its key alone`() async throws {
    try await TestPlayground.withTollgate { playground in
      let (key, other) = (try DPoPKey.generate(), try DPoPKey.generate())
      let nonce = try await playground.serverNonce(key)
      let proof = TestProof(key: key, nonce: nonce)
      let grant = TokenExchangeGrant(
        subject: subject(try await playground.tollgateTokens(.web, proving: proof).accessToken))
      #expect(try await exchange(playground, grant).status == 400)
      #expect(try await exchange(playground, grant, proving: TestProof(key: other, nonce: nonce)).status == 400)
      let answer = try await exchange(playground, grant, proving: proof)
      #expect(try TokenExchangeResponse(reading: answer, accepting: [.dpop]).accessTokens?.tokenType == "DPoP")
    }
  }
}

@Suite("RFC 7523 §2.1 and §3: assertions as grants at Tollgate")
struct TollgateAssertionTests {
  private func assertion(
    _ playground: TestPlayground, subject: String = "test-key", issuer: String = "test-key", audience: String? = nil,
    key: JSONWebKey? = nil
  ) throws -> Secret {
    var random = SystemRandomNumberGenerator()
    return try JWTAssertion(
      issuer: issuer, subject: subject, audience: audience ?? playground.tollgate.issuer.text
    ).sign(with: try key ?? TollgateTestClient.signingKey.get(), at: playground.clock.now, using: &random)
  }

  private func answer(
    _ playground: TestPlayground, _ assertion: Secret, scopes: [String] = []
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      JWTBearerGrant(assertion: assertion, access: RequestedAccess(scopes: scopes))
        .request(to: playground.tollgate.tokenEndpoint, as: playground.ready(.key)))
  }

  @Test func `the client's own statement becomes a token of its own, once`() async throws {
    try await TestPlayground.withTollgate { playground in
      let statement = try assertion(playground)
      let tokens = try TokenResponse(reading: try await answer(playground, statement))
      #expect(tokens.refreshToken == nil)
      let notes = try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken)
      #expect(notes.json?["reader"]?.string == "test-key")
      #expect(try await answer(playground, statement).oauthError == "invalid_grant")
    }
  }

  @Test func `about a person it is taken for what that person allowed the client before`() async throws {
    try await TestPlayground.withTollgate { playground in
      let about = { try assertion(playground, subject: "73001") }
      #expect(try await answer(playground, try about()).oauthError == "invalid_grant")
      _ = try await playground.tollgateCode(.key, ["scope": "notes.read"])
      let tokens = try TokenResponse(reading: try await answer(playground, try about(), scopes: ["notes.read"]))
      let notes = try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken)
      #expect(notes.json?["reader"]?.string == "73001")
      #expect(try await answer(playground, try about(), scopes: ["vault.read"]).oauthError == "invalid_grant")
      #expect(try await answer(playground, try assertion(playground, subject: "73002")).oauthError == "invalid_grant")
    }
  }

  @Test func `another issuer, another audience or another key is refused`() async throws {
    try await TestPlayground.withTollgate { playground in
      for statement in [
        try assertion(playground, issuer: "test-other"),
        try assertion(playground, audience: "https://elsewhere.example"),
        try assertion(playground, key: JSONWebKey.generate(for: .es256)), Secret("a.b.c"),
      ] {
        #expect(try await answer(playground, statement).oauthError == "invalid_grant")
      }
    }
  }
}
