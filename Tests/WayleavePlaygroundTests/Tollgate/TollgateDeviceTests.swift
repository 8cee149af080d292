import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 8628 §3: a device without a browser at Tollgate")
struct TollgateDeviceTests {
  private func begin(
    _ playground: TestPlayground, as client: TollgateTestClient = .native, scopes: [String] = ["openid", "notes.read"]
  ) async throws -> DeviceAuthorizationResponse {
    try DeviceAuthorizationResponse(
      reading: try await playground.visitor.send(
        DeviceAuthorizationRequest(access: RequestedAccess(scopes: scopes))
          .request(to: playground.tollgate.deviceAuthorizationEndpoint, as: playground.ready(client))))
  }

  private func poll(
    _ playground: TestPlayground, _ codes: DeviceAuthorizationResponse, as client: TollgateTestClient = .native
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      DeviceCodeGrant(deviceCode: codes.deviceCode)
        .request(to: playground.tollgate.tokenEndpoint, as: playground.ready(client)))
  }

  private func type(_ code: String, _ playground: TestPlayground) async throws -> ResponseMessage {
    let page = try await playground.visitor.open(playground.base + "/tollgate/device")
    return try await playground.visitor.submit(page, ["user_code": code, "decision": "continue"])
  }

  @Test(arguments: ["typed", "lower-case", "complete"])
  func `the person types the code, sees it again, allows, and the next poll brings tokens`(way: String) async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let codes = try await begin(playground)
      #expect(
        codes.userCode.firstMatch(of: /^[B-Z]{4}-[B-Z]{4}$/) != nil && codes.interval == 5 && codes.expiresIn == 600)
      #expect(try await poll(playground, codes).oauthError == "authorization_pending")
      var page: ResponseMessage
      if way == "complete" {
        let form = try await playground.visitor.open(try #require(codes.verificationURIComplete).text)
        #expect(form.text.contains(codes.userCode) && !form.isSignInPage)
        page = try await playground.visitor.submit(form, ["user_code": codes.userCode])
      } else {
        page = try await type(
          way == "typed" ? codes.userCode : codes.userCode.lowercased().replacing("-", with: " "), playground)
      }
      page = try await playground.signIn(page)
      #expect(page.isConsentPage && page.text.contains(codes.userCode) && page.text.contains("Tollgate Native Demo"))
      let done = try await playground.visitor.submit(page, ["decision": "allow"])
      #expect(done.status == 200 && done.text.contains("connected"))
      playground.clock.advance(by: 5)
      let tokens = try TokenResponse(reading: try await poll(playground, codes))
      #expect(tokens.scopes == ["openid", "notes.read"] && tokens.idToken != nil && tokens.refreshToken != nil)
      // Once: the code has served on both sides.
      playground.clock.advance(by: 5)
      #expect(try await poll(playground, codes).oauthError == "invalid_grant")
      #expect(try await type(codes.userCode, playground).status == 403)
    }
  }

  @Test func `§3.5: a poll that comes too soon makes every further interval five seconds longer`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let codes = try await begin(playground)
      #expect(try await poll(playground, codes).oauthError == "authorization_pending")
      playground.clock.advance(by: 4)
      #expect(try await poll(playground, codes).oauthError == "slow_down")
      playground.clock.advance(by: 9)
      #expect(try await poll(playground, codes).oauthError == "slow_down")
      playground.clock.advance(by: 15)
      #expect(try await poll(playground, codes).oauthError == "authorization_pending")
    }
  }

  @Test func `Deny ends it for the device`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let codes = try await begin(playground)
      let page = try await playground.signIn(try await type(codes.userCode, playground))
      _ = try await playground.visitor.submit(page, ["decision": "deny"])
      #expect(try await poll(playground, codes).oauthError == "access_denied")
    }
  }

  @Test func `266: after ten minutes the device learns that its code has expired, and no one can type it`()
    async throws
  {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let codes = try await begin(playground)
      playground.clock.advance(by: 599)
      #expect(try await poll(playground, codes).oauthError == "authorization_pending")
      playground.clock.advance(by: 1)
      #expect(try await type(codes.userCode, playground).status == 403)
      #expect(try await poll(playground, codes).oauthError == "expired_token")
    }
  }

  @Test func `a device code belongs to its client, and only some clients get one`() async throws {
    try await TestPlayground.withTollgate { playground in
      let codes = try await begin(playground)
      #expect(try await poll(playground, codes, as: .key).oauthError == "invalid_grant")
      #expect(try await poll(playground, codes).status == 200)
      let refused = try await playground.visitor.send(
        DeviceAuthorizationRequest()
          .request(to: playground.tollgate.deviceAuthorizationEndpoint, as: playground.ready(.web)))
      #expect(refused.oauthError == "unauthorized_client")
      await #expect(throws: OAuthError.self) { try await begin(playground, scopes: ["everything"]) }
    }
  }

  @Test func `266: guessing user codes is stopped, for ten minutes`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let codes = try await begin(playground)
      for _ in 0..<50 { #expect(try await type("WDJB-MJHT", playground).status == 403) }
      #expect(try await type(codes.userCode, playground).status == 429)
      playground.clock.advance(by: 599)
      #expect(try await type(codes.userCode, playground).status == 429)
      playground.clock.advance(by: 1)
      let later = try await begin(playground)
      #expect(try await type(later.userCode, playground).isSignInPage)
    }
  }

  @Test
  func `266: fifty guesses in ten minutes find a code of twenty letters in eight places about once in 500 million`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      var codes: Set<String> = []
      for _ in 0..<200 { codes.insert(try await begin(playground).userCode) }
      #expect(codes.count == 200)
      let letters = Set(codes.joined().filter { $0 != "-" })
      #expect(letters == Set("BCDFGHJKLMNPQRSTVWXZ"))
      #expect(codes.allSatisfy { $0.filter { $0 != "-" }.count == 8 })
    }
  }

  @Test func `a form that is not from the page of this browser is refused`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let codes = try await begin(playground)
      let page = try await playground.visitor.open(playground.base + "/tollgate/device")
      let foreign = try await playground.visitor.submit(
        page, ["user_code": codes.userCode], origin: "https://attacker.example")
      #expect(foreign.status == 403 && !foreign.isSignInPage)
      #expect(try await playground.visitor.submit(page, ["user_code": codes.userCode]).isSignInPage)
    }
  }
}
