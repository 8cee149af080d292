import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveWire

@Suite("OAuth Problem Reporting: what an API's answer to a signed request asks for")
struct RecommendedActionTests {
  private func action(
    _ status: Int, _ body: String = "", challenge: String? = nil, retryAfter: String? = nil,
    dialect: OAuth1Dialect = OAuth1Dialect()
  ) -> RecommendedAction? {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    response.head.headerFields[.wwwAuthenticate] = challenge
    response.head.headerFields[.retryAfter] = retryAfter
    return RecommendedAction(reading: response, dialect: dialect)
  }

  @Test(
    "the words of the extension, in a body or in the header",
    arguments: [
      ("token_rejected", .signIn), ("token_revoked", .signIn), ("token_expired", .refresh),
      ("permission_denied", .askConsent), ("nonce_used", .retry), ("timestamp_refused", .retry),
      ("signature_invalid", .giveUp), ("consumer_key_refused", .giveUp), ("never_heard", .giveUp),
    ] as [(String, RecommendedAction)])
  func problems(word: String, expected: RecommendedAction) {
    #expect(action(401, "oauth_problem=\(word)") == expected)
    #expect(action(401, challenge: "OAuth oauth_problem=\"\(word)\"") == expected)
  }

  @Test("Twitter's 89 is a token that was revoked; 32 and a bare 401 say nothing about the token")
  func twitter() {
    #expect(action(401, #"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#) == .signIn)
    #expect(action(401, #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#) == .giveUp)
    #expect(action(401) == .giveUp && action(200, "oauth_problem=token_revoked") == nil)
    let own = OAuth1Dialect(refusals: [.init("32", means: .grantGone)])
    #expect(action(401, #"{"errors":[{"code":32}]}"#, dialect: own) == .signIn)
  }

  @Test("a limit and trouble are waited for, as long as the answer says")
  func waiting() {
    #expect(action(429, #"{"errors":[{"code":88}]}"#) == .wait(.seconds(60)))
    #expect(action(429, #"{"errors":[{"code":88}]}"#, retryAfter: "7") == .wait(.seconds(7)))
    #expect(action(429) == .wait(.seconds(60)) && action(503, retryAfter: "9") == .wait(.seconds(9)))
    #expect(action(503) == .wait(.seconds(5)))
    #expect(action(401, "oauth_problem=nonce_used", retryAfter: "9") == .retry)
  }
}
