import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("BCL-1: OpenID Connect Back-Channel Logout §2")
struct LogoutTokenTests {
  private static let issuer: Issuer = "https://server.example.com"
  private static let now = Instant(secondsSinceEpoch: 1_471_566_154)

  private let key: JSONWebKey
  private let keys: JSONWebKeySet

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    keys = try JSONWebKeySet([try #require(key.publicKey)])
  }

  private func verify(
    _ text: Secret, by keys: JSONWebKeySet? = nil, allowing algorithms: Set<SignatureAlgorithm> = [.es256],
    at now: Instant = now
  ) throws -> LogoutToken {
    try LogoutToken(
      text, verifiedBy: keys ?? self.keys, allowing: algorithms, from: Self.issuer, to: "s6BhdRkqt3", at: now)
  }

  /// The example of §2.4, with some of its claims, or its type, set otherwise.
  private func token(
    type: String? = LogoutToken.type, _ change: (inout JSON.Object) -> Void = { _ in }
  ) throws -> Secret {
    var claims = try #require(
      JSON(
        dictionaryLiteral: ("iss", "https://server.example.com"), ("sub", "248289761001"), ("aud", "s6BhdRkqt3"),
        ("iat", 1_471_566_154), ("exp", 1_471_569_754), ("jti", "bWJq"),
        ("sid", "08a5019c-17e1-4977-8f42-65a12843ea02"),
        ("events", ["http://schemas.openid.net/event/backchannel-logout": [:]])
      ).object)
    change(&claims)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: .es256)
  }

  private func code(_ change: (inout JSON.Object) -> Void) throws -> OAuthError.Code? {
    let text = try token(change)
    return try refusal { try verify(text) }
  }

  @Test("§2.4: the example of the specification")
  func example() throws {
    let token = try verify(token())
    #expect(token.subject == "248289761001")
    #expect(token.sessionID == "08a5019c-17e1-4977-8f42-65a12843ea02")
    #expect(token.id == "bWJq" && token.issuer == Self.issuer && token.issuedAt == Self.now)
    #expect(token.usableUntil == Self.now + 3660)
    #expect(token.claims["aud"] == "s6BhdRkqt3")
  }

  @Test("what a provider signs and posts is what a client verifies")
  func bothDirections() throws {
    let text = try LogoutToken.sign(
      id: "1", subject: nil, sessionID: "s", from: Self.issuer, to: "s6BhdRkqt3", at: Self.now, with: key, by: .es256)
    let request = BackChannelLogoutRequest(logoutToken: text)
    let posted = request.request(to: try Endpoint("https://app.example/logout"))
    #expect(try BackChannelLogoutRequest(reading: posted) == request)
    let token = try verify(BackChannelLogoutRequest(reading: posted).logoutToken)
    #expect(token.sessionID == "s" && token.subject == nil)
    let nobody = try refusal {
      try LogoutToken.sign(
        id: "1", subject: nil, sessionID: nil, from: Self.issuer, to: "c", at: Self.now, with: key, by: .es256)
    }
    #expect(nobody == .malformedLogout)
  }

  @Test(
    "153: a nonce makes it an ID token, and it is refused, whatever the nonce", arguments: ["n", "", .null] as [JSON])
  func nonce(value: JSON) throws {
    #expect(try code { $0["nonce"] = value } == .malformedLogout)
  }

  @Test("153: without the event of a logout, as an object, it is none")
  func events() throws {
    let name = "http://schemas.openid.net/event/backchannel-logout"
    #expect(try code { $0["events"] = nil } == .malformedLogout)
    #expect(try code { $0["events"] = [:] } == .malformedLogout)
    #expect(try code { $0["events"] = [.string(name)] } == .malformedLogout)
    #expect(try code { $0["events"] = JSON(dictionaryLiteral: (name, true)) } == .malformedLogout)
    #expect(try code { $0["events"] = JSON(dictionaryLiteral: ("other", [:])) } == .malformedLogout)
    #expect(try code { $0["events"] = JSON(dictionaryLiteral: ("other", [:]), (name, ["x": 1])) } == nil)
  }

  @Test("153: another audience or issuer is refused")
  func foreign() throws {
    #expect(try code { $0["aud"] = "another" } == .foreignLogout)
    #expect(try code { $0["aud"] = "s6BhdRkqt32" } == .foreignLogout)
    #expect(try code { $0["aud"] = ["s6BhdRkqt"] } == .foreignLogout)
    #expect(try code { $0["aud"] = nil } == .foreignLogout)
    #expect(try code { $0["aud"] = ["another", "s6BhdRkqt3"] } == nil)
    #expect(try code { $0["iss"] = "https://server.example.com/" } == .foreignLogout)
    #expect(try code { $0["iss"] = nil } == .foreignLogout)
    #expect(try code { $0["iss"] = 7 } == .malformedJOSE)
  }

  @Test("283: without “iat”, “exp” or “jti” it is refused", arguments: ["iat", "exp", "jti"])
  func required(name: String) throws {
    #expect(try code { $0[name] = nil } == .malformedLogout)
  }

  @Test("a user or a session must be named, by a name")
  func names() throws {
    #expect(try code { $0["sub"] = nil } == nil)
    #expect(try code { $0["sid"] = nil } == nil)
    #expect(
      try code {
        $0["sub"] = nil
        $0["sid"] = nil
      } == .malformedLogout)
    for name in ["sub", "sid", "jti"] {
      #expect(try code { $0[name] = "" } == .malformedLogout)
      #expect(try code { $0[name] = .string(String(repeating: "a", count: 256)) } == .malformedLogout)
      #expect(try code { $0[name] = 7 } == .malformedJOSE)
    }
  }

  @Test("it is good from its first to its last second, a minute of tolerance included")
  func time() throws {
    let text = try token()
    #expect(try refusal { try verify(text, at: Self.now + -60) } == nil)
    #expect(try refusal { try verify(text, at: Self.now + -61) } == .expiredLogout)
    #expect(try refusal { try verify(text, at: Self.now + 3659) } == nil)
    #expect(try refusal { try verify(text, at: Self.now + 3660) } == .expiredLogout)
  }

  @Test("154: a token of another type is refused; the type may be missing")
  func type() throws {
    for type in ["logout+jwt", "application/logout+jwt", "Logout+JWT", nil] {
      let text = try token(type: type)
      #expect(try refusal { try verify(text) } == nil)
    }
    for type in ["JWT", "at+jwt", "oauth-authz-req+jwt", ""] {
      let text = try token(type: type)
      #expect(try refusal { try verify(text) } == .malformedLogout)
    }
  }

  @Test("§2.6: “none” and another key verify nothing")
  func signature() throws {
    let text = try token()
    let other = try JSONWebKeySet([try #require(JSONWebKey.generate(for: .es256, keyID: "1").publicKey)])
    #expect(try refusal { try verify(text, by: other) } == .tokenSignatureMismatch)
    #expect(try refusal { try verify(text, allowing: [.rs256]) } == .unsupportedAlgorithm)
    let payload = text.exposedText.split(separator: ".")[1]
    let none = Secret("\(Base64.url.encodedText(Array(#"{"alg":"none"}"#.utf8))).\(payload).")
    #expect(try refusal { try verify(none) } == .unsupportedAlgorithm)
  }

  @Test("153: a token that was obeyed is not obeyed again; it is remembered until it expires")
  func replay() throws {
    var history = LogoutTokenHistory()
    let first = try verify(token())
    let second = try verify(token { $0["jti"] = "other" })
    try history.admit(first, at: Self.now)
    #expect(try refusal { try history.admit(first, at: Self.now) } == .replayedLogout)
    #expect(try refusal { try history.admit(second, at: Self.now) } == nil)
    #expect(try refusal { try history.admit(first, at: first.usableUntil) } == .replayedLogout)
    #expect(try refusal { try history.admit(first, at: first.usableUntil + 1) } == nil)
  }

  @Test("282: a full history refuses rather than forgets, and forgets what is expired")
  func bounded() throws {
    var history = LogoutTokenHistory(capacity: 2)
    func token(_ id: String) throws -> LogoutToken { try verify(self.token { $0["jti"] = .string(id) }) }
    let last = try token("3")
    try history.admit(token("1"), at: Self.now)
    try history.admit(token("2"), at: Self.now)
    #expect(try refusal { try history.admit(last, at: Self.now) } == .serverUnavailable)
    #expect(try refusal { try history.admit(last, at: last.usableUntil + 1) } == nil)
  }

  @Test("§2.5: only a posted form with one token is read")
  func request() throws {
    let address = try Endpoint("https://app.example/logout")
    func code(_ request: RequestMessage) throws -> OAuthError.Code? {
      try refusal { try BackChannelLogoutRequest(reading: request) }
    }
    #expect(try code(RequestMessage(posting: ["logout_token": "e.e.s"], to: address)) == nil)
    #expect(try code(RequestMessage(posting: ["logout_token": ""], to: address)) == .malformedLogout)
    #expect(try code(RequestMessage(posting: ["id_token": "e.e.s"], to: address)) == .malformedLogout)
    let twice = Form([(name: "logout_token", value: "a"), (name: "logout_token", value: "b")])
    #expect(try code(RequestMessage(posting: twice, to: address)) == .duplicateParameter)
    let query = try AbsoluteURL("https://app.example/logout?logout_token=e.e.s")
    #expect(try code(RequestMessage(.get, to: query)) == .malformedLogout)
    #expect(try code(RequestMessage(.post, to: query)) == .malformedLogout)
  }

  @Test("§2.8: 200 when it was obeyed, 400 when it was not, and no cache stores either")
  func answers() {
    #expect(BackChannelLogoutRequest.success.status == 200)
    #expect(BackChannelLogoutRequest.refusal.status == 400)
    for answer in [BackChannelLogoutRequest.success, BackChannelLogoutRequest.refusal] {
      #expect(answer.head.headerFields[.cacheControl] == "no-store")
    }
  }
}
