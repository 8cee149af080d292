import HTTPTypes
import Testing
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8628: a sign-in whose user answers on another device")
struct SignInDeviceTests {
  @Test("8628-8, §3.1 and §3.4: the client authenticates in both requests, and the grant is the device code")
  func requests() throws {
    var waiting = try WaitingForDevice()
    #expect(waiting.first.url == "https://as.example/device")
    #expect(waiting.first.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(try DeviceAuthorizationRequest(reading: waiting.first.bodyForm).access.scopes == ["profile"])
    let poll = try #require(sent(by: try waiting.poll(after: 5)))
    #expect(poll.url == "https://as.example/token")
    #expect(poll.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(try DeviceCodeGrant(reading: poll.bodyForm).deviceCode == Secret("canary-device-code"))
  }

  @Test("a public client names itself in both requests")
  func publicClient() throws {
    var waiting = try WaitingForDevice(as: try Client(id: "public"))
    #expect(try waiting.first.bodyForm.text(of: "client_id") == "public")
    #expect(try #require(sent(by: try waiting.poll(after: 5))).bodyForm.text(of: "client_id") == "public")
  }

  @Test("8628-6: the code is shown next to the URL that already has it")
  func shown() throws {
    let codes = try WaitingForDevice().codes
    #expect(codes.userCode == "WDJB-MJHT")
    #expect(codes.verificationURI.text == "https://as.example/device-page")
    #expect(codes.verificationURIComplete?.text == "https://as.example/device-page?user_code=WDJB-MJHT")
  }

  @Test(
    "§3.2: a server elsewhere names no page of this machine or network",
    arguments: [
      ("https://127.0.0.1/device", false), ("http://localhost:8080/device", false), ("https://10.0.0.1/device", false),
      ("https://pages.example/device", true),
    ])
  func pageInside(page: String, isTaken: Bool) throws {
    let error = refusal { _ = try WaitingForDevice(page: page) }
    #expect(error == (isTaken ? nil : .unexpectedAnswer), "\(page)")
    // A server of this machine may.
    let own = try Example.deviceProvider { $0[.deviceAuthorization] = try Endpoint("http://127.0.0.1:9000/device") }
    #expect(refusal { _ = try WaitingForDevice(at: own, page: "http://127.0.0.1:8080/device") } == nil)
  }

  @Test(
    "8628-2 and 8628-3: no poll is sent before the interval is over, which is 5 seconds when the server names none",
    arguments: [(nil, 5), (1, 1), (30, 30)] as [(Int64?, Int64)])
  func interval(named: Int64?, seconds: Int64) throws {
    var waiting = try WaitingForDevice(interval: named)
    for early in [0, seconds - 1] { #expect(try waiting.poll(after: early).waits == seconds) }
    #expect(sent(by: try waiting.poll(after: seconds)) != nil)
    #expect(try waiting.receive("authorization_pending", after: seconds).waits == 2 * seconds)
    #expect(try waiting.poll(after: 2 * seconds - 1).waits == 2 * seconds)
    #expect(sent(by: try waiting.poll(after: 2 * seconds)) != nil)
  }

  @Test(
    "275: a clock that is set back makes the next poll due, and none waits longer than the interval",
    arguments: [1, 6, 3600, 1_000_000])
  func clockSetBack(by seconds: Int64) throws {
    var waiting = try WaitingForDevice()
    #expect(sent(by: try waiting.poll(after: 5)) != nil)
    #expect(try waiting.receive("authorization_pending", after: 5).waits == 10)
    // Five seconds pass, and the clock is set back.
    let step = try waiting.poll(after: 10 - seconds)
    if seconds > 5 { #expect(sent(by: step) != nil) } else { #expect(step.waits == 10) }
  }

  @Test("275: a clock that is set ahead ends the time to answer, and says so")
  func clockSetAhead() throws {
    var waiting = try WaitingForDevice()
    let error = #expect(throws: OAuthError.self) { try waiting.poll(after: 601) }
    #expect(error?.code == .timedOut)
    #expect(waiting.signIn.nextPoll == nil)
  }

  @Test("8628-3: slow_down adds five seconds, for good")
  func slowDown() throws {
    var waiting = try WaitingForDevice()
    var time: Int64 = 5
    for (answer, next) in [
      ("slow_down", 10), ("authorization_pending", 10), ("slow_down", 15), ("authorization_pending", 15),
    ] as [(String, Int64)] {
      #expect(sent(by: try waiting.poll(after: time)) != nil)
      #expect(try waiting.receive(answer, after: time).waits == time + next)
      time += next
    }
  }

  @Test(
    "8628-5: a server that does not answer, or is in trouble, is asked half as often",
    arguments: [nil, 500, 503, 429] as [Int?])
  func silence(status: Int?) throws {
    var waiting = try WaitingForDevice()
    var time: Int64 = 5
    for next in [10, 20, 40] as [Int64] {
      #expect(sent(by: try waiting.poll(after: time)) != nil)
      let step =
        if let status {
          try waiting.receive(ResponseMessage(HTTPResponse(status: .init(code: status))), after: time)
        } else {
          try waiting.signIn.receiveNoAnswer(at: Example.now + time)
        }
      #expect(step.waits == time + next)
      time += next
    }
    #expect(sent(by: try waiting.poll(after: time)) != nil)
    #expect(try waiting.receive(WaitingForDevice.tokens, after: time) == done(after: time))
  }

  @Test("8628-4: the user who agreed ends the waiting with tokens")
  func agreed() throws {
    var waiting = try WaitingForDevice()
    _ = try waiting.poll(after: 5)
    #expect(try waiting.receive(WaitingForDevice.tokens, after: 5) == done(after: 5))
    #expect(refusal { try waiting.poll(after: 10) } == .outOfOrder)
  }

  @Test(
    "8628-4: any other error ends the sign-in",
    arguments: [
      ("access_denied", .denied), ("expired_token", .timedOut), ("invalid_grant", .grantRefused),
      ("invalid_client", .clientRefused), ("unheard_of", .tokenRefused),
    ] as [(String, OAuthError.Code)])
  func refused(error: String, code: OAuthError.Code) throws {
    var waiting = try WaitingForDevice()
    _ = try waiting.poll(after: 5)
    #expect(refusal { try waiting.receive(error, after: 5) } == code)
    #expect(refusal { try waiting.poll(after: 10) } == .outOfOrder)
  }

  @Test("8628-7: nothing is sent once the code has expired, nor a poll awaited that would come after it")
  func expired() throws {
    var waiting = try WaitingForDevice(expiresIn: 12)
    #expect(refusal { try waiting.poll(after: 12) } == .timedOut)
    #expect(refusal { try waiting.poll(after: 12) } == .outOfOrder)
    var second = try WaitingForDevice(expiresIn: 12)
    _ = try second.poll(after: 5)
    #expect(try second.receive("authorization_pending", after: 6).waits == 11)
    _ = try second.poll(after: 11)
    #expect(refusal { try second.receive("authorization_pending", after: 11) } == .timedOut)
  }

  @Test("8628-1: a provider that offers no such thing, and one of OAuth 1.0a, is refused before anything is sent")
  func unsupported() throws {
    for provider in [try Example.provider(), try Example.oauth1()] {
      var random = SeededGenerator()
      var signIn = SignIn(to: provider, as: try Example.client(), redirect: .device, at: Example.now)
      #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == .unsupported)
    }
    #expect(try WaitingForDevice().signIn.key == SignIn.Key(deviceCode: Secret("canary-device-code")))
  }

  @Test("a waiting sign-in goes on from its record with the interval that it has learned")
  func saved() throws {
    var waiting = try WaitingForDevice()
    _ = try waiting.poll(after: 5)
    _ = try waiting.receive("slow_down", after: 5)
    let saved = try JSON(decoding: waiting.signIn.exposedJSON.encoded())
    waiting.signIn = try #require(SignIn(exposedJSON: saved))
    #expect(waiting.signIn.key == SignIn.Key(deviceCode: Secret("canary-device-code")))
    #expect(waiting.signIn.nextPoll == Example.now + 15)
    #expect(try waiting.poll(after: 14).waits == 15)
    #expect(sent(by: try waiting.poll(after: 15)) != nil)
    #expect(try waiting.receive("authorization_pending", after: 15).waits == 25)
    waiting.signIn = try #require(SignIn(exposedJSON: saved))
    #expect(refusal { try waiting.poll(after: 600) } == .timedOut)
  }

  @Test(
    "a record of which any part is missing or of another type is nothing",
    arguments: ["device_code", "user_code", "verification_uri", "interval", "next_poll", "expires_at"])
  func damaged(part: String) throws {
    let good = try #require(try WaitingForDevice().signIn.exposedJSON.object)
    #expect(SignIn(exposedJSON: .object(good)) != nil)
    for value in [nil, .null, true, []] as [JSON?] {
      var record = good
      var waiting = try #require(record["waiting"]?.object)
      waiting[part] = value
      record["waiting"] = .object(waiting)
      #expect(SignIn(exposedJSON: .object(record)) == nil)
    }
  }

  @Test("neither a callback nor an unasked answer takes anything from a sign-in that waits")
  func outOfOrder() throws {
    var waiting = try WaitingForDevice()
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=A&state=B")
    #expect(
      refusal {
        try waiting.signIn.receive(
          try SignInCallback(reading: url), at: url, now: Example.now, using: &waiting.random)
      } == .outOfOrder)
    #expect(refusal { try waiting.receive(WaitingForDevice.tokens, after: 5) } == .outOfOrder)
    #expect(refusal { try waiting.signIn.receiveNoAnswer(at: Example.now) } == .outOfOrder)
    _ = try waiting.poll(after: 5)
    #expect(try waiting.receive(WaitingForDevice.tokens, after: 5) == done(after: 5))
  }

  @Test("RFC 6749 §5.1: the life of a token counts from the request, since the server began it later")
  func life() throws {
    var waiting = try WaitingForDevice()
    _ = try waiting.poll(after: 5)
    #expect(try waiting.receive(WaitingForDevice.tokens, after: 25) == done(after: 5))
  }

  private func done(after seconds: Int64) -> SignIn.Step {
    .done(
      .oauth2(
        .init(
          accessToken: Secret("canary-access"), scopes: ["profile"], expiresAt: Example.now + (seconds + 3600))))
  }
}
