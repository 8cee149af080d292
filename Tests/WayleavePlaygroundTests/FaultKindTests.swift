import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("Each kind of fault, as it is on the wire")
struct FaultKindTests {
  private static let user = "/v2/users/self"

  private func answer(_ effect: String, _ value: JSON? = nil) async throws -> ResponseMessage {
    try await TestPlayground.with { playground in
      var rule: JSON.Object = JSON.Object()
      rule["path"] = .string(Self.user)
      rule["effect"] = .string(effect)
      rule["value"] = value
      try await playground.script(.object(rule))
      return try await playground.user(Secret("none"))
    }
  }

  @Test func `status, 429 with Retry-After, an error, and an error in a 200`() async throws {
    #expect(try await answer("status", 418).head.status.code == 418)
    let limited = try await answer("too-many-requests", 9)
    #expect(limited.status == 429 && limited.retryAfter() == .seconds(9))
    let slow = try await answer("error", "slow_down")
    #expect(slow.status == 400 && slow.oauthError == "slow_down")
    let success = try await answer("error-in-200", "bad_verification_code")
    #expect(success.status == 200 && success.oauthError == "bad_verification_code")
  }

  @Test(arguments: ["drop-request", "drop-answer"])
  func `the connection ends without an answer`(effect: String) async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      try await playground.script(["path": "/tollgate/token", "effect": .string(effect), "nth": 1])
      await #expect(throws: (any Error).self) { _ = try await playground.refreshTollgate(tokens.refreshToken) }
      // Only a request that was handled has spent the token.
      let second = try await playground.refreshTollgate(tokens.refreshToken)
      #expect(second.oauthError == (effect == "drop-answer" ? "invalid_grant" : nil))
    }
  }

  @Test func `a body comes byte by byte`() async throws {
    let clock = ContinuousClock()
    let begin = clock.now
    let trickled = try await answer("trickle", 1)
    #expect(trickled.status == 401 && trickled.json?["meta"]?["code"] == 401)
    #expect(clock.now - begin >= .milliseconds(trickled.body.count))
  }

  @Test func `another content type, and a form in place of JSON`() async throws {
    let page = try await answer("content-type", "text/html")
    #expect(page.contentType == "text/html" && page.json?["meta"] != nil)
    let form = try await answer("form-for-json")
    #expect(form.contentType == ContentType.form)
    #expect(try Form(decoding: form.text).text(of: "meta")?.contains("401") == true)
  }

  @Test func `a token that is said to end soon is as good as before, and so is the next one`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.script(["path": "/tollgate/token", "nth": 1, "effect": "expires-in", "value": 1])
      let tokens = try await playground.tollgateTokens()
      #expect(tokens.expiresIn == 1)
      playground.clock.advance(by: 2)
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 200)
      let renewed = try TokenResponse(reading: try await playground.refreshTollgate(tokens.refreshToken))
      #expect(renewed.expiresIn ?? 0 > 60)
      #expect(await playground.running.log.count { $0.kind == .faultBegun && $0.reason == "expires-in" } == 1)
    }
  }

  @Test(arguments: [3600, -3600])
  func `a skewed clock is in the ID token, and in the date of the answer`(seconds: Int64) async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.script(["path": "/tollgate/token", "effect": "skewed-clock", "value": JSON(seconds)])
      let code = try await playground.tollgateCode(.web)
      if seconds > 0 {
        // To that clock, the code has expired.
        #expect(try await playground.redeemTollgate(code).oauthError != nil)
      } else {
        let answer = try await playground.redeemTollgate(code)
        let claims = try await claims(of: answer, playground)
        #expect(claims.issuedAt == playground.clock.now - .seconds(3600))
        #expect(answer.date == playground.clock.now - .seconds(3600))
      }
    }
  }

  private func claims(of answer: ResponseMessage, _ playground: TestPlayground) async throws -> JSONWebTokenClaims {
    let text = try #require(try TokenResponse(reading: answer).idToken)
    let payload = try JSONWebSignature(compact: text.exposedBytes)
      .payload(verifiedBy: try await playground.tollgateKeys(), allowing: [.rs256, .es256])
    return try JSONWebTokenClaims(decoding: payload)
  }

  @Test(arguments: Fault.IDTokenFlaw.allCases)
  func `an ID token has the flaw, and no other`(flaw: Fault.IDTokenFlaw) async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.script(["path": "/tollgate/token", "effect": .string(flaw.rawValue)])
      let answer = try await playground.redeemTollgate(try await playground.tollgateCode(.web))
      let text = try #require(try TokenResponse(reading: answer).idToken)
      let signature = try JSONWebSignature(compact: text.exposedBytes)
      let keys = try await playground.tollgateKeys()
      let isPublished = keys.keys.contains { $0.keyID == signature.header.keyID }
      #expect(isPublished == (flaw != .keyID))
      #expect(signature.header.algorithm == (flaw == .algorithm ? "PS256" : "RS256"))
      guard flaw != .keyID, flaw != .signature, flaw != .algorithm else {
        // Also for a client that takes every algorithm of the metadata.
        #expect(throws: OAuthError.self) { try signature.payload(verifiedBy: keys, allowing: [.rs256, .es256]) }
        return
      }
      let claims = try await claims(of: answer, playground)
      #expect((claims.issuer == playground.tollgate.issuer.text) == (flaw != .issuer))
      #expect((claims.audience == [TollgateTestClient.web.rawValue]) == (flaw != .audience))
      #expect((claims.members["nonce"] == "the-nonce") == (flaw != .nonce))
    }
  }

  @Test func `rotated keys: the next ID token is signed by a new one, and the one before stays published`() async throws
  {
    try await TestPlayground.withTollgate { playground in
      let before = try await playground.tollgateKeys().keys.compactMap(\.keyID)
      try await playground.script(["path": "/tollgate/token", "effect": "rotate-keys", "nth": 1])
      let text = try #require(try await playground.tollgateTokens().idToken)
      let used = try JSONWebSignature(compact: text.exposedBytes).header.keyID
      let after = try await playground.tollgateKeys().keys.compactMap(\.keyID)
      #expect(!before.contains(used ?? "") && after.contains(used ?? "") && Set(after).isSuperset(of: before))
    }
  }

  @Test func `refresh reuse: the good token is refused, and its whole grant ends`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      try await playground.script(
        ["where": ["grant_type": "refresh_token"], "effect": "refresh-reuse", "nth": 1])
      #expect(try await playground.refreshTollgate(tokens.refreshToken).oauthError == "invalid_grant")
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 401)
    }
  }

  @Test(arguments: ["/oauth2/authorize", "/tollgate/authorize"])
  func `deny: the person is not asked, and the application gets access_denied`(path: String) async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      try await playground.script(["path": .string(path), "effect": "deny"])
      let url = path.contains("tollgate") ? try playground.tollgateURL() : playground.authorizationURL()
      #expect(try await playground.visitor.open(url).callback.text(of: "error") == "access_denied")
    }
  }

  @Test func `a callback is altered in one parameter, also when a person answers much later`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      for name in ["state", "code", "iss"] {
        try await playground.script(
          ["path": "/tollgate/authorize", "effect": "callback-altered", "value": .string(name)])
        let page = try await playground.allow(playground.tollgateURL(["prompt": "consent"]))
        let callback = try page.callback
        #expect(try (callback.text(of: "state") == "s t&ate") == (name != "state"))
        #expect(try (callback.text(of: "iss") == playground.tollgate.issuer.text) == (name != "iss"))
        let code = Secret(try callback.text(of: "code") ?? "")
        #expect(try await (playground.redeemTollgate(code).status == 200) == (name != "code"))
      }
    }
  }

  @Test(arguments: [
    ("callback-without", "state", ["code", "iss"]), ("callback-without", "code", ["iss", "state"]),
    ("callback-answer", "error_code=901&error_message=No", ["error_code", "error_message", "iss", "state"]),
    ("callback-answer", "denied=1", ["denied", "iss", "state"]),
  ])
  func `a callback is without a parameter, or answers in other names`(
    effect: String, value: String, names: [String]
  ) async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      try await playground.script(
        ["path": "/tollgate/authorize", "effect": .string(effect), "value": .string(value)])
      let callback = try await playground.allow(playground.tollgateURL(["prompt": "consent"])).callback
      #expect(callback.fields.map { String(decoding: $0.name, as: UTF8.self) }.sorted() == names)
    }
  }

  @Test func `what goes wrong with a callback goes wrong with a posted one too: denied, altered, twice`() async throws {
    let called = Lock<[RequestMessage]>([])
    let record: @Sendable (RequestMessage) async -> Void = { request in called.withLock { $0.append(request) } }
    try await TestPlayground.withTollgate(approval: .byPage, { $0.notifier = record }) { playground in
      let url = try playground.tollgateURL(["prompt": "consent", "response_mode": "form_post", "state": "s"])
      try await playground.script(["path": "/tollgate/authorize", "effect": "deny"])
      #expect(try await playground.visitor.open(url).hiddenFields.text(of: "error") == "access_denied")
      try await playground.script(["path": "/tollgate/authorize", "effect": "callback-altered", "value": "state"])
      let altered = try await playground.allow(url).hiddenFields
      #expect(try altered.text(of: "state") == "altereds" && altered.contains("code"))
      try await playground.script(["path": "/tollgate/authorize", "effect": "callback-twice"])
      let page = try await playground.allow(url)
      for _ in 0..<500 where called.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
      let request = try #require(called.withLock { $0.first })
      #expect(called.withLock { $0.count } == 1 && request.url == page.formAction)
      let read = try FormPostResponse(reading: request, at: RedirectURI(request.url ?? ""))
      #expect(try Form(decoding: request.body).text(of: "code") == page.hiddenFields.text(of: "code"))
      #expect(read.parameters.contains("state"))
    }
  }

  @Test func `a callback comes twice: the playground itself calls it first`() async throws {
    let called = Lock<[String]>([])
    let record: @Sendable (RequestMessage) async -> Void = { request in
      called.withLock { $0.append(request.url ?? "") }
    }
    try await TestPlayground.withTollgate({ $0.notifier = record }) { playground in
      try await playground.script(["path": "/tollgate/authorize", "effect": "callback-twice"])
      let location = try await playground.visitor.open(playground.tollgateURL()).location
      for _ in 0..<500 where called.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
      #expect(called.withLock { $0 } == [location])
      try await playground.script()
      _ = try await playground.visitor.open(playground.tollgateURL())
      #expect(called.withLock { $0.count } == 1)
    }
  }
}
