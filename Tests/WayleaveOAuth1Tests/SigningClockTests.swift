import HTTPTypes
import Testing
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.3: the clock that stamps requests")
struct SigningClockTests {
  private let now = Instant(secondsSinceEpoch: 1_700_000_000)

  @Test("timestamps never go backwards")
  func monotone() {
    var clock = SigningClock()
    #expect(clock.timestamp(at: now) == now)
    #expect(clock.timestamp(at: now + -50) == now)
    #expect(clock.timestamp(at: now + 1) == now + 1)
  }

  @Test("a refusal for the time corrects it by the Date of the answer; the same time again is no news")
  func correction() throws {
    var clock = SigningClock()
    _ = clock.timestamp(at: now)
    #expect(clock.correct(by: try answer(at: now + -3600), at: now))
    #expect(clock.correction == .seconds(-3600))
    #expect(clock.timestamp(at: now + 2) == now + -3598)
    #expect(!clock.correct(by: try answer(at: now + -3600), at: now))
    #expect(clock.correction == .seconds(-3600))
  }

  @Test(
    "only a refusal for the time counts, in each shape that providers have",
    arguments: [
      ("{\"errors\":[{\"code\":135,\"message\":\"Timestamp out of bounds.\"}]}", 401, true),
      ("<errors><error code=\"135\">Timestamp out of bounds.</error></errors>", 401, true),
      ("oauth_problem=timestamp_refused", 400, true), ("oauth_problem=nonce_used", 401, false),
      ("{\"errors\":[{\"code\":32}]}", 401, false), ("oauth_problem=timestamp_refused", 200, false), ("", 401, false),
    ])
  func shapes(body: String, status: Int, isCorrected: Bool) throws {
    var clock = SigningClock()
    #expect(try clock.correct(by: answer(at: now + 900, body: body, status: status), at: now) == isCorrected)
  }

  @Test(
    "a provider more than a day away, or one that does not say its time, corrects nothing",
    arguments: [86400, 86401, nil])
  func bounds(seconds: Int64?) throws {
    var clock = SigningClock()
    let answer = try answer(at: seconds.map { now + $0 })
    #expect(clock.correct(by: answer, at: now) == (seconds == 86400))
  }

  @Test("the range of timestamps that a provider names serves where there is no Date")
  func range() throws {
    var clock = SigningClock()
    let body = "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1700000500-1700000700"
    #expect(clock.correct(by: try answer(at: nil, body: body), at: now))
    #expect(clock.correction == .seconds(600))
  }

  @Test("a range of timestamps at the end of time corrects nothing, and traps nothing")
  func endOfTime() throws {
    var clock = SigningClock()
    for range in ["-9223372036854775808--9223372036854775808", "9223372036854775806-9223372036854775807"] {
      let body = "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=\(range)"
      #expect(try !clock.correct(by: answer(at: nil, body: body), at: now))
    }
  }

  private func answer(
    at time: Instant?, body: String = "oauth_problem=timestamp_refused", status: Int = 401
  ) throws -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    response.head.headerFields[.date] = time.map(Self.text)
    return response
  }

  /// Days of 2023-11 only, which is all that these tests need.
  private static func text(_ time: Instant) -> String {
    let text = time.description  // 2023-11-14T22:13:20Z
    let (day, clock) = (text.dropFirst(8).prefix(2), text.dropFirst(11).prefix(8))
    return "Tue, \(day) Nov 2023 \(clock) GMT"
  }
}
