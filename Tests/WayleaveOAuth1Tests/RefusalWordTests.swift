import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("OAuth Problem Reporting and Twitter's codes: every word has its action, in its own shape only")
struct RefusalWordTests {
  private func action(_ body: String, status: Int = 401, retryAfter: String? = nil) -> RecommendedAction? {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    response.head.headerFields[.retryAfter] = retryAfter
    return RecommendedAction(reading: response, dialect: OAuth1Dialect())
  }

  private static let problems: [(String, RecommendedAction)] = [
    ("token_expired", .refresh), ("token_rejected", .signIn), ("token_revoked", .signIn), ("token_used", .signIn),
    ("user_refused", .askConsent), ("permission_denied", .askConsent), ("permission_unknown", .askConsent),
    ("additional_authorization_required", .askConsent), ("nonce_used", .retry), ("timestamp_refused", .retry),
    ("signature_invalid", .giveUp), ("signature_method_rejected", .giveUp), ("version_rejected", .giveUp),
    ("parameter_absent", .giveUp), ("parameter_rejected", .giveUp), ("consumer_key_unknown", .giveUp),
    ("consumer_key_rejected", .giveUp), ("consumer_key_refused", .giveUp),
  ]

  private static let numbers: [(String, RecommendedAction)] = [
    ("89", .signIn), ("88", .wait(.seconds(60))), ("130", .wait(.seconds(5))), ("131", .wait(.seconds(5))),
    ("220", .askConsent),
    ("93", .askConsent), ("32", .giveUp), ("64", .giveUp), ("87", .giveUp), ("215", .giveUp), ("326", .giveUp),
    ("135", .retry),
  ]

  @Test("a word of the extension", arguments: problems)
  func problem(word: String, expected: RecommendedAction) {
    #expect(action("oauth_problem=\(word)") == expected)
    // The same word as a number or a text of another shape says nothing.
    #expect(action(#"{"errors":[{"code":"\#(word)"}]}"#) == .giveUp && action(word) == .giveUp)
    #expect(action("oauth_problem=\(word)", status: 200) == nil && action("oauth_problem=\(word)", status: 399) == nil)
  }

  // EI10
  @Test("a number of Twitter", arguments: numbers)
  func number(code: String, expected: RecommendedAction) {
    #expect(action(#"{"errors":[{"code":\#(code)},{"code":89}]}"#) == expected)
    #expect(action(#"{"code":\#(code)}"#) == .giveUp && action("oauth_problem=\(code)") == .giveUp)
    #expect(action(#"{"errors":[{"code":\#(code)0}]}"#) == .giveUp)
  }

  /// What a callback says; they are no words of an answer.
  private static let denials = ["denied", "access_denied", "user_denied", "user_cancelled", "user_canceled"]

  @Test("the table has these rows and no other")
  func complete() {
    let words = RefusalTable.commonOAuth1.rows.map(\.word)
    #expect(
      Set(words) == Set((Self.problems + Self.numbers).map(\.0) + Self.denials) && words.count == Set(words).count)
  }

  @Test(
    "an answer without a word is judged by its status",
    arguments: [
      (400, .giveUp), (401, .giveUp), (428, .giveUp), (429, .wait(.seconds(60))), (430, .giveUp), (499, .giveUp),
      (500, .wait(.seconds(5))), (503, .wait(.seconds(5))), (599, .wait(.seconds(5))), (200, nil), (204, nil),
      (302, nil),
    ] as [(Int, RecommendedAction?)])
  func statuses(status: Int, expected: RecommendedAction?) {
    #expect(action("", status: status) == expected)
    let isWait = expected == .wait(.seconds(60)) || expected == .wait(.seconds(5))
    #expect(action("", status: status, retryAfter: "17") == (isWait ? .wait(.seconds(17)) : expected))
  }

  @Test("a pause that the answer names replaces ours, and no other action", arguments: problems + numbers)
  func pauses(word: String, expected: RecommendedAction) {
    let body = word.utf8.allSatisfy(\.isDigit) ? #"{"errors":[{"code":\#(word)}]}"# : "oauth_problem=\(word)"
    let isPause = expected == .wait(.seconds(60)) || expected == .wait(.seconds(5))
    #expect(action(body, retryAfter: "17") == (isPause ? .wait(.seconds(17)) : expected))
  }

  private func refusal(_ body: String) -> ProviderRefusal {
    ProviderRefusal(reading: ResponseMessage(HTTPResponse(status: .forbidden), body: Array(body.utf8)))
  }

  @Test(
    "the shape of a refusal is seen from the body, and half of a shape is no shape",
    arguments: [
      ("oauth_problem=x", "x", .problem), ("oauth_problem=", "http_403", .other),
      ("oauth_problem=x&oauth_problem=y", "http_403", .other),
      (#"{"errors":[{"code":1}]}"#, "1", .list), (#"{"errors":[{"code":"1"}]}"#, "http_403", .list),
      (#"{"errors":[]}"#, "http_403", .other),
      (#"{"errors":[{"message":"m"}]}"#, "http_403", .other), (#"{"code":7}"#, "7", .other),
      ("[1]", "http_403", .other),
      ("<error code=\"5\">m</error>", "5", .other), ("<error code=\"5\">m", "http_403", .other),
      ("<error code=\"5", "http_403", .other),
      ("<error code=\"5\" m", "http_403", .other),
    ] as [(String, String, ProviderRefusal.Shape)])
  func shapes(body: String, error: String, shape: ProviderRefusal.Shape) {
    #expect(refusal(body).error == error && refusal(body).shape == shape && refusal(body).status == 403)
  }

  @Test("an error in XML is looked for in the first 4096 bytes")
  func longXML() {
    let error = "<error code=\"5\">m</error>"
    let room = 4096 - error.utf8.count
    #expect(refusal(String(repeating: " ", count: room) + error).error == "5")
    #expect(refusal(String(repeating: " ", count: room + 1) + error).error == "http_403")
  }
}

@Suite("M2, RFC 5849 §3.4.1: where two base strings differ is shown, and no secret of them")
struct BaseStringSecrecyTests {
  private static let names = [
    "x_auth_password", "oauth_token", "oauth_verifier", "oauth_session_handle", "x_reverse_auth_parameters",
  ]

  private func shown(_ ours: String, _ theirs: String) -> String {
    BaseStringDifference(between: Array(ours.utf8), and: Array(theirs.utf8))?.description ?? ""
  }

  @Test("a secret is not shown, wherever the difference stands", arguments: names)
  func everywhere(name: String) throws {
    let ours = "POST&https%3A%2F%2Fa.example%2F&a%3D1%26\(name)%3Dcanary-12345%26zz%3D1"
    for index in ours.utf8.indices {
      var theirs = Array(ours.utf8)
      theirs[ours.utf8.distance(from: ours.utf8.startIndex, to: index)] ^= 1
      let changed = String(decoding: theirs, as: UTF8.self)
      // A provider that changed the name itself sends another parameter than the one that is secret.
      guard changed.contains(name) else { continue }
      #expect(!shown(ours, changed).contains("anary") && !shown(changed, ours).contains("anary"), "\(changed)")
      #expect(!shown(ours, String(changed.prefix(changed.utf8.count - 3))).contains("anary"))
    }
  }

  @Test("a provider that joins or encodes parameters in its own way shows no secret either", arguments: names)
  func otherEncodings(name: String) {
    let ours = "POST&u&\(name)%3Dcanary-12345"
    for theirs in [
      "POST&u&\(name)=canary-12345", "POST&u&\(name)%253Dcanary-12345", "POST&u&b=1&\(name)=canary-12345",
      "POST&u\(name)=canary-12345",
      "POST&u&b%253D1%2526\(name)%253Dcanary-12345", "\(name)=canary-12345", "POST&u&\(name)%3dcanary-12345",
    ] {
      #expect(!shown(ours, theirs).contains("canary") && !shown(theirs, ours).contains("canary"), "\(theirs)")
      #expect(shown(ours, theirs).contains(name), "\(theirs)")
    }
  }

  @Test("the same texts do not differ, and one that goes on differs where the other ends")
  func ends() throws {
    #expect(BaseStringDifference(between: [], and: []) == nil && BaseStringDifference(between: [1], and: [1]) == nil)
    #expect(BaseStringDifference(between: [], and: [0x61])?.position == 0)
    let difference = try #require(BaseStringDifference(between: Array("G&u&a%3D1".utf8), and: Array("G&u&a%3D12".utf8)))
    #expect(difference.position == 9 && difference.ours == "a%3D1" && difference.theirs == "a%3D12")
  }

  @Test("of a long parameter 24 bytes before the difference are shown, and no control character")
  func long() throws {
    let common = String(repeating: "v", count: 60)
    let (ours, theirs) = ("G&u&a%3D\(common)1\u{1B}", "G&u&a%3D\(common)2")
    let difference = try #require(BaseStringDifference(between: Array(ours.utf8), and: Array(theirs.utf8)))
    #expect(difference.theirs == String(repeating: "v", count: 24) + "2")
    #expect(difference.ours == String(repeating: "v", count: 24) + "1\\u{1b}")
  }
}
