import HTTPTypes
import Testing
import WayleaveWire

@Suite("RFC 9110 §10.2.3: Retry-After")
struct RetryAfterTests {
  @Test(
    "87: seconds, held to between a second and an hour",
    arguments: [
      ("120", 120), ("0", 1), ("1", 1), ("3600", 3600), ("3601", 3600), ("-5", 1), ("007", 7),
      ("99999999999999999999999999", 3600),
    ] as [(String, Int64)])
  func seconds(text: String, expected: Int64) {
    #expect(response(text).retryAfter() == .seconds(expected))
  }

  @Test(
    "87: a date, by the server's own clock where it says it, else by ours",
    arguments: [
      ("Tue, 14 Nov 2023 22:15:20 GMT", 120), ("Tue, 14 Nov 2023 22:13:20 GMT", 1),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 1), ("Fri, 31 Dec 9999 23:59:59 GMT", 3600),
    ] as [(String, Int64)])
  func date(text: String, expected: Int64) {
    #expect(response(text, date: "Tue, 14 Nov 2023 22:13:20 GMT").retryAfter(at: now + 500) == .seconds(expected))
    #expect(response(text).retryAfter(at: now) == .seconds(expected))
    #expect(response(text).retryAfter() == nil)
  }

  @Test(
    "87: what is neither says nothing",
    arguments: [nil, "", "NaN", "soon", "1.5", "1e3", "1, 2", "14 Nov 2023", "+"] as [String?])
  func unreadable(text: String?) {
    #expect(response(text).retryAfter(at: now) == nil)
  }

  private let now = Instant(secondsSinceEpoch: 1_700_000_000)

  private func response(_ text: String?, date: String? = nil) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .serviceUnavailable))
    response.head.headerFields[.retryAfter] = text
    response.head.headerFields[.date] = date
    return response
  }
}
