import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("OAuth Echo: a signed request is handed over in place of a secret")
struct EchoTests {
  private let provider: AbsoluteURL
  private let consumer: ConsumerCredential
  private let token = TokenCredential(token: Secret("tk"), secret: Secret("ts"))
  private let now = Instant(secondsSinceEpoch: 1_700_000_000)

  init() throws {
    provider = try AbsoluteURL("https://api.twitter.com/1.1/account/verify_credentials.json")
    consumer = try ConsumerCredential(key: "ck", secret: Secret("cs"))
  }

  @Test("what an app hands over is checked, and sent on as it came")
  func roundTrip() async throws {
    let history = NonceHistory()
    let handedOver = try echo()
    #expect(handedOver.head.headerFields[EchoRequest.providerField] == provider.text)
    let read = try await EchoRequest(
      reading: handedOver, expecting: provider, from: "ck", newTo: history, at: now)
    let request = read.request()
    #expect(request.url == provider.text && request.head.method == .get)
    let signed = try SignedRequest(reading: request)
    #expect(try refusal { try signed.verify(consumerSecret: consumer.secret, tokenSecret: token.secret) } == nil)
  }

  @Test("220: what the provider has verified is spent; what it has not verified fills no memory")
  func spent() async throws {
    var history = NonceHistory(capacity: 1)
    let handedOver = try echo()
    let read = try await EchoRequest(reading: handedOver, expecting: provider, from: "ck", newTo: history, at: now)
    for status in [HTTPResponse.Status.unauthorized, .forbidden, .noContent] {
      let code = await refused {
        try await read.confirm(ResponseMessage(status, json: [:]), rememberedBy: &history, at: now)
      }
      #expect(code == .signatureMismatch)
    }
    let down = ResponseMessage(.serviceUnavailable, json: [:])
    #expect(await refused { try await read.confirm(down, rememberedBy: &history, at: now) } == .serverUnavailable)
    #expect(try await outcome(of: handedOver, &history) == nil)
    let user = ResponseMessage(.ok, json: ["id": 7])
    #expect(await refused { try await read.confirm(user, rememberedBy: &history, at: now) } == nil)
    #expect(try await outcome(of: handedOver, &history) == .replayedNonce)
    #expect(await refused { try await read.confirm(user, rememberedBy: &history, at: now) } == .replayedNonce)
  }

  private func refused(_ work: () async throws -> Void) async -> OAuthError.Code? {
    do {
      try await work()
      return nil
    } catch { return (error as? OAuthError)?.code }
  }

  @Test(
    "219: another address is refused, however much it looks like the one expected",
    arguments: [
      "https://api.twitter.com/1.1/account/verify_credentials.json?",
      "http://api.twitter.com/1.1/account/verify_credentials.json",
      "https://api.twitter.com.evil.example/1.1/account/verify_credentials.json", "https://127.0.0.1/latest/meta-data",
      "https://API.twitter.com/1.1/account/verify_credentials.json", "",
    ])
  func foreignAddress(address: String) async throws {
    var history = NonceHistory()
    var request = try echo()
    request.head.headerFields[EchoRequest.providerField] = address
    #expect(try await outcome(of: request, &history) == .foreignEcho)
  }

  @Test("another consumer's request is refused")
  func foreignConsumer() async throws {
    var history = NonceHistory()
    let other = try ConsumerCredential(key: "other", secret: Secret("cs"))
    #expect(try await outcome(of: echo(as: other), &history) == .foreignEcho)
  }

  @Test(
    "RFC 5849 §3.4.4: none is made by PLAINTEXT, which would hand both secrets over",
    arguments: [SignatureMethod.hmacSHA1, .hmacSHA256, .plaintext])
  func plaintext(method: SignatureMethod) throws {
    let code = try refusal {
      _ = try EchoRequest(
        of: provider, as: consumer, token: token, dialect: OAuth1Dialect(signatureMethod: method),
        stamp: Stamp(timestamp: now, nonce: "n"))
    }
    #expect(code == (method == .plaintext ? .unsupportedSignatureMethod : nil))
  }

  @Test("a stale one is refused, and one without a token, a stamp or a header")
  func incomplete() async throws {
    var history = NonceHistory()
    #expect(try await outcome(of: echo(at: now + -301), &history) == .staleTimestamp)
    #expect(try await outcome(of: echo(at: now + -300), &history) == nil)
    for (authorization, code) in [
      (
        "OAuth oauth_consumer_key=\"ck\", oauth_signature_method=\"PLAINTEXT\", oauth_token=\"tk\", oauth_signature=\"%26\"",
        OAuthError.Code.missingParameter
      ),
      (
        "OAuth oauth_consumer_key=\"ck\", oauth_signature_method=\"HMAC-SHA1\", oauth_timestamp=\"1700000000\", oauth_nonce=\"n\", oauth_signature=\"x\"",
        .missingParameter
      ),
      ("Bearer abc", .missingParameter), ("OAuth", .missingParameter), ("OAuth x", .malformedSignedRequest),
    ] {
      var request = try echo()
      request.head.headerFields[EchoRequest.authorizationField] = authorization
      #expect(try await outcome(of: request, &history) == code)
    }
    for field in [EchoRequest.providerField, EchoRequest.authorizationField] {
      var request = try echo()
      request.head.headerFields[field] = nil
      #expect(try await outcome(of: request, &history) == .missingParameter)
    }
  }

  private func echo(as consumer: ConsumerCredential? = nil, at time: Instant? = nil) throws -> RequestMessage {
    let echo = try EchoRequest(
      of: provider, as: consumer ?? self.consumer, token: token, dialect: OAuth1Dialect(placement: .query),
      stamp: Stamp(timestamp: time ?? now, nonce: "n"))
    var request = RequestMessage(.post, to: try AbsoluteURL("https://server.example.com/photos"))
    try echo.apply(to: &request)
    return request
  }

  private func outcome(of request: RequestMessage, _ history: inout NonceHistory) async throws -> OAuthError.Code? {
    do throws(OAuthError) {
      _ = try await EchoRequest(reading: request, expecting: provider, from: "ck", newTo: history, at: now)
      return nil
    } catch { return error.code }
  }
}
