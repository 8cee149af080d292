import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OpenID Connect CIBA: a sign-in whose user is asked on a device of theirs")
struct SignInBackchannelTests {
  @Test("CIBA-1, §7.1: the client authenticates, and asks with one hint for what the sign-in is about")
  func request() throws {
    let terms = SignIn.Terms(
      resources: [try ResourceIndicator("https://api.example")], authenticationContextClasses: ["gold"],
      maximumAge: .seconds(5),
      loginHint: "somebody else", prompt: "login")
    let question = BackchannelQuestion(
      .idToken(Secret("a.b.c")), bindingMessage: "W4SCT", userCode: Secret("1234"), requestedExpiry: .seconds(120))
    let provider = try Example.backchannelProvider { $0[.keySet] = try Endpoint("https://as.example/keys") }
    var waiting = try WaitingForBackchannel(asking: question, at: provider, terms: terms)
    #expect(waiting.first.url == "https://as.example/backchannel")
    #expect(waiting.first.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    let asked = try BackchannelAuthenticationRequest(reading: waiting.first.bodyForm)
    #expect(
      asked
        == BackchannelAuthenticationRequest(
          .idToken(Secret("a.b.c")),
          access: RequestedAccess(scopes: ["openid"], resources: [try ResourceIndicator("https://api.example")]),
          bindingMessage: "W4SCT", authenticationContextClasses: ["gold"], userCode: Secret("1234"),
          requestedExpiry: 120))
    let poll = try #require(sent(by: try waiting.poll(after: 5)))
    #expect(poll.url == "https://as.example/token")
    #expect(poll.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(try BackchannelGrant(reading: poll.bodyForm).requestID == WaitingForBackchannel.requestID)
  }

  @Test(
    "§7.1.1: a signed question stands in one JWT for the server, and nothing of it outside; without a key it is refused"
  )
  func signed() throws {
    let key = try JSONWebKey.generate(for: .es256)
    let client = try Client(id: "reader", key: key)
    let question = BackchannelQuestion(.login("jane"), bindingMessage: "W4SCT", isSigned: true)
    let form = try WaitingForBackchannel(asking: question, as: client).first.bodyForm
    #expect(!form.contains("login_hint") && !form.contains("scope") && form.contains("client_assertion"))
    let object = try RequestObject(
      verifying: Secret(try #require(try form.text(of: "request"))),
      verifiedBy: JSONWebKeySet([try #require(key.publicKey)]), allowing: [.es256], from: "reader",
      to: "https://as.example", at: Example.now)
    let asked = try BackchannelAuthenticationRequest(reading: object.parameters)
    #expect(asked.hint == .login("jane") && asked.bindingMessage == "W4SCT")
    #expect(refusal { try WaitingForBackchannel(asking: question) } == .invalidClient)
  }

  @Test("CIBA-2: polls keep the interval, 5 seconds where none is named, and slow_down adds 5 for good")
  func pace() throws {
    var waiting = try WaitingForBackchannel()
    #expect(try waiting.poll(after: 4).waits == 5)
    var time: Int64 = 5
    for (answer, next) in [("authorization_pending", 5), ("slow_down", 10), ("authorization_pending", 10)]
      as [(String, Int64)]
    {
      #expect(sent(by: try waiting.poll(after: time)) != nil)
      #expect(try waiting.receive(answer, after: time).waits == time + next)
      time += next
    }
    #expect(try WaitingForBackchannel(interval: 30).signIn.nextPoll == Example.now + 30)
  }

  @Test(
    "CIBA-2, §11: any other error ends the sign-in, and no further poll is sent",
    arguments: [
      ("access_denied", .denied), ("expired_token", .timedOut), ("transaction_failed", .tokenRefused),
      ("invalid_grant", .grantRefused), ("unauthorized_client", .clientRefused),
    ] as [(String, OAuthError.Code)])
  func refused(error: String, expected: OAuthError.Code) throws {
    var waiting = try WaitingForBackchannel()
    _ = try waiting.poll(after: 5)
    #expect(refusal { try waiting.receive(error, after: 5) } == expected)
    #expect(refusal { try waiting.poll(after: 10) } == .outOfOrder)
  }

  @Test("§7.3: nothing is sent once the request has expired")
  func expired() throws {
    var waiting = try WaitingForBackchannel(expiresIn: 12)
    #expect(sent(by: try waiting.poll(after: 11)) != nil)
    var late = try WaitingForBackchannel(expiresIn: 12)
    #expect(refusal { try late.poll(after: 12) } == .timedOut)
  }

  @Test("CIBA-3: a ping is asked for with a token of 256 bits, which differs each time; a poll is asked for without")
  func notificationToken() throws {
    let first = try WaitingForBackchannel(asking: WaitingForBackchannel.pinged).notificationToken
    #expect(first.count == 43)
    var random = SystemRandomNumberGenerator()
    var other = SignIn(
      to: try Example.backchannelProvider(), as: try Example.client(), asking: WaitingForBackchannel.pinged,
      at: Example.now)
    let second = try #require(sent(by: try other.begin(at: Example.now, using: &random)))
    #expect(try BackchannelAuthenticationRequest(reading: second.bodyForm).notificationToken != first)
    #expect(try !WaitingForBackchannel().first.bodyForm.contains("client_notification_token"))
  }

  @Test("CIBA-3, §10.2: a ping with our token makes the next poll due, once; any other changes nothing")
  func ping() throws {
    var waiting = try WaitingForBackchannel(asking: WaitingForBackchannel.pinged, interval: 60)
    let token = try waiting.notificationToken
    for ping in [
      try WaitingForBackchannel.ping(Secret("another-token-of-many-characters")),
      try WaitingForBackchannel.ping(token, about: Secret("another")),
    ] {
      #expect(refusal { try waiting.signIn.receive(ping: ping, at: Example.now + 1) } == .unsolicitedCallback)
      #expect(waiting.signIn.nextPoll == Example.now + 60)
    }
    try waiting.signIn.receive(ping: WaitingForBackchannel.ping(token), at: Example.now + 1)
    #expect(sent(by: try waiting.poll(after: 1)) != nil)
    // A server that is not there yet is asked at its pace again, whoever pings.
    #expect(try waiting.receive("authorization_pending", after: 1).waits == 61)
    let again = refusal { try waiting.signIn.receive(ping: WaitingForBackchannel.ping(token), at: Example.now + 2) }
    #expect(again == .unsolicitedCallback)
    #expect(try waiting.poll(after: 2).waits == 61)
  }

  @Test("CIBA-3: a sign-in that only polls, one of a device, and one that is done take no ping")
  func unawaitedPing() throws {
    let ping = try WaitingForBackchannel.ping(Secret("a-token-of-at-least-22-characters"))
    var polling = try WaitingForBackchannel().signIn
    #expect(refusal { try polling.receive(ping: ping, at: Example.now) } == .unsolicitedCallback)
    var device = try WaitingForDevice().signIn
    #expect(refusal { try device.receive(ping: ping, at: Example.now) } == .unsolicitedCallback)
  }

  @Test("CIBA-4: tokens that are pushed are refused, though the token is right, and the sign-in goes on waiting")
  func pushed() throws {
    var waiting = try WaitingForBackchannel(asking: WaitingForBackchannel.pinged)
    var push = try WaitingForBackchannel.ping(waiting.notificationToken)
    push.body = Array(
      #"{"auth_req_id":"canary-request-id","access_token":"canary-access","token_type":"Bearer","id_token":"x"}"#.utf8)
    #expect(refusal { try waiting.signIn.receive(ping: push, at: Example.now) } == .unsupported)
    #expect(waiting.signIn.nextPoll == Example.now + 5)
    #expect(sent(by: try waiting.poll(after: 5)) != nil)
  }

  @Test(
    "§5: a way of delivery that the provider does not offer is refused before anything is sent, and push always",
    arguments: [
      (.poll, [], nil), (.ping, [], nil), (.push, [], .unsupported), (.push, [.push], .unsupported),
      (.poll, [.push], .unsupported), (.ping, [.poll, .push], .unsupported), (.ping, [.ping], nil),
    ] as [(BackchannelDeliveryMode, [BackchannelDeliveryMode], OAuthError.Code?)])
  func delivery(mode: BackchannelDeliveryMode, offered: [BackchannelDeliveryMode], expected: OAuthError.Code?) throws {
    let provider = try Example.backchannelProvider { $0.backchannelDeliveryModes = offered }
    let question = BackchannelQuestion(.login("jane"), delivery: mode)
    #expect(refusal { try WaitingForBackchannel(asking: question, at: provider) } == expected)
  }

  @Test("§4 and §7.1: no endpoint, OAuth 1.0a, a public client, and no scope “openid” are refused; nothing is sent")
  func unsupported() throws {
    #expect(refusal { try WaitingForBackchannel(at: try Example.provider()) } == .unsupported)
    #expect(refusal { try WaitingForBackchannel(at: try Example.oauth1()) } == .unsupported)
    #expect(refusal { try WaitingForBackchannel(as: try Client(id: "public")) } == .invalidClient)
    let unnamed = try Example.backchannelProvider { $0.scopes = ["profile"] }
    #expect(refusal { try WaitingForBackchannel(at: unnamed) } == .invalidValue)
  }

  @Test("a client that shows a certificate asks at the endpoint for it")
  func certificate() throws {
    let provider = try Example.backchannelProvider {
      $0.certificateEndpoints[.backchannelAuthentication] = try Endpoint("https://mtls.as.example/backchannel")
    }
    let client = try Client(id: "reader", authentication: .selfSignedTLS)
    #expect(
      try WaitingForBackchannel(at: provider, as: client).first.url == "https://mtls.as.example/backchannel")
  }

  @Test("RFC 9449 §5: every poll proves the key, and a demand for a nonce is met at once")
  func bound() throws {
    var waiting = try WaitingForBackchannel(at: try Example.backchannelProvider { $0.dpopAlgorithms = [.es256] })
    let field = try #require(HTTPField.Name("DPoP"))
    #expect(waiting.first.head.headerFields[field] == nil)
    let poll = try #require(sent(by: try waiting.poll(after: 5)))
    #expect(poll.head.headerFields[field] != nil)
    var demand = TokenErrorResponse("use_dpop_nonce").response()
    demand.head.headerFields[try #require(HTTPField.Name("DPoP-Nonce"))] = "n-1"
    let again = try #require(sent(by: try waiting.signIn.receive(demand, at: Example.now + 5, using: &waiting.random)))
    #expect(again.head.headerFields[field] != poll.head.headerFields[field])
  }

  @Test("a waiting sign-in goes on from its record, with its pace and the token of its ping; a damaged one is nothing")
  func saved() throws {
    var waiting = try WaitingForBackchannel(asking: WaitingForBackchannel.pinged)
    _ = try waiting.poll(after: 5)
    _ = try waiting.receive("slow_down", after: 5)
    let saved = try JSON(decoding: waiting.signIn.exposedJSON.encoded())
    waiting.signIn = try #require(SignIn(exposedJSON: saved))
    #expect(waiting.signIn.key == SignIn.Key(backchannelRequest: WaitingForBackchannel.requestID))
    #expect(waiting.signIn.nextPoll == Example.now + 15)
    try waiting.signIn.receive(ping: WaitingForBackchannel.ping(waiting.notificationToken), at: Example.now + 7)
    // That the ping has come is kept as well.
    let woken = try JSON(decoding: waiting.signIn.exposedJSON.encoded())
    waiting.signIn = try #require(SignIn(exposedJSON: woken))
    let spent = refusal {
      try waiting.signIn.receive(ping: WaitingForBackchannel.ping(waiting.notificationToken), at: Example.now + 7)
    }
    #expect(spent == .unsolicitedCallback)
    #expect(sent(by: try waiting.poll(after: 7)) != nil)
    for part in ["auth_req_id", "interval", "next_poll", "expires_at"] {
      var record = try #require(saved.object)
      var members = try #require(record["waiting"]?.object)
      members[part] = nil
      record["waiting"] = .object(members)
      #expect(SignIn(exposedJSON: .object(record)) == nil, "\(part)")
    }
  }

  @Test("the three names under which sign-ins wait are kept apart")
  func keys() {
    let name = Secret("x")
    let keys = [SignIn.Key(state: name), .init(deviceCode: name), .init(backchannelRequest: name)].map(\.bytes)
    #expect(Set(keys).count == 3)
  }
}
