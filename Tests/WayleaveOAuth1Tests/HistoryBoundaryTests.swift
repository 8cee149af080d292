import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.3: when a nonce is forgotten, and which time a clock takes over")
struct HistoryBoundaryTests {
  // Divisible by every window used here, so that a period begins at it.
  private let start = Instant(secondsSinceEpoch: 1_700_000_000)

  private func request(at time: Instant, nonce: String = "n") throws -> SignedRequest {
    let signer = RequestSigner(consumer: try ConsumerCredential(key: "ck", secret: Secret("cs")))
    let message = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    return try SignedRequest(reading: signer.sign(message, stamp: Stamp(timestamp: time, nonce: nonce)))
  }

  @Test(
    "room is made when no request of a period could be sent again, and not a second before",
    arguments: [0, 1, 9] as [Int64])
  func room(offset: Int64) throws {
    for (later, code) in [(19, OAuthError.Code.nonceHistoryFull), (20, nil), (21, nil)] as [(Int64, OAuthError.Code?)] {
      var history = NonceHistory(window: .seconds(10), capacity: 1)
      try history.admit(request(at: start + offset), at: start + offset)
      let now = start + later
      #expect(try refusal { try history.admit(request(at: now, nonce: "m"), at: now) } == code, "\(later)")
      // A refusal leaves no trace.
      #expect(
        try refusal { try history.requireNew(request(at: now, nonce: "m"), at: now) }
          == (code == nil ? .replayedNonce : nil))
    }
  }

  @Test("as many requests are remembered as the capacity says", arguments: [0, 1, 2, 5])
  func capacity(count: Int) throws {
    var history = NonceHistory(window: .seconds(10), capacity: count)
    for number in 0..<count { try history.admit(request(at: start, nonce: "\(number)"), at: start) }
    #expect(try refusal { try history.admit(request(at: start, nonce: "x"), at: start) } == .nonceHistoryFull)
    // Forgetting a period gives back exactly its room.
    let later = start + 20
    for number in 0..<count { try history.admit(request(at: later, nonce: "\(number)"), at: later) }
    #expect(try refusal { try history.admit(request(at: later, nonce: "x"), at: later) } == .nonceHistoryFull)
  }

  @Test("a request is asked for as often as one likes before it is admitted")
  func asking() throws {
    var history = NonceHistory()
    let signed = try request(at: start)
    for _ in 0..<3 { #expect(try refusal { try history.requireNew(signed, at: start) } == nil) }
    try history.admit(signed, at: start)
    #expect(try refusal { try history.requireNew(signed, at: start) } == .replayedNonce)
    #expect(try refusal { try history.requireNew(request(at: start + -301), at: start) } == .staleTimestamp)
  }

  private func answer(_ body: String, status: Int = 401) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
  }

  private func refused(from first: Int64, to last: Int64) -> ResponseMessage {
    answer("oauth_problem=timestamp_refused&oauth_acceptable_timestamps=\(first)-\(last)")
  }

  @Test(
    "a clock is corrected by a day at most, forward and back",
    arguments: [-86_401, -86_400, -1, 1, 86_400, 86_401] as [Int64])
  func corrections(seconds: Int64) {
    var clock = SigningClock()
    let theirs = start.secondsSinceEpoch + seconds
    #expect(clock.correct(by: refused(from: theirs, to: theirs), at: start) == (abs(seconds) <= 86_400))
    #expect(clock.timestamp(at: start) == start + (abs(seconds) <= 86_400 ? seconds : 0))
  }

  @Test("no difference is no correction, and a later one replaces the first")
  func replaced() {
    var clock = SigningClock()
    let now = start.secondsSinceEpoch
    #expect(!clock.correct(by: refused(from: now, to: now), at: start) && clock == SigningClock())
    #expect(clock.correct(by: refused(from: now + 100, to: now + 301), at: start) && clock.correction == .seconds(200))
    #expect(clock.correct(by: refused(from: now, to: now), at: start) && clock.correction == .zero)
    #expect(clock.timestamp(at: start) == start)
  }

  @Test(
    "only a refusal by 400, 401 or 403 is about the time", arguments: [200, 302, 399, 400, 401, 402, 403, 404, 500])
  func statuses(status: Int) {
    var clock = SigningClock()
    let theirs = start.secondsSinceEpoch + 60
    let body = "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=\(theirs)-\(theirs)"
    #expect(clock.correct(by: answer(body, status: status), at: start) == [400, 401, 403].contains(status))
  }

  @Test(
    "OAuth Problem Reporting: a range has two numbers, the first not above the second",
    arguments: [
      ("5-5", 5, 5), ("5-7", 5, 7), ("0-9223372036854775807", 0, .max), ("-5-7", nil, nil), ("7-5", nil, nil),
      ("5", nil, nil),
      ("5-", nil, nil), ("-5", nil, nil), ("-", nil, nil), ("a-b", nil, nil), ("5-7-9", nil, nil), ("", nil, nil),
      ("5-9223372036854775808", nil, nil), ("5 - 7", nil, nil),
    ] as [(String, Int64?, Int64?)])
  func ranges(text: String, first: Int64?, last: Int64?) {
    let encoded = PercentEncoding.encode(text)
    let range = ReportedProblem(reading: answer("oauth_problem=x&oauth_acceptable_timestamps=\(encoded)"))?
      .acceptableTimestamps
    #expect(range?.lowerBound.secondsSinceEpoch == first && range?.upperBound.secondsSinceEpoch == last)
  }
}
