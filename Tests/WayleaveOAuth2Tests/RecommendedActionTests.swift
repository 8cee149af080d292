import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@Suite("RFC 6750 §3.1 and its like: what an API's answer asks for")
struct RecommendedActionOfAnswerTests {
  private func action(
    _ status: Int, _ body: String = "", challenge: String? = nil, retryAfter: String? = nil,
    dialect: OAuth2Dialect = OAuth2Dialect()
  ) -> RecommendedAction? {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    response.head.headerFields[.contentType] = "application/json"
    response.head.headerFields[.wwwAuthenticate] = challenge
    response.head.headerFields[.retryAfter] = retryAfter
    return RecommendedAction(reading: response, dialect: dialect)
  }

  @Test("the challenge says it first, with its terms")
  func challenges() {
    #expect(action(401, challenge: #"Bearer error="invalid_token""#) == .refresh)
    #expect(action(401, "{}", challenge: "Bearer realm=x") == .refresh)
    #expect(
      action(403, challenge: #"Bearer error="insufficient_scope", scope="a b""#)
        == .askConsent(AccessDemand(scopes: ["a", "b"])))
    #expect(
      action(401, challenge: #"DPoP error="insufficient_user_authentication", acr_values="gold", max_age="5""#)
        == .stepUp(AccessDemand(authenticationContextClasses: ["gold"], maximumAge: .seconds(5))))
    #expect(action(401, challenge: #"DPoP error="use_dpop_nonce""#) == .retry)
  }

  @Test("then the words in the body, each provider's in its own shape")
  func bodies() {
    #expect(action(401, #"{"meta":{"code":401,"errorType":"invalid_auth"},"response":{}}"#) == .refresh)
    #expect(action(400, #"{"error":{"code":190}}"#) == .refresh)
    #expect(action(400, #"{"error":{"code":190,"error_subcode":460}}"#) == .signIn)
    // At Facebook's token endpoint, 1 is a wrong secret; elsewhere it is trouble that passes.
    #expect(action(400, #"{"error":{"code":1,"message":"Error validating client secret."}}"#) == .giveUp)
    #expect(action(400, #"{"error":{"code":1,"message":"Please retry."}}"#) == .wait(.seconds(5)))
    #expect(action(401, #"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#) == .refresh)
    #expect(action(401, #"{"errors":[{"code":32}]}"#) == .giveUp)
    let slack = OAuth2Dialect { $0.api.refusesByOK = true }
    #expect(action(200, #"{"ok":false,"error":"token_revoked"}"#, dialect: slack) == .signIn)
    #expect(action(200, #"{"ok":false,"error":"token_expired"}"#, dialect: slack) == .refresh)
    // Elsewhere it is content, which anyone may have written.
    #expect(action(200, #"{"ok":false,"error":"token_revoked"}"#) == nil)
    #expect(action(403, #"{"errors":[{"code":220}]}"#) == .askConsent)
    #expect(
      action(200, #"{"ok":false,"error":"missing_scope","needed":"a,b","provided":"c"}"#, dialect: slack)
        == .askConsent(AccessDemand(scopes: ["a", "b"])))
    #expect(action(200, #"{"data":{"ok":false},"error":"token_revoked"}"#, dialect: slack) == nil)
    let own = OAuth2Dialect { $0.refusals = [.init("odd_word", means: .grantGone)] }
    #expect(action(418, #"{"error":"odd_word"}"#, dialect: own) == .signIn)
    #expect(action(418, #"{"error":"odd_word"}"#) == .giveUp)
  }

  @Test("then a sentence, where a row has its status and its words; the status says it where none has")
  func sentences() {
    let own = OAuth2Dialect {
      $0.refusals = [
        .init("http_401", describedBy: ["bad credentials"], in: .other, means: .grantGone),
        .init("http_403", describedBy: ["rate limit"], in: .other, means: .rateLimited),
      ]
    }
    for member in ["message", "detail", "err"] {
      #expect(action(401, #"{"\#(member)":"Bad credentials"}"#, dialect: own) == .signIn)
      #expect(action(401, #"{"\#(member)":"Bad credentials"}"#) == .refresh)
      #expect(action(401, #"{"\#(member)":"Requires authentication"}"#, dialect: own) == .refresh)
      #expect(action(403, #"{"\#(member)":"API rate limit exceeded"}"#, dialect: own) == .wait(.seconds(60)))
      #expect(action(403, #"{"\#(member)":"Bad credentials"}"#, dialect: own) == .giveUp)
    }
    #expect(action(401, #"{"message":"Bad credentials","error":"other"}"#, dialect: own) == .refresh)
    let figma = OAuth2Dialect {
      $0.refusals = ["invalid", "expired"].map { .init("http_403", describedBy: ["token", $0], means: .tokenInvalid) }
    }
    #expect(action(403, #"{"status":403,"err":"Invalid token"}"#, dialect: figma) == .refresh)
    #expect(action(403, #"{"status":403,"err":"Token expired"}"#, dialect: figma) == .refresh)
    #expect(action(403, #"{"status":403,"err":"Not your file"}"#, dialect: figma) == .giveUp)
  }

  @Test("a body of more than 64 KiB is no refusal: its words are not read, and the status says it")
  func largeBodies() {
    func body(_ error: String, of size: Int) -> String {
      let start = #"{"error":"\#(error)","message":"dead","content":""#
      return start + String(repeating: "a", count: size - start.utf8.count - 2) + #""}"#
    }
    let own = OAuth2Dialect { $0.refusals = [.init("http_401", describedBy: ["dead"], in: .other, means: .grantGone)] }
    for (size, word, sentence) in [
      (65_536, RecommendedAction.signIn, RecommendedAction.signIn), (65_537, .refresh, .refresh),
    ] {
      #expect(action(401, body("invalid_grant", of: size)) == word)
      #expect(
        action(401, body("", of: size).replacing(#""error":"","#, with: #""eeeee":"","#), dialect: own) == sentence)
      var response = ResponseMessage(HTTPResponse(status: .unauthorized), body: Array(body("gone", of: size).utf8))
      response.head.headerFields[.contentType] = "application/json"
      #expect((ProviderRefusal(reading: response) != nil) == (word == .signIn))
      response.body = Array(body("use_dpop_nonce", of: size).utf8)
      response.head.headerFields[.dpopNonce] = "n"
      #expect((DPoPNonceDemand(reading: response, as: .authorizationServer) != nil) == (word == .signIn))
    }
    // What the head says counts all the same.
    #expect(
      action(401, body("x", of: 65_537), challenge: #"Bearer error="insufficient_scope""#)
        == .askConsent(AccessDemand()))
  }

  @Test("then the status, and for how long it wants to be left alone")
  func statuses() {
    for status in [200, 204, 304] { #expect(action(status, #"{"error":"x","errors":[]}"#) == nil) }
    #expect(action(401) == .refresh && action(403) == .giveUp && action(404) == .giveUp)
    #expect(action(429) == .wait(.seconds(60)) && action(429, retryAfter: "7") == .wait(.seconds(7)))
    #expect(action(503) == .wait(.seconds(5)) && action(503, retryAfter: "120") == .wait(.seconds(120)))
    #expect(action(400, #"{"error":{"code":4}}"#, retryAfter: "9") == .wait(.seconds(9)))
    #expect(action(401, challenge: #"DPoP error="use_dpop_nonce""#, retryAfter: "9") == .retry)
  }

  @Test("a table is read from the top, and a row's subcode, description and shape must all fit")
  func rows() {
    let table = RefusalTable([
      .init("a", subcode: "1", means: .final), .init("a", describedBy: ["Gone", "now"], means: .grantGone),
      .init("a", in: .list, means: .rateLimited), .init("a", means: .tokenInvalid),
    ])
    #expect(table.meaning(of: ProviderRefusal(error: "a", subcode: "1")) == .final)
    #expect(table.meaning(of: ProviderRefusal(error: "a", description: "NOW it is gone")) == .grantGone)
    #expect(table.meaning(of: ProviderRefusal(error: "a", description: "gone", shape: .list)) == .rateLimited)
    #expect(table.meaning(of: ProviderRefusal(error: "a", subcode: "2")) == .tokenInvalid)
    #expect(table.meaning(of: ProviderRefusal(error: "A")) == nil)
  }
}
