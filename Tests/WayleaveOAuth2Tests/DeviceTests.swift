import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8628 §3.1 and §3.2: a device begins a sign-in")
struct DeviceAuthorizationTests {
  private let endpoint: Endpoint

  init() throws {
    endpoint = try Endpoint("https://server.example.com/device_authorization")
  }

  @Test("“verification_uri” that is null or empty does not hide Google's “verification_url”")
  func addressThatIsNull() throws {
    let nothing: [JSON] = [.null, .string("")]
    for value in nothing {
      var members = JSON.Object()
      members["device_code"] = "d"
      members["user_code"] = "u"
      members["expires_in"] = 60
      members["verification_url"] = "https://a.example/device"
      for name in ["verification_uri", "verification_uri_complete", "interval"] { members[name] = value }
      let answer = try DeviceAuthorizationResponse(reading: ResponseMessage(.ok, json: .object(members)))
      #expect(answer.verificationURI.text == "https://a.example/device" && answer.verificationURIComplete == nil)
    }
  }

  @Test("§3.1: the example of the specification, read back by a server")
  func request() throws {
    let access = RequestedAccess(scopes: ["example_scope"])
    let request = try DeviceAuthorizationRequest(access: access)
      .request(to: endpoint, as: Client(id: "1406020730"))
    #expect(request.head.path == "/device_authorization")
    #expect(request.body == Array("scope=example_scope&client_id=1406020730".utf8))
    #expect(try DeviceAuthorizationRequest(reading: request.bodyForm).access == access)
  }

  @Test("8628-8: a confidential client authenticates, and 8628-1: the endpoint is https")
  func confidential() throws {
    let request = try DeviceAuthorizationRequest()
      .request(to: endpoint, as: Client(id: "id", secret: Secret("s")))
    #expect(request.head.headerFields[.authorization] == "Basic aWQ6cw==")
    #expect(try refusal { try Endpoint("http://server.example.com/device_authorization") } == .insecureURL)
  }

  @Test("§3.2: the example of the specification, both ways; 8628-6: the user code is there next to the complete URL")
  func answer() throws {
    let published = try TokenResponseVectorTests.body(of: "rfc8628-3.2")
    let answer = try DeviceAuthorizationResponse(reading: ResponseMessage(.ok, json: published))
    #expect(answer.deviceCode == Secret("GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS"))
    #expect(answer.userCode == "WDJB-MJHT" && answer.expiresIn == 1800 && answer.interval == 5)
    #expect(answer.verificationURI.text == "https://example.com/device")
    #expect(answer.verificationURIComplete?.text == "https://example.com/device?user_code=WDJB-MJHT")
    #expect(try DeviceAuthorizationResponse(reading: answer.response()) == answer)
    #expect(answer.response().head.headerFields[.cacheControl] == "no-store")
  }

  private func answer(_ changes: [String: JSON?]) throws -> DeviceAuthorizationResponse {
    var members = JSON.Object()
    members["device_code"] = "d"
    members["user_code"] = "u"
    members["verification_uri"] = "https://e.example/"
    members["expires_in"] = 10
    for (name, value) in changes { members[name] = value }
    return try DeviceAuthorizationResponse(reading: ResponseMessage(.ok, json: .object(members)))
  }

  @Test(
    "8628-2: the interval is 5 seconds where the server names none, or none that is one (token answer 50)",
    arguments: [
      (nil, 5), (0, 5), (-3, 5), ("7", 7), (1, 1), ("soon", 5), (.number("1e400"), TokenResponse.maximumExpiresIn),
    ] as [(JSON?, Int64)])
  func interval(written: JSON?, interval: Int64) throws {
    #expect(try answer(["interval": written]).interval == interval)
  }

  @Test("attack 204, 8628-9: a complete address elsewhere is dropped, and the bare one stays")
  func foreignCompleteAddress() throws {
    for (text, stays) in [
      ("https://e.example/?user_code=u", true), ("https://e.example:443/?user_code=u", true),
      ("https://evil.example/?user_code=u", false), ("http://e.example/?user_code=u", false),
      ("https://e.example:8443/?user_code=u", false), ("https://e.example@evil.example/", false),
      ("javascript:alert(1)", false), ("", false),
    ] {
      let answer = try answer(["verification_uri_complete": .string(text)])
      #expect((answer.verificationURIComplete != nil) == stays, "\(text)")
      #expect(answer.verificationURI.text == "https://e.example/" && answer.userCode == "u")
    }
  }

  @Test("Google's older name for the address is read")
  func olderName() throws {
    let answer = try answer(["verification_uri": nil, "verification_url": "https://www.google.com/device"])
    #expect(answer.verificationURI.text == "https://www.google.com/device")
  }

  @Test("attack 202: a URL that no user may be sent to is refused (token answer 51)")
  func hostileAddress() throws {
    for text in ["file:///etc/passwd", "http://e.example/", "javascript:x", "https://e.example\\@evil/", "device", ""] {
      #expect(try refusal { try answer(["verification_uri": .string(text)]) } == .unexpectedAnswer, "\(text)")
    }
    #expect(try refusal { try answer(["verification_uri": "http://127.0.0.1:8080/device"]) } == nil)
  }

  @Test("an answer without what it must have is refused")
  func incomplete() throws {
    for name in ["device_code", "user_code", "verification_uri", "expires_in"] {
      #expect(try refusal { try answer([name: nil]) } == .unexpectedAnswer, "\(name)")
      #expect(try refusal { try answer([name: ""]) } == .unexpectedAnswer, "\(name)")
    }
    for code: JSON in ["a\u{1B}[2J", "ä", .string(String(repeating: "x", count: 65)), 5] {
      #expect(try refusal { try answer(["user_code": code]) } == .unexpectedAnswer)
    }
    for seconds: JSON in [0, -1, "x", .null, .number("-1e9")] {
      #expect(try refusal { try answer(["expires_in": seconds]) } == .unexpectedAnswer)
    }
    #expect(try answer(["expires_in": .number("1e308")]).expiresIn == TokenResponse.maximumExpiresIn)
  }

  @Test("a refusal, trouble, a redirect and a page have errors of their own")
  func refused() throws {
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try DeviceAuthorizationResponse(reading: response) }
    }
    #expect(try code(TokenErrorResponse("invalid_client").response()) == .clientRefused)
    #expect(try code(TokenErrorResponse("invalid_scope").response()) == .tokenRefused)
    #expect(try code(ResponseMessage(HTTPResponse(status: .notFound))) == .tokenRefused)
    #expect(try code(ResponseMessage(HTTPResponse(status: .serviceUnavailable))) == .serverUnavailable)
    #expect(try code(ResponseMessage(HTTPResponse(status: .found))) == .unexpectedRedirect)
    #expect(try code(ResponseMessage(.created, json: ["device_code": "d"])) == .unexpectedAnswer)
    #expect(try code(ResponseMessage(.ok, form: ["device_code": "d"])) == .unexpectedAnswer)
  }
}

@Suite("RFC 8628 §3.4 and §3.5: a device polls")
struct DeviceCodeGrantTests {
  @Test("§3.4: the example of the specification, read back by a server; another grant is refused")
  func request() throws {
    let grant = DeviceCodeGrant(deviceCode: Secret("GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS"))
    let request = try grant.request(to: Endpoint("https://server.example.com/token"), as: Client(id: "1406020730"))
    let body =
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
      + "&device_code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS&client_id=1406020730"
    #expect(request.body == Array(body.utf8))
    #expect(try DeviceCodeGrant(reading: request.bodyForm) == grant)
    #expect(try refusal { try DeviceCodeGrant(reading: ["grant_type": "device_code"]) } == .tokenRefused)
    #expect(try refusal { try DeviceCodeGrant(reading: ["grant_type": DeviceCodeGrant.grantType]) } == .tokenRefused)
  }

  @Test(
    "8628-4: authorization_pending and slow_down go on, whatever the status; every other refusal ends",
    arguments: [
      ("authorization_pending", PollAnswer.pending, nil), ("slow_down", .slowDown, nil),
      ("access_denied", nil, .denied), ("expired_token", nil, .timedOut), ("invalid_grant", nil, .grantRefused),
      ("invalid_client", nil, .clientRefused), ("invalid_request", nil, .tokenRefused),
    ] as [(String, PollAnswer?, OAuthError.Code?)])
  func refused(word: String, answer: PollAnswer?, code: OAuthError.Code?) throws {
    for response in [TokenErrorResponse(word).response(), ResponseMessage(.ok, json: ["error": .string(word)])] {
      if let answer { #expect(try PollAnswer(reading: response) == answer) }
      #expect(try refusal { try PollAnswer(reading: response) } == code)
    }
  }

  @Test("tokens are tokens, and rubbish is neither pending nor tokens")
  func tokens() throws {
    let tokens = TokenResponse(accessToken: Secret("a"))
    #expect(try PollAnswer(reading: tokens.response()) == .tokens(tokens))
    #expect(try refusal { try PollAnswer(reading: ResponseMessage(.ok, json: [])) } == .malformedTokenResponse)
  }
}

@Suite("RFC 8628 §3.5: how often a device polls")
struct PollingPaceTests {
  private let now = Instant(secondsSinceEpoch: 1_000_000)

  @Test("8628-3: the first poll and each after it wait the interval; slow_down adds 5 seconds for good")
  func interval() throws {
    var pace = PollingPace(lifetime: .seconds(1800), startingAt: now)
    #expect(pace.interval == .seconds(5) && pace.nextPoll == now + 5)
    try pace.poll(after: .pending, at: now + 6)
    #expect(pace.nextPoll == now + 11)
    try pace.poll(after: .slowDown, at: now + 11)
    #expect(pace.interval == .seconds(10) && pace.nextPoll == now + 21)
    try pace.poll(after: .pending, at: now + 21)
    #expect(pace.nextPoll == now + 31)
    try pace.poll(after: .slowDown, at: now + 31)
    #expect(pace.interval == .seconds(15) && pace.nextPoll == now + 46)
  }

  @Test("8628-5: a silent server is asked half as often each time, and never less than it asked for itself")
  func silence() throws {
    var pace = PollingPace(interval: .seconds(5), lifetime: .seconds(100_000), startingAt: now)
    var intervals: [Int64] = []
    for _ in 0..<8 {
      try pace.poll(after: .unanswered, at: now)
      intervals.append(pace.interval.wholeSeconds)
    }
    #expect(intervals == [10, 20, 40, 80, 160, 300, 300, 300])
    var slow = PollingPace(interval: .seconds(900), lifetime: .seconds(100_000), startingAt: now)
    try slow.poll(after: .unanswered, at: now)
    #expect(slow.interval == .seconds(900))
  }

  @Test(
    "where the interval is longer than the codes live, the first poll still comes before their end",
    arguments: [(900, 300), (300, 300), (5, 4), (Int64.max, 1800)] as [(Int64, Int64)])
  func longInterval(interval: Int64, lifetime: Int64) throws {
    var pace = PollingPace(interval: .seconds(interval), lifetime: .seconds(lifetime), startingAt: now)
    #expect(pace.nextPoll > now && pace.nextPoll < pace.expiresAt)
    #expect(try refusal { try pace.poll(after: .pending, at: pace.nextPoll) } == .timedOut)
    #expect(PollingPace(interval: .seconds(5), lifetime: .seconds(300), startingAt: now).nextPoll == now + 5)
  }

  @Test("8628-7: when the codes are expired by the next poll, it is over")
  func expiry() throws {
    var pace = PollingPace(interval: .seconds(5), lifetime: .seconds(20), startingAt: now)
    try pace.poll(after: .pending, at: now + 14)
    #expect(pace.nextPoll == now + 19)
    #expect(try refusal { try pace.poll(after: .pending, at: now + 15) } == .timedOut)
  }

  @Test("no number a server sends makes it trap")
  func extremes() throws {
    for interval in [Int64.min, 0, 5, .max] {
      for lifetime in [Int64.min, 0, .max] {
        var pace = PollingPace(interval: .seconds(interval), lifetime: .seconds(lifetime), startingAt: now)
        for outcome in [PollingPace.Outcome.pending, .slowDown, .unanswered] { try? pace.poll(after: outcome, at: now) }
        #expect(pace.interval > .zero)
      }
    }
    var endless = PollingPace(interval: .seconds(1e20), lifetime: .seconds(1e20), startingAt: now)
    try endless.poll(after: .slowDown, at: now)
    #expect(endless.expiresAt == Instant(secondsSinceEpoch: .max))
    #expect(PollingPace(interval: .milliseconds(1900), lifetime: .seconds(60), startingAt: now).interval == .seconds(1))
  }

  @Test("the pace of an answer is its interval and its lifetime")
  func ofAnswer() throws {
    let answer = try DeviceAuthorizationResponse(
      deviceCode: Secret("d"), userCode: "u", verificationURI: "https://e.example/", expiresIn: 60, interval: 7)
    let pace = PollingPace(answer, startingAt: now)
    #expect(pace.interval == .seconds(7) && pace.expiresAt == now + 60)
  }
}
