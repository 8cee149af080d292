import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 7009 §2: giving tokens back to Tollgate")
struct TollgateRevocationTests {
  private func revoke(
    _ playground: TestPlayground, _ token: Secret?, kind: RevocationRequest.Kind = .refreshToken,
    as client: TollgateTestClient = .web
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      RevocationRequest(token: try #require(token), kind: kind)
        .request(to: playground.tollgate.revocationEndpoint, as: playground.ready(client)))
  }

  private func isGood(_ playground: TestPlayground, _ token: Secret) async throws -> Bool {
    try await playground.ask(playground.tollgate.notesEndpoint, with: token).status == 200
  }

  @Test(arguments: [RevocationRequest.Kind.refreshToken, .accessToken])
  func `with a refresh token all goes that came of the same consent, whatever the hint says`(
    kind: RevocationRequest.Kind
  ) async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      let others = try await playground.tollgateTokens()
      try RevocationRequest.confirm(try await revoke(playground, tokens.refreshToken, kind: kind))
      #expect(try await !isGood(playground, tokens.accessToken))
      #expect(try await playground.refreshTollgate(tokens.refreshToken).oauthError == "invalid_grant")
      #expect(try await isGood(playground, others.accessToken))
    }
  }

  @Test func `with an access token it alone goes`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      #expect(try await isGood(playground, tokens.accessToken))
      try RevocationRequest.confirm(try await revoke(playground, tokens.accessToken, kind: .accessToken))
      #expect(try await !isGood(playground, tokens.accessToken))
      #expect(try await playground.refreshTollgate(tokens.refreshToken).status == 200)
    }
  }

  @Test func `another client's token is refused, an unknown one is no error`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      for (token, kind) in [
        (tokens.refreshToken, RevocationRequest.Kind.refreshToken), (tokens.accessToken, .accessToken),
      ] {
        let refused = try await revoke(playground, token, kind: kind, as: .other)
        #expect(refused.status == 400 && refused.oauthError == "unauthorized_client")
      }
      #expect(try await isGood(playground, tokens.accessToken))
      #expect(try await revoke(playground, Secret("made-up")).status == 200)
      let request = try playground.ready(.web).request(posting: Form(), to: playground.tollgate.revocationEndpoint)
      #expect(try await playground.visitor.send(request).oauthError == "invalid_request")
    }
  }

  @Test func `a public client gives its tokens back as well`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(.native)
      try RevocationRequest.confirm(try await revoke(playground, tokens.refreshToken, as: .native))
      #expect(try await !isGood(playground, tokens.accessToken))
    }
  }
}

@Suite("RFC 7662 §2: what Tollgate says about a token")
struct TollgateIntrospectionTests {
  @Test func `an API may introspect any good token`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(.web, ["scope": "openid notes.read"])
      guard case .active(let claims) = try await playground.introspect(tokens.accessToken) else {
        Issue.record("inactive")
        return
      }
      #expect(claims.issuer == Issuer(playground.tollgate.issuer) && claims.subject == "73001")
      #expect(claims.clientID == "tollgate-web" && claims.scopes == ["openid", "notes.read"])
      #expect(claims.audience.count == 3 && claims.confirmation == nil)
      #expect(claims.expiresAt == playground.clock.now + 300 && claims.issuedAt == playground.clock.now)
      #expect(claims.authenticatedAt == playground.clock.now)
      #expect(claims.authenticationContextClass == "urn:tollgate:password")
      guard case .active(let refresh) = try await playground.introspect(try #require(tokens.refreshToken)) else {
        Issue.record("inactive")
        return
      }
      #expect(refresh.clientID == "tollgate-web" && refresh.audience.isEmpty)
    }
  }

  @Test func `a client may introspect its own tokens, and no others`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.tollgateTokens().accessToken
      #expect(try await playground.introspect(token, as: .web) != .inactive)
      #expect(try await playground.introspect(token, as: .other) == .inactive)
    }
  }

  @Test func `what is expired, revoked, spent or unknown is inactive, and nothing more is said`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      _ = try await playground.refreshTollgate(tokens.refreshToken)
      #expect(try await playground.introspect(try #require(tokens.refreshToken)) == .inactive)
      #expect(try await playground.introspect(Secret("made-up")) == .inactive)
      #expect(try await playground.introspect(tokens.accessToken) != .inactive)
      playground.clock.advance(by: 300)
      let request = try IntrospectionRequest(token: tokens.accessToken)
        .request(to: playground.tollgate.introspectionEndpoint, as: playground.ready(.api))
      #expect(try await playground.visitor.send(request).text == #"{"active":false}"#)
    }
  }

  @Test func `RFC 7662 §2.1: no one tries tokens out here`() async throws {
    try await TestPlayground.withTollgate { playground in
      let form: Form = ["token": "any", "client_id": "tollgate-native"]
      let request = RequestMessage(posting: form, to: playground.tollgate.introspectionEndpoint)
      let refused = try await playground.visitor.send(request)
      #expect(refused.status == 401 && refused.oauthError == "invalid_client")
    }
  }

  @Test func `RFC 9701 §5: a caller who asks for it gets the answer signed`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.tollgateTokens().accessToken
      let request = try IntrospectionRequest(token: token, wantsSignedAnswer: true)
        .request(to: playground.tollgate.introspectionEndpoint, as: playground.ready(.api))
      let answer = try IntrospectionResponse(
        reading: try await playground.visitor.send(request), verifiedBy: try await playground.tollgateKeys(),
        allowing: [.rs256], from: Issuer(playground.tollgate.issuer), to: "tollgate-api", at: playground.clock.now)
      #expect(answer != .inactive)
    }
  }
}
