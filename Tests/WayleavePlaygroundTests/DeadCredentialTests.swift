import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("N1: each API says in its own words that a credential is dead")
struct DeadCredentialTests {
  @Test func `Foursquare: 401 and invalid_auth in meta, for a revoked and for an unknown token`() async throws {
    try await TestPlayground.with { playground in
      let token = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      #expect(try await playground.user(token).status == 200)
      await playground.running.revokeTokens(at: .foursquare)
      for dead in [token, Secret("unknown")] {
        let answer = try await playground.user(dead)
        let refusal = try #require(ProviderRefusal(reading: answer))
        #expect(answer.status == 401 && refusal.error == "invalid_auth")
        #expect(RecommendedAction(reading: answer, dialect: OAuth2Dialect()) == .refresh)
        #expect(answer.json?.value(at: "meta.code")?.integer == 401)
      }
    }
  }

  @Test func `Foursquare: an expired token is answered as a revoked one`() async throws {
    try await TestPlayground.with({ $0.accessTokenLifetime = .seconds(60) }) { playground in
      let answer = try await playground.redeem(try await playground.code())
      let token = try playground.token(of: answer).accessToken
      playground.clock.advance(by: 59)
      #expect(try await playground.user(token).status == 200)
      playground.clock.advance(by: 1)
      #expect(ProviderRefusal(reading: try await playground.user(token))?.error == "invalid_auth")
    }
  }

  @Test func `Tollgate: 401 and invalid_token in the challenge, and the refresh token is refused too`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      let notes = playground.tollgate.notesEndpoint
      #expect(try await playground.ask(notes, with: tokens.accessToken).status == 200)
      await playground.running.revokeTokens(at: .tollgate)
      for dead in [tokens.accessToken, Secret("unknown")] {
        let answer = try await playground.ask(notes, with: dead)
        #expect(answer.status == 401 && ResourceChallenge(reading: answer)?.failure == .invalidToken)
      }
      #expect(try await playground.refreshTollgate(tokens.refreshToken).oauthError == "invalid_grant")
    }
  }

  @Test func `after a revocation a new sign-in asks the person again, and its token is good`() async throws {
    try await TestPlayground.with { playground in
      _ = try await playground.code()
      await playground.running.revokeTokens(at: .foursquare)
      #expect(try await playground.visitor.open(playground.authorizationURL("/oauth2/authenticate")).isConsentPage)
      let token = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      #expect(try await playground.user(token).status == 200)
    }
  }
}
