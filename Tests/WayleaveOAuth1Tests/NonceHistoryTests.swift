import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §3.3: nonce and timestamp")
struct NonceHistoryTests {
  private let now = Instant(secondsSinceEpoch: 1_700_000_000)

  @Test("5849-9: a request is accepted once, another nonce, time, token or consumer makes it another")
  func once() throws {
    var history = NonceHistory()
    let first = try request()
    #expect(try refusal { try history.admit(first, at: now) } == nil)
    #expect(try refusal { try history.admit(first, at: now) } == .replayedNonce)
    #expect(try refusal { try history.admit(first, at: now + 299) } == .replayedNonce)
    for other in [
      try request(nonce: "o"), try request(at: now + 1), try request(token: "u"), try request(token: "uk"),
      try request(token: nil),
      try request(consumer: "d"),
      // Joined without their lengths, these would look like others.
      try request(consumer: "ckt", token: "k", nonce: "nn"), try request(consumer: "ck", token: "tk", nonce: "nn"),
    ] {
      #expect(try refusal { try history.admit(other, at: now) } == nil)
    }
  }

  @Test("a timestamp outside the window is refused on either side", arguments: [-301, -300, 0, 300, 301])
  func window(seconds: Int64) throws {
    var history = NonceHistory(window: .seconds(300))
    let code = try refusal { try history.admit(request(at: now + seconds), at: now) }
    #expect(code == (abs(seconds) > 300 ? .staleTimestamp : nil))
  }

  @Test("a window beyond all time remembers for ever, and one of no length for a second")
  func extremeWindows() throws {
    for window in [Duration.seconds(Int64.max), .seconds(1e20)] {
      var history = NonceHistory(window: window)
      try history.admit(request(at: now), at: now)
      try history.admit(request(at: Instant(secondsSinceEpoch: .max / 4)), at: now)
      #expect(try refusal { try history.admit(request(at: now), at: now + 1_000_000_000) } == .replayedNonce)
    }
    var history = NonceHistory(window: .milliseconds(-1))
    #expect(history.window == .seconds(1))
    #expect(try refusal { try history.admit(request(at: now + 2), at: now) } == .staleTimestamp)
    #expect(try refusal { try history.admit(request(at: now + 1), at: now) } == nil)
  }

  @Test("a request at the edge of the window stays remembered as long as it could be sent again")
  func edge() throws {
    var history = NonceHistory(window: .seconds(300))
    let early = try request(at: now + 300)
    #expect(try refusal { try history.admit(early, at: now) } == nil)
    #expect(try refusal { try history.admit(early, at: now + 600) } == .replayedNonce)
    #expect(try refusal { try history.admit(early, at: now + 601) } == .staleTimestamp)
  }

  @Test("a request is remembered for its whole window, whatever is admitted in between")
  func swept() throws {
    var history = NonceHistory(window: .seconds(300))
    let first = try request()
    try history.admit(first, at: now)
    try history.admit(request(at: now + 299, nonce: "other"), at: now + 299)
    #expect(try refusal { try history.admit(first, at: now + 300) } == .replayedNonce)
  }

  @Test("a full history refuses, and has room again when the window has passed")
  func capacity() throws {
    var history = NonceHistory(window: .seconds(10), capacity: 3)
    for nonce in ["a", "b", "c"] { try history.admit(request(nonce: nonce), at: now) }
    #expect(try refusal { try history.admit(request(nonce: "d"), at: now) } == .nonceHistoryFull)
    #expect(try refusal { try history.admit(request(nonce: "a"), at: now) } == .replayedNonce)
    let later = now + 30
    #expect(try refusal { try history.admit(request(at: later, nonce: "d"), at: later) } == nil)
  }

  @Test("5849-10: a request without a stamp, as PLAINTEXT may have it, fills nothing")
  func withoutStamp() throws {
    var history = NonceHistory(window: .seconds(10), capacity: 0)
    var message = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    message.head.headerFields[.authorization] =
      "OAuth oauth_consumer_key=\"ck\", oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"cs%26\""
    let signed = try SignedRequest(reading: message)
    #expect(try refusal { try history.admit(signed, at: now) } == nil)
  }

  private func request(
    consumer: String = "ck", token: String? = "tk", at time: Instant? = nil, nonce: String = "n"
  ) throws -> SignedRequest {
    let consumer = try ConsumerCredential(key: consumer, secret: Secret("cs"))
    let signer =
      token.map { RequestSigner(consumer: consumer, token: TokenCredential(token: Secret($0), secret: Secret("ts"))) }
      ?? RequestSigner(consumer: consumer)
    let message = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    return try SignedRequest(reading: signer.sign(message, stamp: Stamp(timestamp: time ?? now, nonce: nonce)))
  }
}
