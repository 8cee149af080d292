import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("What goes wrong at the playground on purpose")
struct FaultTests {
  private static let token = "/tollgate/token"
  private static let refresh = (name: "grant_type", value: RefreshTokenGrant.grantType)

  /// Waits until a fault has begun.
  private func wait(for fault: String, at playground: TestPlayground) async throws {
    for _ in 0..<6000 {
      if await playground.running.log.contains(where: { $0.kind == .faultBegun && $0.reason == fault }) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(fault) never began")
  }

  @Test(arguments: [
    ("/tollgate/token:cut-off=12", Fault.Effect.cutOff(afterBytes: 12), false),
    ("/tollgate/token:pause-in-body=2000,once", .pause(.inBody, .milliseconds(2000)), true),
    ("/oauth2/access_token:pause-before-request=1", .pause(.beforeRequest, .milliseconds(1)), false),
    ("/tollgate/revoke:unavailable=30", .unavailable(retryAfter: .seconds(30)), false),
    ("/tollgate/token:skewed-clock=-90", .skewedClock(.seconds(-90)), false),
    ("/oauth2/access_token:expires-in=1", .expiresIn(.seconds(1)), false),
    ("/v2/users/self:content-type=text/html,once", .contentType("text/html"), true),
    ("*:callback-altered=state", .callbackAltered("state"), false), ("*:deny,once", .deny, true),
    ("*:callback-without=state", .callbackWithout("state"), false),
    ("*:callback-answer=error_code=901&denied=1,once", .callbackAnswer("error_code=901&denied=1"), true),
    ("/tollgate/token:wrong-nonce", .idToken(.nonce), false),
  ])
  func `a rule is read from its text`(text: String, effect: Fault.Effect, isOnce: Bool) throws {
    let fault = try Fault(text)
    #expect(fault.effect == effect && fault.occurrence == (isOnce ? .nth(1) : .all) && fault.fields.isEmpty)
  }

  @Test func `a rule for one grant type names it, colons included`() throws {
    let type = DeviceCodeGrant.grantType
    let fault = try Fault("\(Self.token)?grant_type=\(type):pause-before-answer=5")
    #expect(try fault == Fault(at: Self.token, where: ("grant_type", type), .pause(.beforeAnswer, .milliseconds(5))))
  }

  @Test(arguments: [
    "", ":", "/tollgate/token", "/tollgate/token:", "/tollgate/token:cut-off", "/tollgate/token:cut-off=",
    "/tollgate/token:cut-off=-1", "/tollgate/token:cut-off=1,twice", "/tollgate/token:explode=1",
    "/tollgate/tokens:cut-off=1", "/tollgate/token?grant_type:cut-off=1", "/tollgate/token:cut-off=99999999999",
    "/tollgate/token:cut-off=1=2", "/tollgate/token:deny=1", "/tollgate/token:status", "/tollgate/token:status=99",
    "/tollgate/token:status=100", "/tollgate/token:status=200,nth=0", "/tollgate/token:status=200,nth",
    "/tollgate/token:status=200,last=1", "/tollgate/token:error=a\u{7}b", "/playground/reset:status=500",
    "/tollgate/token:unavailable=-1",
  ])
  func `another text is refused`(text: String) {
    let error = #expect(throws: OAuthError.self) { try Fault(text) }
    #expect(error?.code == .invalidValue)
  }

  @Test(arguments: [0, 1, 40])
  func `an answer that is cut off fails at the client, and its refresh token is spent`(bytes: Int) async throws {
    let fault = try Fault(at: Self.token, where: Self.refresh, .cutOff(afterBytes: bytes), isOnce: true)
    try await TestPlayground.withTollgate({ $0.faults = Faults([fault]) }) { playground in
      let tokens = try await playground.tollgateTokens()
      await #expect(throws: (any Error).self) { _ = try await playground.refreshTollgate(tokens.refreshToken) }
      #expect(await playground.running.log.map(\.kind).contains(.tokenRefreshed))
      // The second use ends the whole family: this is what a client risks that sends it again.
      #expect(try await playground.refreshTollgate(tokens.refreshToken).oauthError == "invalid_grant")
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 401)
    }
  }

  @Test func `a cut beyond the end of the body cuts nothing, and a rule for once is used up`() async throws {
    let fault = try Fault(at: Self.token, where: Self.refresh, .cutOff(afterBytes: 100_000), isOnce: true)
    try await TestPlayground.withTollgate({ $0.faults = Faults([fault]) }) { playground in
      let first = try TokenResponse(
        reading: try await playground.refreshTollgate(try await playground.tollgateTokens().refreshToken))
      #expect(try await playground.refreshTollgate(first.refreshToken).status == 200)
    }
  }

  @Test func `before the request is handled its refresh token is not spent`() async throws {
    let fault = try Fault(
      at: Self.token, where: Self.refresh, .pause(.beforeRequest, .milliseconds(1500)), isOnce: true)
    let pause = HeldPause()
    try await TestPlayground.withTollgate({
      $0.faults = Faults([fault])
      $0.sleep = { _ in try await pause.wait() }
    }) { playground in
      let tokens = try await playground.tollgateTokens()
      async let paused = playground.refreshTollgate(tokens.refreshToken)
      try await wait(for: "pause-before-request", at: playground)
      #expect(try await playground.refreshTollgate(tokens.refreshToken).status == 200)
      pause.end()
      #expect(try await paused.oauthError == "invalid_grant")
    }
  }

  @Test(arguments: [Fault.Step.beforeAnswer, .inBody])
  func `before the answer and in its body the refresh token is spent, and the answer comes whole`(step: Fault.Step)
    async throws
  {
    let fault = try Fault(at: Self.token, where: Self.refresh, .pause(step, .milliseconds(800)), isOnce: true)
    let pause = HeldPause()
    try await TestPlayground.withTollgate({ $0.sleep = { _ in try await pause.wait() } }) { playground in
      await playground.running.use(Faults([fault]))
      let tokens = try await playground.tollgateTokens()
      async let paused = playground.refreshTollgate(tokens.refreshToken)
      try await wait(for: step.rawValue, at: playground)
      #expect(try await playground.introspect(try #require(tokens.refreshToken)) == .inactive)
      pause.end()
      let renewed = try TokenResponse(reading: try await paused)
      #expect(try await playground.refreshTollgate(renewed.refreshToken).status == 200)
    }
  }

  @Test func `a client that is gone during the pause has lost its new refresh token`() async throws {
    let fault = try Fault(
      at: Self.token, where: Self.refresh, .pause(.beforeAnswer, .milliseconds(60_000)), isOnce: true)
    try await TestPlayground.withTollgate({ $0.faults = Faults([fault]) }) { playground in
      let tokens = try await playground.tollgateTokens()
      let killed = Task { try await playground.refreshTollgate(tokens.refreshToken) }
      try await wait(for: "pause-before-answer", at: playground)
      killed.cancel()
      await #expect(throws: (any Error).self) { _ = try await killed.value }
      #expect(try await playground.refreshTollgate(tokens.refreshToken).oauthError == "invalid_grant")
    }
  }

  @Test func `7009-3: a revocation endpoint that is unavailable says when to come again, and the token stays good`()
    async throws
  {
    let fault = try Fault("/tollgate/revoke:unavailable=7,once")
    try await TestPlayground.withTollgate({ $0.faults = Faults([fault]) }) { playground in
      let tokens = try await playground.tollgateTokens()
      let request = try RevocationRequest(token: try #require(tokens.refreshToken), kind: .refreshToken)
        .request(to: playground.tollgate.revocationEndpoint, as: playground.ready(.web))
      let answer = try await playground.visitor.send(request)
      #expect(answer.status == 503 && answer.retryAfter() == .seconds(7))
      let error = #expect(throws: OAuthError.self) { try RevocationRequest.confirm(answer) }
      #expect(error?.code == .serverUnavailable)
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 200)
      try RevocationRequest.confirm(try await playground.visitor.send(request))
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 401)
    }
  }

  @Test func `without rotation a refresh token stays the same and serves again`() async throws {
    try await TestPlayground.withTollgate({ $0.tollgate.rotatesRefreshTokens = false }) { playground in
      let tokens = try await playground.tollgateTokens()
      for _ in 0..<2 {
        let renewed = try TokenResponse(reading: try await playground.refreshTollgate(tokens.refreshToken))
        #expect(renewed.refreshToken == nil)
        #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: renewed.accessToken).status == 200)
      }
    }
  }
}
