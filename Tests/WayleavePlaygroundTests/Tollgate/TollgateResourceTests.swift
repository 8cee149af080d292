import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 6750 §3: what opens the APIs of Tollgate")
struct TollgateResourceTests {
  @Test func `without a token both kinds are asked for, and nothing is said to be wrong`() async throws {
    try await TestPlayground.withTollgate { playground in
      let answer = try await playground.visitor.open(playground.tollgate.notesEndpoint.url.text)
      #expect(answer.status == 401 && answer.challengeError == nil)
      #expect(
        answer.challenges.contains { $0.isScheme("Bearer") } && answer.challenges.contains { $0.isScheme("DPoP") })
    }
  }

  @Test func `a token is good for 300 seconds, in the header and nowhere else`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.tollgateTokens().accessToken
      let url = playground.tollgate.notesEndpoint.url
      let inQuery = try await playground.visitor.open(url.text(adding: ["access_token": token.exposedText]))
      #expect(inQuery.status == 400 && inQuery.challengeError == "invalid_request")
      playground.clock.advance(by: 299)
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: token).status == 200)
      playground.clock.advance(by: 1)
      let late = try await playground.ask(playground.tollgate.notesEndpoint, with: token)
      #expect(late.status == 401 && late.challengeError == "invalid_token")
      #expect(late.challenges.allSatisfy { $0["resource_metadata"] != nil })
    }
  }

  @Test func `a refresh token, an ID token and a made-up one open nothing`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      for token in [try #require(tokens.refreshToken), try #require(tokens.idToken), Secret("made-up")] {
        let answer = try await playground.ask(playground.tollgate.notesEndpoint, with: token)
        #expect(answer.status == 401 && answer.challengeError == "invalid_token")
      }
    }
  }

  @Test func `§3.1: a scope that is too narrow is 403, with the one that is needed`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.tollgateTokens(.web, ["scope": "openid"]).accessToken
      let answer = try await playground.ask(playground.tollgate.notesEndpoint, with: token)
      let challenge = try #require(ResourceChallenge(reading: answer))
      #expect(answer.status == 403 && challenge.failure == .insufficientScope && challenge.scopes == ["notes.read"])
    }
  }
}

@Suite("RFC 8707 §2: tokens of Tollgate for one API")
struct TollgateResourceIndicatorTests {
  @Test func `a token that was asked for one API opens no other`() async throws {
    try await TestPlayground.withTollgate { playground in
      let notes = playground.tollgate.notesEndpoint
      let token = try await playground.tollgateTokens(.web, ["resource": notes.url.text]).accessToken
      #expect(try await playground.ask(notes, with: token).status == 200)
      let refused = try await playground.ask(playground.tollgate.vaultEndpoint, with: token)
      #expect(refused.status == 401 && refused.challengeError == "invalid_token")
    }
  }

  @Test func `§2.2: a code and a refresh token can be narrowed to an API that was granted, and to no other`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let (notes, vault) = (playground.tollgate.notesEndpoint, playground.tollgate.vaultEndpoint)
      let code = try await playground.tollgateCode()
      #expect(
        try await playground.redeemTollgate(code, resources: ["https://api.example/"]).oauthError == "invalid_target")
      let first = try TokenResponse(
        reading: try await playground.redeemTollgate(code, resources: [notes.url.text]))
      #expect(try await playground.ask(notes, with: first.accessToken).status == 200)
      #expect(try await playground.ask(vault, with: first.accessToken).status == 401)
      let second = try TokenResponse(
        reading: try await playground.refreshTollgate(first.refreshToken, resources: [vault.url.text]))
      #expect(try await playground.ask(vault, with: second.accessToken).status == 200)
      #expect(try await playground.ask(notes, with: second.accessToken).status == 401)

      let narrow = try await playground.tollgateTokens(.web, ["resource": notes.url.text])
      let wide = try await playground.refreshTollgate(narrow.refreshToken, resources: [vault.url.text])
      #expect(wide.oauthError == "invalid_target")
    }
  }
}

@Suite("RFC 9470 §3 to §6: the vault of Tollgate wants a recent password")
struct TollgateStepUpTests {
  @Test func `an old sign-in is not enough, and the challenge says what is`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let vault = playground.tollgate.vaultEndpoint
      let first = Secret(try await playground.allow(try playground.tollgateURL()).callback.text(of: "code") ?? "")
      let fresh = try TokenResponse(reading: try await playground.redeemTollgate(first)).accessToken
      #expect(try await playground.ask(vault, with: fresh).status == 200)
      playground.clock.advance(by: 61)
      let stale = try await playground.ask(vault, with: fresh)
      let challenge = try #require(ResourceChallenge(reading: stale))
      #expect(stale.status == 401 && challenge.wantsStepUp && challenge.maximumAge == 60)
      #expect(challenge.authenticationContextClasses == ["urn:tollgate:password"])

      // §5: the same request, stepped up, makes the person type the password, and the token says so.
      let request = try AuthorizationRequest(reading: try playground.tollgateParameters())
      let steppedUp = try challenge.steppedUp(request).url(at: playground.tollgate.authorizationEndpoint)
      let page = try await playground.visitor.open(steppedUp.text)
      #expect(page.isSignInPage)
      let code = Secret(try await playground.signIn(page).callback.text(of: "code") ?? "")
      let better = try TokenResponse(reading: try await playground.redeemTollgate(code)).accessToken
      #expect(try await playground.ask(vault, with: better).status == 200)
    }
  }

  @Test func `a session is not a password, however recent`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      _ = try await playground.allow(try playground.tollgateURL())
      let code = Secret(try await playground.allow(try playground.tollgateURL()).callback.text(of: "code") ?? "")
      let token = try TokenResponse(reading: try await playground.redeemTollgate(code)).accessToken
      let answer = try await playground.ask(playground.tollgate.vaultEndpoint, with: token)
      #expect(answer.challengeError == "insufficient_user_authentication")
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: token).status == 200)
    }
  }
}
