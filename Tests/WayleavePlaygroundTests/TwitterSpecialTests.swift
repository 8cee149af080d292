import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

extension TestPlayground {
  /// A consumer that may do what the first one may not.
  func special(_ kind: String) throws -> ConsumerCredential {
    try ConsumerCredential(key: "wayleave-demo-\(kind)", secret: Secret("playground-\(kind)-secret-not-real"))
  }

  /// A token credential of one of them.
  func twitterToken(of consumer: ConsumerCredential) async throws -> TokenCredential {
    let temporary = try TemporaryCredentialResponse(
      reading: try await visitor.send(
        TemporaryCredentialRequest(callback: .url(AbsoluteURL(Self.callback))).request(
          to: running.twitter.temporaryCredentialEndpoint, as: consumer, stamp: stamp()))
    ).credential
    let verifier = try await allow(twitterURL(temporary)).callback.text(of: "oauth_verifier").map { Secret($0) }
    let request = try TokenCredentialRequest(temporary: temporary, verifier: verifier)
      .request(to: running.twitter.tokenCredentialEndpoint, as: consumer, stamp: stamp())
    return try TokenCredentialResponse(reading: try await visitor.send(request)).credential
  }

  /// Asks who the user of a token is.
  func twitterUser(_ token: TokenCredential, of consumer: ConsumerCredential) async throws -> ResponseMessage {
    try await visitor.send(
      RequestSigner(consumer: consumer, token: token)
        .sign(RequestMessage(.get, to: running.twitter.userEndpoint.url), stamp: stamp()))
  }
}

@Suite("X8, RFC 5849 §2.3: a temporary token belongs to its consumer")
struct TwitterForeignTemporaryTests {
  @Test func `another consumer's exchange is refused, the consumer's own is not`() async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary()
      let callback = try await playground.allow(playground.twitterURL(temporary)).callback
      let verifier = try callback.text(of: "oauth_verifier").map { Secret($0) }
      let foreign = try await playground.visitor.send(
        TokenCredentialRequest(temporary: temporary, verifier: verifier).request(
          to: playground.running.twitter.tokenCredentialEndpoint, as: playground.special("trusted"),
          stamp: playground.stamp()))
      #expect(foreign.status == 401)
      #expect(try await playground.exchange(temporary, verifier: verifier).status == 200)
    }
  }
}

@Suite("xAuth at Twitter: a name and a password for a token")
struct TwitterPasswordTests {
  private func exchange(
    _ playground: TestPlayground, password: String, as consumer: ConsumerCredential
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      PasswordCredentialRequest(username: "adafenwick", password: Secret(password)).request(
        to: playground.running.twitter.tokenCredentialEndpoint, as: consumer, stamp: playground.stamp()))
  }

  @Test func `a trusted consumer gets a token, with the right password only`() async throws {
    try await TestPlayground.with { playground in
      let trusted = try playground.special("trusted")
      let answer = try await exchange(playground, password: "open-gate", as: trusted)
      let token = try TokenCredentialResponse(reading: answer).credential
      #expect(try token.additional.text(of: "screen_name") == "adafenwick" && token.sessionHandle == nil)
      #expect(try await playground.twitterUser(token, of: trusted).status == 200)
      let wrong = try await exchange(playground, password: "narrow-lane", as: trusted)
      #expect(wrong.status == 401 && wrong.twitterCode == 32)
    }
  }

  @Test func `another consumer is refused with 87, also with the right password`() async throws {
    try await TestPlayground.with { playground in
      let refused = try await exchange(playground, password: "open-gate", as: try playground.consumer)
      #expect(ProviderRefusal(reading: refused).error == "87")
    }
  }
}

@Suite("Reverse auth at Twitter: a token from an account that another application holds")
struct TwitterReverseAuthTests {
  private func begin(_ playground: TestPlayground, as consumer: ConsumerCredential) async throws -> ResponseMessage {
    try await playground.visitor.send(
      ReverseAuthRequest().request(
        to: playground.running.twitter.temporaryCredentialEndpoint, as: consumer, stamp: playground.stamp()))
  }

  private func finish(
    _ playground: TestPlayground, _ parameters: ReverseAuthParameters, as consumer: ConsumerCredential,
    _ token: TokenCredential
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      ReverseAuthGrant(parameters).request(
        to: playground.running.twitter.tokenCredentialEndpoint, as: consumer, token: token, stamp: playground.stamp()))
  }

  @Test func `the token is the target's, of the same user, and the parameters serve once`() async throws {
    try await TestPlayground.with { playground in
      let (trusted, system) = (try playground.special("trusted"), try playground.special("system"))
      let account = try await playground.twitterToken(of: system)
      let parameters = try ReverseAuthParameters(reading: try await begin(playground, as: trusted), for: trusted)
      let answer = try await finish(playground, parameters, as: system, account)
      let token = try TokenCredentialResponse(reading: answer).credential
      #expect(try await playground.twitterUser(token, of: trusted).status == 200)
      #expect(try await playground.twitterUser(token, of: system).twitterCode == 89)
      let again = try await finish(playground, parameters, as: system, account)
      #expect(again.status == 401 && again.text == "Reverse auth credentials are invalid")
    }
  }

  @Test func `only a trusted consumer begins, and only the system's finishes`() async throws {
    try await TestPlayground.with { playground in
      let (trusted, own) = (try playground.special("trusted"), try playground.consumer)
      #expect(ProviderRefusal(reading: try await begin(playground, as: own)).error == "87")
      let parameters = try ReverseAuthParameters(reading: try await begin(playground, as: trusted), for: trusted)
      let account = try await playground.twitterToken()
      let refused = try await finish(playground, parameters, as: own, account)
      #expect(ProviderRefusal(reading: refused).error == "87")
    }
  }

  @Test(arguments: [(299, 200), (300, 401)])
  func `the parameters can be used for five minutes`(age: Int64, status: Int) async throws {
    try await TestPlayground.with { playground in
      let (trusted, system) = (try playground.special("trusted"), try playground.special("system"))
      let account = try await playground.twitterToken(of: system)
      let parameters = try ReverseAuthParameters(reading: try await begin(playground, as: trusted), for: trusted)
      playground.clock.advance(by: age)
      #expect(try await finish(playground, parameters, as: system, account).status == status)
    }
  }

  @Test func `parameters that someone made up, or that a revoked account sends, give nothing`() async throws {
    try await TestPlayground.with { playground in
      let (trusted, system) = (try playground.special("trusted"), try playground.special("system"))
      let account = try await playground.twitterToken(of: system)
      let parameters = try ReverseAuthParameters(reading: try await begin(playground, as: trusted), for: trusted)
      let made = try ReverseAuthParameters(parameters.text + ", oauth_extra=\"1\"")
      #expect(try await finish(playground, made, as: system, account).status == 401)
      _ = try await playground.visitor.send(
        TokenInvalidationRequest(account).request(
          to: playground.running.twitter.invalidationEndpoint, as: system, stamp: playground.stamp()))
      #expect(try await finish(playground, parameters, as: system, account).twitterCode == 89)
    }
  }
}

@Suite("OAuth Echo at Twitter: another server sends the request that the app signed")
struct TwitterEchoTests {
  @Test func `the provider verifies an echo once, and one of another consumer never`() async throws {
    try await TestPlayground.with { playground in
      let address = playground.running.twitter.userEndpoint.url
      let token = try await playground.twitterToken()
      var handedOver = RequestMessage(.post, to: try AbsoluteURL("https://pictures.example/upload"))
      try EchoRequest(of: address, as: playground.consumer, token: token, stamp: playground.stamp())
        .apply(to: &handedOver)
      var seen = NonceHistory()
      let echo = try await EchoRequest(
        reading: handedOver, expecting: address, from: playground.consumer.key, newTo: seen, at: playground.clock.now)
      let answer = try await playground.visitor.send(echo.request())
      #expect(answer.json?["screen_name"]?.string == "adafenwick")
      try await echo.confirm(answer, rememberedBy: &seen, at: playground.clock.now)
      // The provider remembers the nonce as well, so that a forgetful server is refused.
      let replayed = try await playground.visitor.send(echo.request())
      #expect(replayed.status == 401 && replayed.twitterCode == 32)
      let foreign = try EchoRequest(
        of: address, as: playground.special("trusted"), token: token, stamp: playground.stamp())
      #expect(try await playground.visitor.send(foreign.request()).twitterCode == 89)
    }
  }
}

@Suite("OAuth Session 1.0 Draft 1: tokens of Twitter that expire, for a consumer that is set up so")
struct TwitterSessionTests {
  private func renew(
    _ playground: TestPlayground, _ token: TokenCredential, as consumer: ConsumerCredential
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      SessionRenewalRequest(token).request(
        to: playground.running.twitter.tokenCredentialEndpoint, as: consumer, stamp: playground.stamp()))
  }

  @Test func `an expired token is refused with 89, and renewed by its handle, once`() async throws {
    try await TestPlayground.with { playground in
      let consumer = try playground.special("session")
      let token = try await playground.twitterToken(of: consumer)
      #expect(token.lifetime == 3600 && token.sessionLifetime == 30 * 86_400)
      playground.clock.advance(by: 3599)
      #expect(try await playground.twitterUser(token, of: consumer).status == 200)
      playground.clock.advance(by: 1)
      #expect(try await playground.twitterUser(token, of: consumer).twitterCode == 89)
      let renewed = try TokenCredentialResponse(reading: try await renew(playground, token, as: consumer)).credential
      #expect(renewed.token != token.token && renewed.sessionHandle == token.sessionHandle)
      #expect(renewed.sessionLifetime == 2_588_400)
      #expect(try await playground.twitterUser(renewed, of: consumer).status == 200)
      #expect(try await renew(playground, token, as: consumer).status == 401)
    }
  }

  @Test func `a handle of another token, and a session that is over, renew nothing`() async throws {
    try await TestPlayground.with { playground in
      let consumer = try playground.special("session")
      let (first, second) = (
        try await playground.twitterToken(of: consumer), try await playground.twitterToken(of: consumer)
      )
      let mixed = TokenCredential(token: first.token, secret: first.secret, additional: second.additional)
      #expect(try await renew(playground, mixed, as: consumer).status == 401)
      #expect(try await renew(playground, first, as: consumer).status == 200)
      playground.clock.advance(by: 30 * 86_400)
      #expect(try await renew(playground, second, as: consumer).status == 401)
    }
  }

  @Test func `a token that does not expire comes without a handle`() async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      #expect(token.sessionHandle == nil && token.lifetime == nil)
      playground.clock.advance(by: 100 * 365 * 86_400)
      #expect(try await playground.twitterUser(token, of: try playground.consumer).status == 200)
    }
  }
}

@Suite("RFC 5849 §3.1: a request without a token, at Twitter")
struct TwitterTwoLeggedTests {
  @Test func `a consumer may ask for its limits in its own name, with its own signature only`() async throws {
    try await TestPlayground.with { playground in
      let request = RequestMessage(.get, to: playground.running.twitter.rateLimitEndpoint.url)
      let own = try RequestSigner(consumer: playground.consumer).sign(request, stamp: playground.stamp())
      let answer = try await playground.visitor.send(own)
      #expect(answer.status == 200)
      #expect(answer.json?.value(at: "rate_limit_context.application")?.string == "wayleave-demo-consumer")
      let stranger = try ConsumerCredential(key: "wayleave-demo-consumer", secret: Secret("wrong"))
      let forged = try RequestSigner(consumer: stranger).sign(request, stamp: playground.stamp())
      #expect(try await playground.visitor.send(forged).twitterCode == 32)
      let user = RequestMessage(.get, to: playground.running.twitter.userEndpoint.url)
      let tokenless = try RequestSigner(consumer: playground.consumer).sign(user, stamp: playground.stamp())
      #expect(try await playground.visitor.send(tokenless).twitterCode == 215)
    }
  }

  @Test func `with a token it answers for the user`() async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      let url = playground.running.twitter.rateLimitEndpoint.url.text
      let answer = try await playground.visitor.send(playground.signed(token, .get, url))
      #expect(answer.json?.value(at: "rate_limit_context.access_token")?.string == token.token.exposedText)
    }
  }
}

@Suite("N1: Twitter says in its own words that a credential is dead")
struct TwitterDeadCredentialTests {
  @Test func `401 and code 89, for a revoked and for an unknown token`() async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      let consumer = try playground.consumer
      #expect(try await playground.twitterUser(token, of: consumer).status == 200)
      await playground.running.revokeTokens(at: .twitter)
      for dead in [token, TokenCredential(token: Secret("73001-unknown"), secret: token.secret)] {
        let answer = try await playground.twitterUser(dead, of: consumer)
        let refusal: ProviderRefusal = ProviderRefusal(reading: answer)
        #expect(answer.status == 401 && refusal.error == "89")
      }
    }
  }
}
