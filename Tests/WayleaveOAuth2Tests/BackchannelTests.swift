import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect CIBA §7: a user is asked on another device")
struct BackchannelAuthenticationTests {
  private let endpoint: Endpoint
  private let client: Client

  init() throws {
    endpoint = try Endpoint("https://server.example.com/bc-authorize")
    client = try Client(id: "id", secret: Secret("s"))
  }

  @Test("what a client asks is what a server reads")
  func bothDirections() throws {
    var random = SeededGenerator()
    for hint in [
      BackchannelAuthenticationRequest.Hint.login("jane"), .idToken(Secret("a.b.c")), .loginToken(Secret("d.e.f")),
    ] {
      let asked = BackchannelAuthenticationRequest(
        hint, access: RequestedAccess(scopes: ["openid", "email"]), bindingMessage: "W4SCT",
        authenticationContextClasses: ["gold", "silver"], userCode: Secret("1234"), requestedExpiry: 120,
        notificationToken: BackchannelAuthenticationRequest.notificationToken(using: &random))
      let request = try asked.request(to: endpoint, as: client)
      #expect(try BackchannelAuthenticationRequest(reading: request.bodyForm) == asked)
    }
    let least = BackchannelAuthenticationRequest(.login("jane"))
    let request = try least.request(to: endpoint, as: client)
    #expect(request.body == Array("scope=openid&login_hint=jane".utf8))
    #expect(try BackchannelAuthenticationRequest(reading: request.bodyForm) == least)
  }

  @Test("CIBA-1: exactly one hint; the scope openid; no number that is none")
  func refused() throws {
    func code(_ form: Form) throws -> OAuthError.Code? {
      try refusal { try BackchannelAuthenticationRequest(reading: form) }
    }
    #expect(try code(["scope": "openid", "login_hint": "a"]) == nil)
    #expect(try code(["scope": "openid"]) == .tokenRefused)
    #expect(try code(["scope": "openid", "login_hint": "a", "id_token_hint": "b"]) == .tokenRefused)
    #expect(try code(["scope": "openid", "login_hint": ""]) == .tokenRefused)
    #expect(try code(["scope": "email", "login_hint": "a"]) == .tokenRefused)
    for expiry in ["0", "-1", "x", "99999999999999999999"] {
      #expect(try code(["scope": "openid", "login_hint": "a", "requested_expiry": expiry]) == .tokenRefused)
    }
  }

  @Test("CIBA-3: a notification token has 128 bits and is a bearer token, on both sides")
  func notificationToken() throws {
    for (token, isGood) in [
      ("a123456789012345678901", true), ("a12345678901234567890", false), (String(repeating: "x", count: 1024), true),
      (String(repeating: "x", count: 1025), false), ("a12345678901234567890 b", false),
    ] {
      let asked = BackchannelAuthenticationRequest(.login("a"), notificationToken: Secret(token))
      #expect(try refusal { try asked.request(to: endpoint, as: client) } == (isGood ? nil : .invalidValue), "\(token)")
      let form: Form = ["scope": "openid", "login_hint": "a", "client_notification_token": token]
      #expect(
        try refusal { try BackchannelAuthenticationRequest(reading: form) } == (isGood ? nil : .tokenRefused))
    }
    for expiry in [0, -1] as [Int64] {
      let asked = BackchannelAuthenticationRequest(.login("a"), requestedExpiry: expiry)
      #expect(try refusal { try asked.request(to: endpoint, as: client) } == .invalidValue)
    }
    let noScope = BackchannelAuthenticationRequest(.login("a"), access: RequestedAccess(scopes: ["email"]))
    #expect(try refusal { try noScope.request(to: endpoint, as: client) } == .invalidValue)
  }

  @Test("§7.1: a public client does not ask")
  func publicClient() throws {
    let asked = BackchannelAuthenticationRequest(.login("a"))
    #expect(try refusal { try asked.request(to: endpoint, as: Client(id: "id")) } == .invalidClient)
  }

  @Test("CIBA-2, §7.3: what a server answers is what a client reads; the interval is that of the device flow")
  func answer() throws {
    let given = BackchannelAuthenticationResponse(
      requestID: Secret("1c266114-a1be-4252-8ad1-04986c5b9ac1"), expiresIn: 120, interval: 2)
    #expect(try BackchannelAuthenticationResponse(reading: given.response()) == given)
    let least = ResponseMessage(.ok, json: ["auth_req_id": "x", "expires_in": 60])
    let read = try BackchannelAuthenticationResponse(reading: least)
    #expect(read.interval == 5)
    let now = Instant(secondsSinceEpoch: 0)
    #expect(
      PollingPace(read, startingAt: now) == PollingPace(interval: .seconds(5), lifetime: .seconds(60), startingAt: now))
    #expect(BackchannelAuthenticationResponse(requestID: Secret("x"), expiresIn: 1, interval: 0).interval == 5)
    func code(_ json: JSON) throws -> OAuthError.Code? {
      try refusal { try BackchannelAuthenticationResponse(reading: ResponseMessage(.ok, json: json)) }
    }
    #expect(try code(["auth_req_id": "x"]) == .unexpectedAnswer)
    #expect(try code(["expires_in": 5]) == .unexpectedAnswer)
    #expect(try code(["error": "unknown_user_id"]) == .tokenRefused)
    #expect(try code(["error": "access_denied"]) == .denied)
  }

  @Test("§7.1.1: signed, the request is one JWT by the client's key, which a server verifies; no other client signs it")
  func signed() throws {
    let key = try JSONWebKey.generate(for: .es256)
    let client = try Client(id: "id", secret: Secret("s"), key: key, authentication: .basic)
    let now = Instant(secondsSinceEpoch: 1_700_000_000)
    let asked = BackchannelAuthenticationRequest(.login("jane"), bindingMessage: "W4SCT", requestedExpiry: 60)
    func request(as client: Client) throws -> RequestMessage {
      try asked.request(to: endpoint, as: client, signedFor: "https://server.example.com", id: "i", at: now)
    }
    let form = try request(as: client).bodyForm
    #expect(form.fields.count == 1)
    let text = Secret(try #require(try form.text(of: "request")))
    func read(from id: ClientID = "id", to issuer: Issuer = "https://server.example.com", after: Int64 = 0) throws
      -> SignedBackchannelRequest
    {
      try SignedBackchannelRequest(
        verifying: text, verifiedBy: JSONWebKeySet([try #require(key.publicKey)]), allowing: [.es256], from: id,
        to: issuer,
        at: now + after)
    }
    let signed = try read()
    #expect(signed.request == asked && signed.tokenID == "i" && signed.expiresAt == now + 300)
    #expect(try refusal { try read(from: "another") } == .foreignRequestObject)
    #expect(try refusal { try read(to: "https://another.example.com") } == .foreignRequestObject)
    #expect(try refusal { try read(after: 359) } == nil)
    #expect(try refusal { try read(after: 360) } == .expiredRequestObject)
    #expect(try refusal { try read(after: -61) } == .expiredRequestObject)
    #expect(try refusal { try request(as: Client(id: "id", secret: Secret("s"))) } == .invalidClient)
    #expect(try refusal { try request(as: Client(id: "id")) } == .invalidClient)
  }

  @Test(
    "§7.1.1: a signed request names its issuer, audience, time and number; “client_id” may be missing, but never another's",
    arguments: ["iss", "aud", "exp", "iat", "nbf", "jti", "client_id", "login_hint", "scope"])
  func claims(name: String) throws {
    let key = try JSONWebKey.generate(for: .es256)
    let now = Instant(secondsSinceEpoch: 1_700_000_000)
    func code(_ value: JSON?) throws -> OAuthError.Code? {
      let usual: JSON = [
        "iss": "id", "aud": "https://server.example.com", "exp": 1_700_000_300, "iat": 1_700_000_000,
        "nbf": 1_700_000_000, "jti": "i", "client_id": "id", "scope": "openid", "login_hint": "jane",
        "requested_expiry": 60,
      ]
      var claims = try #require(usual.object)
      claims[name] = value ?? claims[name]
      if value == .null { claims[name] = nil }
      let text = try JSONWebSignature.sign(JSON.object(claims).encoded(), with: key, algorithm: .es256)
      return try refusal {
        let signed = try SignedBackchannelRequest(
          verifying: text, verifiedBy: JSONWebKeySet([try #require(key.publicKey)]), allowing: [.es256], from: "id",
          to: "https://server.example.com", at: now)
        #expect(signed.request.requestedExpiry == 60)
      }
    }
    #expect(try code(nil) == nil)
    let expected: OAuthError.Code? =
      switch name {
      case "iss", "aud": .foreignRequestObject
      case "exp", "iat", "nbf", "jti": .malformedRequestObject
      case "client_id": nil
      default: .tokenRefused
      }
    #expect(try code(.null) == expected)
    if ["iss", "aud", "client_id"].contains(name) { #expect(try code("another") == .foreignRequestObject) }
  }

  @Test("§10.1: the poll; another grant is refused")
  func grant() throws {
    let grant = BackchannelGrant(requestID: Secret("1c266114"))
    let request = try grant.request(to: endpoint, as: client)
    #expect(request.body == Array("grant_type=urn%3Aopenid%3Aparams%3Agrant-type%3Aciba&auth_req_id=1c266114".utf8))
    #expect(try BackchannelGrant(reading: request.bodyForm) == grant)
    #expect(try refusal { try BackchannelGrant(reading: ["grant_type": BackchannelGrant.grantType]) } == .tokenRefused)
    #expect(try refusal { try BackchannelGrant(reading: ["auth_req_id": "x"]) } == .tokenRefused)
  }
}

@Suite("OpenID Connect CIBA §10.2: a server pings")
struct BackchannelPingTests {
  private let token = Secret("8d67dc78-7faa-4d41-aabd-67707b374255")
  private let id = Secret("1c266114-a1be-4252-8ad1-04986c5b9ac1")

  private func request() throws -> RequestMessage {
    try BackchannelPing(requestID: id)
      .request(to: Endpoint("https://client.example.com/cb"), notificationToken: token)
  }

  @Test("what a server sends is what a client reads, and 204 is the answer")
  func bothDirections() throws {
    let request = try request()
    #expect(request.body == Array(#"{"auth_req_id":"1c266114-a1be-4252-8ad1-04986c5b9ac1"}"#.utf8))
    #expect(BackchannelPing.requestID(in: request) == id)
    #expect(try BackchannelPing(reading: request, expecting: id, notificationToken: token).requestID == id)
    #expect(BackchannelPing.response().status == 204)
  }

  @Test("CIBA-3: without our token, with another, or about another request, nothing is done")
  func foreign() throws {
    func code(_ change: (inout RequestMessage) -> Void) throws -> OAuthError.Code? {
      var request = try request()
      change(&request)
      return try refusal { try BackchannelPing(reading: request, expecting: id, notificationToken: token) }
    }
    #expect(try code { _ in } == nil)
    #expect(try code { $0.head.headerFields[.authorization] = nil } == .unsolicitedCallback)
    #expect(try code { $0.head.headerFields[.authorization] = "Bearer other" } == .unsolicitedCallback)
    #expect(try code { $0.head.headerFields[.authorization] = "Basic x" } == .unsolicitedCallback)
    #expect(try code { $0.body = Array(#"{"auth_req_id":"other"}"#.utf8) } == .unsolicitedCallback)
    #expect(try code { $0.body = Array("x".utf8) } == .unsolicitedCallback)
    #expect(try code { $0.head.method = .get } == .unsolicitedCallback)
  }

  @Test(
    "CIBA-4: tokens and errors that are pushed are refused, also with the right token",
    arguments: ["access_token", "id_token", "refresh_token", "error"])
  func pushed(member: String) throws {
    var request = try request()
    request.body = Array(#"{"auth_req_id":"\#(id.exposedText)","\#(member)":"x"}"#.utf8)
    func code(_ token: Secret) throws -> OAuthError.Code? {
      try refusal { try BackchannelPing(reading: request, expecting: id, notificationToken: token) }
    }
    #expect(try code(token) == .unsupported)
    #expect(try code(Secret("other")) == .unsolicitedCallback)
  }

  @Test("§10.2: a ping makes the next poll due at once, and puts none off")
  func wakes() {
    let now = Instant(secondsSinceEpoch: 0)
    var pace = PollingPace(interval: .seconds(60), lifetime: .seconds(600), startingAt: now)
    pace.wake(at: now + 7)
    #expect(pace.nextPoll == now + 7 && pace.interval == .seconds(60))
    pace.wake(at: now + 9)
    #expect(pace.nextPoll == now + 7)
  }
}
