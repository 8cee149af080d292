import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9110 §8.3, §15 and §5.6.7: what an answer is, by its status, its type and its date")
struct AnswerFormTests {
  private func answer(_ status: Int = 200, _ fields: HTTPFields = [:], body: String = "") -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .init(code: status), headerFields: fields), body: Array(body.utf8))
  }

  @Test(
    "a body is JSON by its type, or by the suffix of it: RFC 6839 §3.1",
    arguments: [
      ("application/json", true), ("Application/JSON; charset=utf-8", true), (" application/json ", true),
      ("application/problem+json", true), ("application/jwk-set+JSON;x=y", true),
      ("application/json; a, text/html", true),
      ("application/jsonp", false), ("text/json", false), ("json", false), ("application/json+xml", false),
      ("application/xjson", false), ("application/json, text/html", false), ("", false), ("+json ", true),
    ])
  func json(type: String, isJSON: Bool) {
    #expect(answer(200, [.contentType: type], body: "{}").isJSON == isJSON)
  }

  @Test("a body without a type is no JSON, and one with two types is what the two together say")
  func otherTypes() {
    #expect(!answer(body: "{}").isJSON)
    for (first, second) in [
      ("application/json", "text/html"), ("text/html", "application/json"), ("application/json", "application/json"),
    ] {
      var fields = HTTPFields()
      fields.append(HTTPField(name: .contentType, value: first))
      fields.append(HTTPField(name: .contentType, value: second))
      #expect(!answer(200, fields, body: "{}").isJSON, "\(first), \(second)")
    }
  }

  @Test(
    "a redirect is 300 to 399, a server in trouble is 429 or 500 to 599, and every other status passes",
    arguments: [
      (200, nil), (299, nil), (300, .unexpectedRedirect), (399, .unexpectedRedirect), (400, nil), (428, nil),
      (429, .serverUnavailable), (430, nil), (499, nil), (500, .serverUnavailable), (599, .serverUnavailable),
      (600, nil),
    ] as [(Int, OAuthError.Code?)])
  func borders(status: Int, code: OAuthError.Code?) throws {
    #expect(answer(status).isInTrouble == (code == .serverUnavailable))
    #expect(try refusal { try answer(status).requireDirectAnswer() } == code)
    #expect(try refusal { try answer().requireDirectAnswer(ofStatus: status) } == code)
    let coded = answer(status, [.contentEncoding: "gzip"])
    #expect(try refusal { try coded.requireDirectAnswer() } == .contentCoding)
  }

  @Test("the wait that a server in trouble asks for is the advice, by its own clock")
  func waiting() {
    func remedy(_ fields: HTTPFields) -> Remedy? {
      do throws(OAuthError) {
        try answer(503, fields).requireDirectAnswer()
        return nil
      } catch { return error.remedy }
    }
    #expect(remedy([.retryAfter: "7"]) == .wait(.seconds(7)))
    let (date, later) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT")
    #expect(remedy([.retryAfter: later, .date: date]) == .wait(.seconds(30)))
    #expect(remedy([.retryAfter: later]) != .wait(.seconds(30)) && remedy([:]) != nil)
  }

  @Test("a page begins within 256 bytes, after spaces and a byte order mark", arguments: [0, 1, 250, 251, 252, 300])
  func lateStart(spaces: Int) {
    let space = String(repeating: "\n", count: spaces)
    #expect(answer(body: space + "<html").looksLikeHTML == (spaces + 5 <= 256))
    #expect(answer(body: "\u{FEFF}" + space + "<html").looksLikeHTML == (spaces + 5 <= 256))
    #expect(answer(body: space + "<!DocType HTML").looksLikeHTML == (spaces + 14 <= 256))
    #expect(!answer(body: space + "<htm").looksLikeHTML && !answer(body: space + "<!doctype xhtml").looksLikeHTML)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private func read(_ date: String) -> Instant? { answer(200, [.date: date]).date }

  @Test("§5.6.7: every second that RFC 3339 writes is read from the form of HTTP")
  func everyDate() {
    var random = SeededGenerator(seed: 9110)
    for count in 0..<400 {
      let seconds = Int64.random(in: 0...253_402_300_799, using: &random)
      // 2000 is a leap year and 2100 is none: the days around the end of February.
      let instant = Instant(
        secondsSinceEpoch: count < 8
          ? 951_696_000 + Int64(count) * 86400 : count < 16 ? 4_107_369_600 + Int64(count - 8) * 86400 : seconds)
      let text = Array(instant.description)
      let month = Self.months[(Int(String(text[5...6])) ?? 1) - 1]
      let date = "Mon, \(String(text[8...9])) \(month) \(String(text[0...3])) \(String(text[11...18])) GMT"
      #expect(read(date) == instant, "\(date)")
    }
  }

  @Test(
    "§5.6.7: each number has its range, and each mark its place",
    arguments: [
      ("Sun, 01 Nov 1994 08:49:37 GMT", true), ("Sun, 31 Oct 1994 08:49:37 GMT", true),
      ("Sun, 32 Oct 1994 08:49:37 GMT", false),
      ("Sun, 00 Oct 1994 08:49:37 GMT", false), ("Thu, 01 Jan 1970 00:00:00 GMT", true),
      ("Wed, 31 Dec 1969 23:59:59 GMT", false),
      ("Sun, 06 Nov 1994 23:59:59 GMT", true), ("Sun, 06 Nov 1994 24:00:00 GMT", false),
      ("Sun, 06 Nov 1994 08:60:00 GMT", false),
      // A leap second is 60.
      ("Sun, 06 Nov 1994 08:49:60 GMT", true), ("Sun, 06 Nov 1994 08:49:61 GMT", false),
      ("Sun, 06 nov 1994 08:49:37 GMT", false),
      ("sun, 06 Nov 1994 08:49:37 GMT", false), ("Sun, 06 Nov 1994 08:49:37 gmt", false),
      ("Sun,  6 Nov 1994 08:49:37 GMT", false),
      ("Sun, +6 Nov 1994 08:49:37 GMT", false), ("Sun, 06 Nov -994 08:49:37 GMT", false),
      ("Sun; 06 Nov 1994 08:49:37 GMT", false),
      ("Sun,-06 Nov 1994 08:49:37 GMT", false), ("Sun, 06-Nov 1994 08:49:37 GMT", false),
      ("Sun, 06 Nov-1994 08:49:37 GMT", false),
      ("Sun, 06 Nov 1994T08:49:37 GMT", false), ("Sun, 06 Nov 1994 08.49:37 GMT", false),
      ("Sun, 06 Nov 1994 08:49.37 GMT", false),
      ("Sun, 06 Nov 1994 08:49:37-GMT", false), ("Sun, 06 Nov 1994 08:49:37 GM", false),
      ("Sun, 06 Nov 1994 08:49:3\u{663}", false),
    ])
  func malformedDates(text: String, isDate: Bool) {
    #expect((read(text) != nil) == isDate)
  }

  @Test(
    "§5.6.7: the seven days and no other",
    arguments: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Son", "Die", "   "])
  func weekdays(day: String) {
    #expect((read("\(day), 06 Nov 1994 08:49:37 GMT") != nil) == !["Son", "Die", "   "].contains(day))
  }
}
