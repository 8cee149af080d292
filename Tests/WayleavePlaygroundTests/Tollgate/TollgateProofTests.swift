import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

extension TestPlayground {
  /// A nonce of the authorization server, as a client gets one: by a first try that is refused.
  func serverNonce(_ key: DPoPKey) async throws -> String {
    let answer = try await refreshTollgate(Secret("none"), proving: TestProof(key: key))
    let demand = try #require(DPoPNonceDemand(reading: answer, as: .authorizationServer))
    return demand.nonce
  }

  /// A nonce of the APIs, got likewise.
  func resourceNonce(_ key: DPoPKey, _ token: Secret) async throws -> String {
    let answer = try await ask(tollgate.notesEndpoint, with: token, proving: TestProof(key: key))
    return try #require(DPoPNonceDemand(reading: answer, as: .resourceServer)).nonce
  }
}

@Suite("RFC 9449 §4 to §8: proofs at Tollgate's token endpoint")
struct TollgateServerProofTests {
  @Test func `§8: without the nonce the client is given one, and its code is not used up`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let code = try await playground.tollgateCode()
      let refused = try await playground.redeemTollgate(code, proving: TestProof(key: key))
      #expect(refused.status == 400 && refused.oauthError == "use_dpop_nonce")
      let nonce = try #require(refused.proofNonce)
      let tokens = try TokenResponse(
        reading: try await playground.redeemTollgate(code, proving: TestProof(key: key, nonce: nonce)),
        accepting: [.dpop])
      #expect(tokens.tokenType == "DPoP")
      guard case .active(let claims) = try await playground.introspect(tokens.accessToken) else {
        Issue.record("inactive")
        return
      }
      #expect(claims.confirmation?.keyThumbprint == key.thumbprint)
    }
  }

  @Test func `a nonce is followed by another after five minutes, and then taken for as long again`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let first = try await playground.serverNonce(key)
      func word(_ nonce: String) async throws -> String? {
        try await playground.refreshTollgate(Secret("none"), proving: TestProof(key: key, nonce: nonce)).oauthError
      }
      #expect(try await word(first) == "invalid_grant")
      playground.clock.advance(by: 300)
      let answer = try await playground.refreshTollgate(
        Secret("none"), proving: TestProof(key: key, nonce: first))
      // §8.2: the next nonce comes with whichever answer.
      let second = try #require(answer.proofNonce)
      #expect(answer.oauthError == "invalid_grant" && second != first)
      playground.clock.advance(by: 300)
      #expect(try await word(second) == "invalid_grant")
      #expect(try await word(first) == "use_dpop_nonce")
      #expect(try await word("made-up") == "use_dpop_nonce")
    }
  }

  @Test func `§4.3 and §11.1: a proof serves once, for its method and its address, and is fresh`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let nonce = try await playground.serverNonce(key)
      var random = SystemRandomNumberGenerator()
      func request(_ endpoint: Endpoint? = nil, at instant: Instant? = nil) throws -> RequestMessage {
        let grant = RefreshTokenGrant(refreshToken: Secret("none"))
        var request = try grant.request(to: endpoint ?? playground.tollgate.tokenEndpoint, as: playground.ready(.web))
        try request.prove(key, nonce: nonce, at: instant ?? playground.clock.now, using: &random)
        return request
      }
      let sound = try request()
      #expect(try await playground.visitor.send(sound).oauthError == "invalid_grant")
      #expect(try await playground.visitor.send(sound).oauthError == "invalid_dpop_proof")
      var elsewhere = try request(playground.tollgate.revocationEndpoint)
      elsewhere.head.path = sound.head.path
      #expect(try await playground.visitor.send(elsewhere).oauthError == "invalid_dpop_proof")
      let old = try request(at: playground.clock.now + -61)
      #expect(try await playground.visitor.send(old).oauthError == "invalid_dpop_proof")
      var two = try request()
      let name = try #require(HTTPField.Name("DPoP"))
      two.head.headerFields.append(HTTPField(name: name, value: two.head.headerFields[name] ?? ""))
      #expect(try await playground.visitor.send(two).oauthError == "invalid_dpop_proof")
      var broken = try request()
      broken.head.headerFields[name] = "not.a.proof"
      #expect(try await playground.visitor.send(broken).oauthError == "invalid_dpop_proof")
    }
  }

  @Test func `§5: a public client's refresh token wants the same key, a confidential one's does not`() async throws {
    try await TestPlayground.withTollgate { playground in
      let (key, other) = (try DPoPKey.generate(), try DPoPKey.generate())
      let nonce = try await playground.serverNonce(key)
      let (proof, foreign) = (TestProof(key: key, nonce: nonce), TestProof(key: other, nonce: nonce))
      let bound = try await playground.tollgateTokens(.native, proving: proof)
      for wrong in [foreign, nil] {
        let refused = try await playground.refreshTollgate(bound.refreshToken, as: .native, proving: wrong)
        #expect(refused.oauthError == "invalid_grant")
      }
      #expect(try await playground.refreshTollgate(bound.refreshToken, as: .native, proving: proof).status == 200)
      let free = try await playground.tollgateTokens(.web, proving: proof)
      #expect(try await playground.refreshTollgate(free.refreshToken, proving: foreign).status == 200)
    }
  }

  @Test func `§10: a code that is bound to a key by dpop_jkt, or by a proof at the push, wants that key`() async throws
  {
    try await TestPlayground.withTollgate { playground in
      let (key, other) = (try DPoPKey.generate(), try DPoPKey.generate())
      let nonce = try await playground.serverNonce(key)
      let (proof, foreign) = (TestProof(key: key, nonce: nonce), TestProof(key: other, nonce: nonce))
      let named = try await playground.tollgateCode(.web, ["dpop_jkt": key.thumbprint])
      let pushed = try PushedAuthorizationResponse(reading: try await playground.push(proving: proof))
      let verified = Secret(try await playground.take(pushed).callback.text(of: "code") ?? "")
      for code in [named, verified] {
        for wrong in [foreign, nil] {
          #expect(try await playground.redeemTollgate(code, proving: wrong).oauthError == "invalid_grant")
        }
        #expect(try await playground.redeemTollgate(code, proving: proof).status == 200)
      }
      let contradiction = try await playground.push(.web, ["dpop_jkt": other.thumbprint], proving: proof)
      #expect(contradiction.oauthError == "invalid_dpop_proof")
    }
  }

  @Test func `§5: where bound tokens are demanded, a request without a proof is refused`() async throws {
    try await TestPlayground.withTollgate({ $0.tollgate.requiresDPoP = true }) { playground in
      let key = try DPoPKey.generate()
      let nonce = try await playground.serverNonce(key)
      let code = try await playground.tollgateCode()
      #expect(try await playground.redeemTollgate(code).oauthError == "invalid_dpop_proof")
      #expect(try await playground.redeemTollgate(code, proving: TestProof(key: key, nonce: nonce)).status == 200)
    }
  }
}

@Suite("RFC 9449 §7 and §9: bound tokens at Tollgate's APIs")
struct TollgateResourceProofTests {
  @Test func `a bound token opens with a proof of its key and the API's own nonce`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let serverNonce = try await playground.serverNonce(key)
      let token = try await playground.tollgateTokens(.web, proving: TestProof(key: key, nonce: serverNonce))
        .accessToken
      let nonce = try await playground.resourceNonce(key, token)
      #expect(nonce != serverNonce)
      for endpoint in [playground.tollgate.notesEndpoint, playground.tollgate.userInfoEndpoint] {
        let answer = try await playground.ask(endpoint, with: token, proving: TestProof(key: key, nonce: nonce))
        #expect(answer.status == 200)
        // §9: the nonces of the authorization server are not the API's.
        let foreign = try await playground.ask(endpoint, with: token, proving: TestProof(key: key, nonce: serverNonce))
        #expect(foreign.status == 401 && foreign.challengeError == "use_dpop_nonce")
      }
    }
  }

  @Test func `§7.1: as Bearer, with another key, or with another token's hash it opens nothing`() async throws {
    try await TestPlayground.withTollgate { playground in
      let (key, other) = (try DPoPKey.generate(), try DPoPKey.generate())
      let proof = TestProof(key: key, nonce: try await playground.serverNonce(key))
      let token = try await playground.tollgateTokens(.web, proving: proof).accessToken
      let nonce = try await playground.resourceNonce(key, token)
      let notes = playground.tollgate.notesEndpoint
      #expect(try await playground.ask(notes, with: token).challengeError == "invalid_token")
      let byOther = try await playground.ask(notes, with: token, proving: TestProof(key: other, nonce: nonce))
      #expect(byOther.challengeError == "invalid_token")
      let unbound = try await playground.tollgateTokens().accessToken
      let asBound = try await playground.ask(notes, with: unbound, proving: TestProof(key: key, nonce: nonce))
      #expect(asBound.challengeError == "invalid_token" && asBound.challenges.contains { $0.isScheme("DPoP") })

      var random = SystemRandomNumberGenerator()
      var swapped = RequestMessage(.get, to: notes.url)
      try swapped.prove(key, token: unbound, nonce: nonce, at: playground.clock.now, using: &random)
      swapped.head.headerFields[.authorization] = "DPoP \(token.exposedText)"
      #expect(try await playground.visitor.send(swapped).challengeError == "invalid_dpop_proof")

      var sound = RequestMessage(.get, to: notes.url)
      try sound.prove(key, token: token, nonce: nonce, at: playground.clock.now, using: &random)
      #expect(try await playground.visitor.send(sound).status == 200)
      #expect(try await playground.visitor.send(sound).challengeError == "invalid_dpop_proof")
    }
  }
}
