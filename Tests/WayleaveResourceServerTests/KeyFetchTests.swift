import HTTPTypes
import Testing
import Wayleave
import WayleaveJOSE
import WayleaveResourceServer
import WayleaveWire

@Suite(
  "OpenID Connect Core §10.1.1: an API fetches the keys of an issuer, and lives with a server that does not answer")
struct KeyFetchTests {
  private let issuer: ExampleIssuer
  private let api: ProtectedResource
  /// For how long keys are good where the server does not say, and then once more while no others can be had.
  private let hour: Int64 = 3600
  private let day: Int64 = 86_400

  init() throws {
    issuer = try ExampleIssuer()
    api = try issuer.resource()
  }

  private var fetches: Int { issuer.asked.count { $0 == "/keys" } }

  @Test("of many callers at once, one fetches the keys")
  func oneFetch() async throws {
    await issuer.gate.close()
    let token = try issuer.token()
    try await withThrowingTaskGroup(of: Caller.self) { group in
      for _ in 0..<20 { group.addTask { try await api.check(request(token)) } }
      // All of them have begun, and wait for the same answer.
      while issuer.checks < 20 { await Task.yield() }
      await issuer.gate.open()
      for try await caller in group { #expect(caller.subject == "ravi") }
    }
    #expect(issuer.asked == ["/.well-known/openid-configuration", "/keys"])
  }

  @Test("114: a key that is not known is fetched, once a minute and no more, however many tokens name one")
  func unknownKey() async throws {
    _ = try await api.check(request(issuer.token()))
    let next = try JSONWebKey.generate(for: .es256, keyID: "2")
    let token = try issuer.token(key: next)
    try issuer.publish([issuer.key, next])
    issuer.passTime(59)
    #expect(
      await api.refusal(of: request(token))?.summary == "401 invalid_token \(OAuthError.Code.unknownKey.rawValue)")
    #expect(fetches == 1)
    issuer.passTime(1)
    #expect(await api.refusal(of: request(token)) == nil)
    #expect(fetches == 2)
    for number in 0..<50 {
      let stranger = try JSONWebKey.generate(for: .es256, keyID: "stranger \(number)")
      #expect(try await api.refusal(of: request(issuer.token(key: stranger)))?.reason?.code == .unknownKey)
    }
    #expect(fetches == 2)
    issuer.passTime(60)
    let stranger = try issuer.token(key: JSONWebKey.generate(for: .es256, keyID: "x"))
    #expect(await api.refusal(of: request(stranger)) != nil)
    #expect(fetches == 3)
  }

  @Test("a key without a name that replaced another one is found, too")
  func unnamedKey() async throws {
    let unnamed = try [JSONWebKey(issuer.key.material), JSONWebKey(JSONWebKey.generate(for: .es256).material)]
    try issuer.publish([unnamed[0]])
    #expect(try await api.refusal(of: request(issuer.token(key: unnamed[0]))) == nil)
    try issuer.publish([unnamed[1]])
    issuer.passTime(60)
    #expect(try await api.refusal(of: request(issuer.token(key: unnamed[1]))) == nil)
    #expect(try await api.refusal(of: request(issuer.token(key: unnamed[0])))?.reason?.code == .tokenSignatureMismatch)
    #expect(fetches == 2)
  }

  @Test("115: a key that the issuer took back is no longer believed")
  func takenBack() async throws {
    let token = try issuer.token()
    _ = try await api.check(request(token))
    try issuer.publish([JSONWebKey.generate(for: .es256, keyID: "2")])
    issuer.passTime(hour)
    // Known keys serve while the others are fetched.
    _ = try await api.check(request(token))
    while fetches < 2 { await Task.yield() }
    issuer.passTime(1)
    var code: OAuthError.Code?
    for _ in 0..<10_000 where code == nil {
      code = await api.refusal(of: request(token))?.reason?.code
      await Task.yield()
    }
    #expect(code == .unknownKey)
  }

  @Test("keys in use serve while their server is slow, so that no caller waits for it", .timeLimit(.minutes(5)))
  func slow() async throws {
    let token = try issuer.token()
    _ = try await api.check(request(token))
    issuer.passTime(hour)
    await issuer.gate.close()
    for _ in 0..<5 { #expect(await api.refusal(of: request(token)) == nil) }
    await issuer.gate.open()
    #expect(fetches <= 2)
  }

  @Test("keys in use serve for a day while their server is down, and then nothing is believed")
  func down() async throws {
    let token = try issuer.token()
    _ = try await api.check(request(token))
    issuer.fail(.notSent(.refused))
    issuer.passTime(hour + day - 1)
    #expect(await api.refusal(of: request(token)) == nil)
    issuer.passTime(61)
    let refused = try #require(await api.refusal(of: request(token)))
    #expect(refused.response.status == .serviceUnavailable && refused.response.headerFields[.retryAfter] == "10")
    #expect(refused.response.headerFields[.wwwAuthenticate] == nil && refused.challenge == nil)
    issuer.fail(nil)
    issuer.passTime(60)
    #expect(await api.refusal(of: request(token)) == nil)
  }

  @Test("without any key, the answer is 503 and not 401, and the server is asked once a minute")
  func neverReached() async throws {
    issuer.fail(.notSent(.refused))
    let token = try issuer.token()
    for _ in 0..<5 {
      let refused = try #require(await api.refusal(of: request(token)))
      #expect(refused.response.status == .serviceUnavailable && refused.reason?.category == .network)
    }
    #expect(issuer.asked.count == 1)
    issuer.fail(nil)
    issuer.passTime(60)
    #expect(await api.refusal(of: request(token)) == nil)
  }

  /// What a server of keys answers that is none.
  enum Answer: String, CaseIterable {
    case large, many, page, redirect, missing, trouble, exposed

    func response(with key: JSONWebKey) throws -> ResponseMessage {
      switch self {
      case .large: return ResponseMessage(HTTPResponse(status: .ok), body: [UInt8](repeating: 0x20, count: 10_000_000))
      case .many:
        let keys = Array(repeating: try #require(key.publicKey).json, count: 1000)
        return ResponseMessage(.ok, json: ["keys": .array(keys)])
      case .page: return ResponseMessage(HTTPResponse(status: .ok), body: Array("<html>Sign in</html>".utf8))
      case .redirect:
        var response = ResponseMessage(HTTPResponse(status: .found))
        response.head.headerFields[.location] = "https://evil.example/evil"
        return response
      case .missing: return ResponseMessage(HTTPResponse(status: .notFound))
      case .trouble: return ResponseMessage(HTTPResponse(status: .badGateway))
      case .exposed: return ResponseMessage(.ok, json: ["keys": [["kty": "oct", "k": "c2VjcmV0", "kid": "1"]]])
      }
    }
  }

  @Test(
    "10 MB, a thousand keys, a page, another host, nothing, trouble, and a secret that everyone can read are no keys",
    arguments: Answer.allCases)
  func wrongAnswer(_ answer: Answer) async throws {
    issuer.answer("/keys", try answer.response(with: issuer.key))
    let refused = try #require(try await api.refusal(of: request(issuer.token())))
    #expect(refused.response.status == .serviceUnavailable && refused.challenge == nil)
    #expect(fetches == 1 && !issuer.asked.contains { $0.contains("evil") })
  }

  @Test("metadata of another issuer brings no keys")
  func otherMetadata() async throws {
    issuer.answer(
      "/.well-known/openid-configuration",
      ResponseMessage(
        .ok,
        json: [
          "issuer": "https://evil.example", "token_endpoint": "https://evil.example/token",
          "jwks_uri": "https://evil.example/keys",
        ]))
    #expect(try await api.refusal(of: request(issuer.token()))?.response.status == .serviceUnavailable)
    #expect(fetches == 0)
  }

  @Test("metadata without keys is no reason to believe a token")
  func noKeys() async throws {
    issuer.answer("/.well-known/openid-configuration", ResponseMessage(HTTPResponse(status: .notFound)))
    issuer.answer(
      "/.well-known/oauth-authorization-server",
      ResponseMessage(.ok, json: ["issuer": "https://as.example", "token_endpoint": "https://as.example/token"]))
    let refused = try #require(try await api.refusal(of: request(issuer.token())))
    #expect(refused.response.status == .serviceUnavailable && refused.reason?.member == "jwks_uri")
    #expect(fetches == 0)
  }

  @Test("keys at an address of their own need no metadata, and keys that are given need no network")
  func otherPlaces() async throws {
    let placed = try issuer.resource(TrustedIssuer(issuer.url, keys: .at(Endpoint("https://as.example/keys"))))
    #expect(try await placed.refusal(of: request(issuer.token())) == nil)
    #expect(issuer.asked == ["/keys"])
    let keys = try JSONWebKeySet([#require(issuer.key.publicKey)])
    let given = try issuer.resource(TrustedIssuer(issuer.url, keys: .fixed(keys)))
    #expect(try await given.refusal(of: request(issuer.token())) == nil)
    #expect(issuer.asked == ["/keys"])
  }
}
