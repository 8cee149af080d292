import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("How providers say no")
struct RefusalTests {
  private func refusal(_ json: String, status: HTTPResponse.Status = .badRequest) throws -> ProviderRefusal {
    let response = try ResponseMessage(status, json: JSON(decoding: Array(json.utf8)))
    return try #require(ProviderRefusal(reading: response))
  }

  private func action(_ refusal: ProviderRefusal) -> RecommendedAction? { RefusalTable.common.action(for: refusal) }

  @Test("attack 82: GitHub's error in a 200, with its address")
  func github() throws {
    let refused = try refusal(
      #"{"error":"bad_verification_code","error_description":"expired","error_uri":"https://docs.github.com/x"}"#,
      status: .ok)
    #expect(refused.error == "bad_verification_code" && refused.uri == "https://docs.github.com/x")
    #expect(refused.status == 200 && action(refused) == nil)
  }

  // EI13
  @Test(
    "attack 83: Facebook's code and subcode, and what they ask for",
    arguments: [
      (190, 458, .signIn), (190, 463, .refresh), (190, 460, .signIn), (190, 467, .signIn), (190, nil, .refresh),
      (190, 459, .giveUp), (102, nil, .refresh), (1, nil, .wait(.seconds(5))), (2, nil, .wait(.seconds(5))),
      (4, nil, .wait(.seconds(60))), (17, nil, .wait(.seconds(60))), (32, nil, .wait(.seconds(60))),
      (10, nil, .askConsent), (200, nil, .askConsent), (299, nil, .askConsent), (100, 36007, .signIn), (100, nil, nil),
    ] as [(Int, Int?, RecommendedAction?)])
  func facebook(code: Int, subcode: Int?, action: RecommendedAction?) throws {
    let written = subcode.map { #","error_subcode":\#($0)"# } ?? ""
    let refused = try refusal(
      #"{"error":{"message":"m","type":"OAuthException","code":\#(code)\#(written),"fbtrace_id":"A1"}}"#)
    #expect(refused.error == String(code) && refused.subcode == subcode.map { String($0) })
    #expect(refused.description == "m" && self.action(refused) == action)
  }

  @Test("Facebook says itself that a failure passes; an object without a code is known by its type")
  func facebookTransient() throws {
    #expect(try action(refusal(#"{"error":{"code":3,"is_transient":true}}"#)) == .wait(.seconds(5)))
    #expect(try refusal(#"{"error":{"type":"OAuthException"}}"#).error == "OAuthException")
    #expect(try refusal(#"{"error":{}}"#).error == "http_400")
  }

  @Test(
    "Foursquare's meta, with its code",
    arguments: [
      ("invalid_auth", .refresh), ("not_authorized", .askConsent), ("rate_limit_exceeded", .wait(.seconds(60))),
      ("server_error", .wait(.seconds(5))), ("param_error", .giveUp), ("never_heard", nil),
    ] as [(String, RecommendedAction?)])
  func foursquare(type: String, action: RecommendedAction?) throws {
    let refused = try refusal(
      #"{"meta":{"code":401,"errorType":"\#(type)","errorDetail":"OAuth token invalid or revoked."},"response":{}}"#)
    #expect(refused.error == type && refused.subcode == "401" && self.action(refused) == action)
    #expect(refused.description == "OAuth token invalid or revoked.")
  }

  // ZA10
  @Test(
    "Zatar's violations, whatever their shape",
    arguments: [#"[{"field":"code","message":"bad"}]"#, #"{"a":1}"#, #""x""#])
  func zatar(violations: String) throws {
    let refused = try refusal(#"{"violations":\#(violations)}"#, status: .ok)
    #expect(refused.error == "violations" && refused.description == violations)
    #expect(action(refused) == .giveUp)
  }

  @Test(
    "Twitter's list of errors",
    arguments: [
      (88, .wait(.seconds(60))), (89, .refresh), (135, .retry), (220, .askConsent), (32, .giveUp), (7777, nil),
    ]
      as [(Int, RecommendedAction?)])
  func twitter(code: Int, action: RecommendedAction?) throws {
    let refused = try refusal(#"{"errors":[{"code":\#(code),"message":"m"}]}"#)
    #expect(refused.error == String(code) && self.action(refused) == action)
  }

  @Test("an error of another kind is one all the same; no error is none")
  func others() throws {
    #expect(try refusal(#"{"error":5}"#).error == "5")
    for text in ["{}", #"{"error":null}"#, #"{"error":false}"#, #"{"errors":[]}"#, #"{"meta":{"code":200}}"#, "[]"] {
      let response = try ResponseMessage(.ok, json: JSON(decoding: Array(text.utf8)))
      #expect(ProviderRefusal(reading: response) == nil, "\(text)")
    }
  }

  @Test("“needed” is a demand for scopes only next to missing_scope")
  func needed() throws {
    #expect(
      try refusal(#"{"error":"missing_scope","needed":"a,b c"}"#).demand == AccessDemand(scopes: ["a", "b", "c"]))
    #expect(try refusal(#"{"error":"missing_scope"}"#).demand == nil)
    #expect(try refusal(#"{"error":"quota","needed":"premium plan"}"#).demand == nil)
  }

  @Test("an API's challenge is a refusal too")
  func challenge() {
    let refused = ProviderRefusal(reading: ResourceChallenge(.insufficientScope, description: "d").response())
    #expect(
      refused
        == ProviderRefusal(error: "insufficient_scope", description: "d", status: 403, demand: AccessDemand()))
    #expect(ProviderRefusal(reading: ResourceChallenge().response()) == nil)
  }
}

@Suite("What to do about a failure")
struct RecommendedActionTests {
  private func action(_ word: String) throws -> RecommendedAction {
    let error = #expect(throws: OAuthError.self) {
      try TokenResponse(reading: ResponseMessage(.badRequest, json: ["error": .string(word)]))
    }
    return try #require(error).recommendedAction
  }

  private static let stepUpWord = "insufficient_user_authentication"

  // FS14
  @Test("6750-6 and the words of the specifications: each leads to one thing")
  func words() throws {
    let expected: [(RecommendedAction, [String])] = [
      (.wait(.seconds(5)), ["temporarily_unavailable", "server_error", "slow_down", "authorization_pending"]),
      (.retry, ["use_dpop_nonce"]),
      (.refresh, ["invalid_token", "token_inactive", "session_not_found", "session_expired"]),
      (.stepUp(AccessDemand()), [Self.stepUpWord]),
      (.askConsent, ["access_denied", "consent_required", "insufficient_scope"]),
      (
        .signIn,
        [
          "invalid_grant", "expired_token", "login_required", "interaction_required", "bad_refresh_token",
          "refresh_token_not_found", "refresh_token_already_used",
        ]
      ),
      (
        .giveUp,
        ["invalid_client", "invalid_request", "invalid_scope", "unsupported_grant_type", "invalid_target", "other"]
      ),
    ]
    for (action, words) in expected {
      for word in words { #expect(try self.action(word) == action, "\(word)") }
    }
  }

  private static func error(_ response: ResponseMessage, to grant: SentGrant) -> OAuthError? {
    #expect(throws: OAuthError.self) {
      try TokenResponse(reading: response, dialect: .common, accepting: TokenType.bearerAlone, to: grant)
    }
  }

  @Test(
    "a refresh that is refused in other words: whether the grant is gone, and what to do",
    arguments: [
      (401, #"{"error":"token_inactive","error_description":"m"}"#, .grantRefused, "Sign in again"),
      (400, #"{"code":400,"error_code":"refresh_token_not_found","msg":"m"}"#, .grantRefused, "Sign in again"),
      (400, #"{"error":"consent_required","error_description":"m"}"#, .tokenRefused, "agree to what"),
      (400, #"{"error":"own_word","error_description":"m"}"#, .tokenRefused, "kept as it is; if"),
      (400, #"{"error_code":"own_word","message":"m"}"#, .tokenRefused, "kept as it is; if"),
      (403, #"{"error_code":"","detail":"m"}"#, .tokenRefused, "kept as it is; if"),
    ] as [(Int, String, OAuthError.Code, String)])
  func ofRefresh(status: Int, body: String, code: OAuthError.Code, remedy: String) throws {
    let response = ResponseMessage(.init(code: status), json: try JSON(decoding: Array(body.utf8)))
    let error = Self.error(response, to: .refresh)
    #expect(error?.code == code && error?.refusal?.description == "m")
    #expect(error?.remedy.description.contains(remedy) == true)
    let first = Self.error(response, to: .signIn)
    #expect(first?.remedy.description.contains(remedy) == false)
  }

  @Test(
    "F14: a refusal in the form of a page or a text says its first words",
    arguments: [
      ("text/html", "<html><head><title>Invalid code</title></head></html>", "Invalid code"),
      ("text/plain", "no such code\nmore", "no such code"), ("text/html", "<html><body>x</body></html>", nil),
    ] as [(String, String, String?)])
  func page(type: String, body: String, words: String?) {
    var response = ResponseMessage(HTTPResponse(status: .badRequest), body: Array(body.utf8))
    response.head.headerFields[.contentType] = type
    let refusal = Self.error(response, to: .signIn)?.refusal
    #expect(refusal?.error == "http_400" && refusal?.description == words)
  }

  @Test("an answer that cannot be read may have spent the refresh token, and no other grant says so")
  func unreadable() {
    var response = ResponseMessage(.ok, json: [:])
    response.body = Array(#"{"access_token":"a"#.utf8) + [0xFF] + Array(#"","token_type":"Bearer"}"#.utf8)
    let error = Self.error(response, to: .refresh)
    #expect(error?.code == .malformedTokenResponse && error?.member == nil)
    #expect(error?.remedy.description.contains("may be spent") == true)
    #expect(Self.error(response, to: .signIn)?.remedy.description.contains("may be spent") == false)
  }

  @Test("what the provider's own shape says wins over the code")
  func shapes() throws {
    let body: JSON = ["error": ["code": 190, "error_subcode": 458]]
    let error = #expect(throws: OAuthError.self) {
      try TokenResponse(reading: ResponseMessage(.badRequest, json: body))
    }
    #expect(error?.recommendedAction == .signIn && error?.refusal?.subcode == "458")
  }

  @Test("without a word the code decides: every code leads somewhere")
  func codes() {
    func action(_ code: OAuthError.Code) -> RecommendedAction {
      OAuthError(code, rule: .wayleave("test"), expected: "", received: .nothing, remedy: "").recommendedAction
    }
    for code in [
      OAuthError.Code.unreachable, .connectionRefused, .hostNotFound, .proxyFailed, .networkTimedOut,
      .serverUnavailable,
    ] {
      #expect(action(code) == .wait(.seconds(5)))
    }
    for code in [OAuthError.Code.storeBusy, .unknownKey] { #expect(action(code) == .retry) }
    for code in [OAuthError.Code.grantRefused, .signInNeeded, .outcomeUnknown, .timedOut, .bindingMismatch] {
      #expect(action(code) == .signIn)
    }
    #expect(action(.denied) == .askConsent)
    for code in [OAuthError.Code.clientRefused, .tokenRefused, .storeDamaged, .tokenDowngraded, .malformedURL] {
      #expect(action(code) == .giveUp)
    }
    #expect(action(.expiredAccessToken) == .refresh && action(.stepUpNeeded) == .stepUp(AccessDemand()))
  }
}
