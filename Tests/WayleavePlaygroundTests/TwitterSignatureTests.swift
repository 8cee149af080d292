import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleavePlayground
import WayleaveWire

@Suite("RFC 5849 §3.2: Twitter checks every signature")
struct TwitterSignatureTests {
  @Test func `the right secret is taken, another is not`() async throws {
    try await TestPlayground.with { playground in
      #expect(try await playground.visitor.send(playground.temporaryRequest()).status == 200)
      let wrong = try await playground.visitor.send(playground.temporaryRequest(secret: Secret("wrong")))
      #expect(wrong.status == 401)
      #expect(wrong.text == "Failed to validate oauth signature and token")
    }
  }

  @Test(arguments: [(-300, 200), (300, 200), (-301, 401), (301, 401)])
  func `a timestamp may lie 300 seconds off`(drift: Int64, status: Int) async throws {
    try await TestPlayground.with { playground in
      let response = try await playground.visitor.send(playground.temporaryRequest(stamp: playground.stamp(drift)))
      #expect(response.status == status)
      #expect(response.twitterCode == (status == 200 ? nil : 135))
    }
  }

  @Test func `a nonce is taken once`() async throws {
    try await TestPlayground.with { playground in
      let request = try playground.temporaryRequest()
      #expect(try await playground.visitor.send(request).status == 200)
      #expect(try await playground.visitor.send(request).status == 401)
      #expect(try await playground.visitor.send(playground.temporaryRequest()).status == 200)
    }
  }

  @Test func `a method other than HMAC-SHA1 is refused with 215`() async throws {
    try await TestPlayground.with { playground in
      let other = OAuth1Dialect(signatureMethod: .hmacSHA256)
      let response = try await playground.visitor.send(playground.temporaryRequest(dialect: other))
      #expect(response.status == 400)
      #expect(response.twitterCode == 215)
      #expect(try await playground.visitor.send(playground.temporaryRequest()).status == 200)
    }
  }

  @Test func `the parameters may travel in the query`() async throws {
    try await TestPlayground.with { playground in
      let request = try playground.temporaryRequest(dialect: OAuth1Dialect(placement: .query))
      #expect(request.head.headerFields[.authorization] == nil)
      #expect(try await playground.visitor.send(request).status == 200)
    }
  }

  @Test func `a request that was changed after it was signed is refused with 32`() async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      let user = playground.running.twitter.userEndpoint.url.text
      var request = try playground.signed(token, .get, user)
      let right = request
      request.appendQuery(["include_email": "true"])
      let response = try await playground.visitor.send(request)
      #expect(response.status == 401)
      #expect(response.twitterCode == 32)
      #expect(try await playground.visitor.send(right).status == 200)
    }
  }

  @Test func `the API tells apart no signature, an unknown consumer, an unknown token and a wrong secret`() async throws
  {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      let user = playground.running.twitter.userEndpoint.url.text
      let bare = try await playground.visitor.send(RequestMessage(.get, to: AbsoluteURL(user)))
      #expect((bare.status, bare.twitterCode) == (400, 215))
      let bearer = try await playground.visitor.send(bearing("Bearer \(token.token.exposedText)", to: user))
      #expect((bearer.status, bearer.twitterCode) == (400, 215))
      let stranger = try ConsumerCredential(key: "stranger", secret: Secret("x"))
      let foreign = try RequestSigner(consumer: stranger, token: token)
        .sign(RequestMessage(.get, to: AbsoluteURL(user)), stamp: playground.stamp())
      let unknownConsumer = try await playground.visitor.send(foreign)
      #expect((unknownConsumer.status, unknownConsumer.twitterCode) == (401, 32))
      let invented = TokenCredential(token: Secret("73001-invented"), secret: token.secret)
      let unknownToken = try await playground.visitor.send(playground.signed(invented, .get, user))
      #expect((unknownToken.status, unknownToken.twitterCode) == (401, 89))
      let forged = TokenCredential(token: token.token, secret: Secret("wrong"))
      let wrong = try await playground.visitor.send(playground.signed(forged, .get, user))
      #expect((wrong.status, wrong.twitterCode) == (401, 32))
      #expect(try await playground.visitor.send(playground.signed(token, .get, user)).status == 200)
    }
  }

  @Test func `a temporary credential opens no API, and no token belongs to another consumer`() async throws {
    try await TestPlayground.with { configuration in
      let credential = try ConsumerCredential(key: "second", secret: Secret("second-secret"))
      configuration.consumers.append(try PlaygroundConsumer(credential: credential, name: "Second", callbacks: []))
    } _: { playground in
      let user = playground.running.twitter.userEndpoint.url.text
      let temporary = try await playground.temporary()
      let early = TokenCredential(token: temporary.token, secret: temporary.secret)
      #expect(try await playground.visitor.send(playground.signed(early, .get, user)).twitterCode == 89)
      let token = try await playground.twitterToken()
      let second = try ConsumerCredential(key: "second", secret: Secret("second-secret"))
      let request = try RequestSigner(consumer: second, token: token)
        .sign(RequestMessage(.get, to: AbsoluteURL(user)), stamp: playground.stamp())
      #expect(try await playground.visitor.send(request).twitterCode == 89)
      #expect(try await playground.visitor.send(playground.signed(token, .get, user)).status == 200)
    }
  }

  private func bearing(_ authorization: String, to url: String) throws -> RequestMessage {
    var request = RequestMessage(.get, to: try AbsoluteURL(url))
    request.head.headerFields[.authorization] = authorization
    return request
  }
}
