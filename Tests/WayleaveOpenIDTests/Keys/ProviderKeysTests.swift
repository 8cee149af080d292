import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire

@Suite("OpenID Connect Core §10.1.1: the provider's keys are stored, replaced and fetched again")
struct ProviderKeysTests {
  private static let now = Instant(secondsSinceEpoch: 1_700_000_000)

  private var cache = ProviderKeys()
  private let first: JSONWebKeySet
  private let second: JSONWebKeySet
  private let failure = OAuthError(
    .unreachable, rule: .rfc(9110, "9"), expected: "an answer", received: .nothing, remedy: "Try again.")

  init() throws {
    first = try JSONWebKeySet([try #require(JSONWebKey.generate(for: .es256, keyID: "1").publicKey)])
    second = try JSONWebKeySet([try #require(JSONWebKey.generate(for: .es256, keyID: "2").publicKey)])
  }

  private func answer(_ keys: JSONWebKeySet, cacheControl: String? = nil) -> ResponseMessage {
    var response = ResponseMessage(.ok, json: keys.json)
    response.head.headerFields[.cacheControl] = cacheControl
    return response
  }

  private func isUnavailable(_ next: ProviderKeys.Next, _ code: OAuthError.Code) -> Bool {
    if case .unavailable(let error) = next { error.code == code } else { false }
  }

  @Test("keys are fetched once and used")
  func fetched() {
    var cache = cache
    #expect(cache.next(at: Self.now) == .fetch)
    cache.receive(answer(first), at: Self.now)
    #expect(cache.next(at: Self.now) == .use(first))
    #expect(cache.next(at: Self.now + 3599) == .use(first))
    #expect(cache.next(at: Self.now + 3600) == .fetch)
  }

  @Test(
    "8414-9: Cache-Control is honoured between five minutes and a day",
    arguments: [
      ("max-age=600", 600), ("public, Max-Age=\"7200\"", 7200), ("no-store", 300), ("no-cache, max-age=9000", 300),
      ("max-age=0", 300), ("max-age=99999999999999999999999", 86400), ("max-age=31536000", 86400),
      ("max-age=", 3600), ("max-age=-5", 3600), ("private", 3600), ("max-age=900, max-age=600", 600), (nil, 3600),
    ] as [(String?, Int64)])
  func cacheControl(written: String?, life: Int64) {
    var cache = cache
    cache.receive(answer(first, cacheControl: written), at: Self.now)
    #expect(cache.next(at: Self.now + (life - 1)) == .use(first))
    #expect(cache.next(at: Self.now + life) == .fetch)
  }

  @Test("OIDC-12 and 114: an unknown key is a reason to fetch, once a minute and no more")
  func unknownKey() {
    var cache = cache
    cache.receive(answer(first), at: Self.now)
    #expect(cache.nextAfterUnknownKey(at: Self.now + 59) == nil)
    #expect(cache.nextAfterUnknownKey(at: Self.now + 60) == .fetch)
    cache.receive(answer(second), at: Self.now + 60)
    #expect(cache.next(at: Self.now + 60) == .use(second))
    var fetches = 0
    for second in 0..<600 {
      guard cache.nextAfterUnknownKey(at: Self.now + (60 + Int64(second))) == .fetch else { continue }
      fetches += 1
      cache.receive(failure: failure, at: Self.now + (60 + Int64(second)))
    }
    #expect(fetches == 9)
  }

  @Test("115: a key that the provider took back is no longer used")
  func rotation() {
    var cache = cache
    cache.receive(answer(first), at: Self.now)
    cache.receive(answer(second), at: Self.now + 3600)
    #expect(cache.next(at: Self.now + 3600) == .use(second))
  }

  @Test("112: when the provider is down, old keys are good for a day more, and then nothing is")
  func staleKeys() {
    var cache = cache
    cache.receive(answer(first), at: Self.now)
    let end = Self.now + (3600 + 86400)
    cache.receive(failure: failure, at: Self.now + 4000)
    #expect(cache.next(at: Self.now + 4001) == .use(first))
    #expect(cache.next(at: Self.now + 4060) == .fetch)
    cache.receive(failure: failure, at: end + -1)
    #expect(cache.next(at: end + -1) == .use(first))
    #expect(isUnavailable(cache.next(at: end), .unreachable))
    cache.receive(answer(second), at: end + 60)
    #expect(cache.next(at: end + 60) == .use(second))
  }

  @Test("a fetch that fails is never “no keys”: nothing is believed until keys come")
  func neverFetched() {
    var cache = cache
    cache.receive(failure: failure, at: Self.now)
    #expect(isUnavailable(cache.next(at: Self.now), .unreachable))
    #expect(cache.next(at: Self.now + 60) == .fetch)
  }

  @Test(
    "117, 118 and 119: an answer without usable keys is not stored as good",
    arguments: [
      (#"{"keys":[]}"#, .malformedJOSE), (#"{}"#, .malformedJOSE), ("[]", .malformedJOSE), ("<html>", .malformedJOSE),
      (#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#, .malformedJOSE),
      (#"{"keys":[{"kty":"future"}]}"#, .malformedJOSE),
      (#"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQ"}]}"#, .malformedJOSE),
    ] as [(String, OAuthError.Code)])
  func unusable(body: String, code: OAuthError.Code) {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
    response.head.headerFields[.contentType] = "application/json"
    var cache = cache
    cache.receive(response, at: Self.now)
    #expect(isUnavailable(cache.next(at: Self.now), code))
    var known = cache
    known.receive(answer(first), at: Self.now)
    known.receive(response, at: Self.now + 100)
    #expect(known.next(at: Self.now + 100) == .use(first))
    known.receive(response, at: Self.now + 4000)
    #expect(known.next(at: Self.now + 4000) == .use(first))
  }

  @Test("118: of a set with a million keys nothing is stored")
  func tooMany() {
    let keys = String(repeating: #"{"kty":"future"},"#, count: 10000).dropLast()
    var cache = cache
    cache.receive(ResponseMessage(HTTPResponse(status: .ok), body: Array("{\"keys\":[\(keys)]}".utf8)), at: Self.now)
    #expect(isUnavailable(cache.next(at: Self.now), .malformedJOSE))
  }

  @Test(
    "a status of failure or a redirect is no set of keys",
    arguments: [(404, .unexpectedAnswer), (302, .unexpectedRedirect), (503, .serverUnavailable)]
      as [(Int, OAuthError.Code)])
  func status(status: Int, code: OAuthError.Code) {
    var cache = cache
    cache.receive(ResponseMessage(HTTPResponse(status: .init(code: status)), body: first.json.encoded()), at: Self.now)
    #expect(isUnavailable(cache.next(at: Self.now), code))
  }

  @Test("275: a clock that is set back is a reason to fetch, and no reason to wait")
  func clockSetBack() {
    var cache = cache
    cache.receive(answer(first), at: Self.now)
    #expect(cache.next(at: Self.now + -1) == .fetch)
    #expect(cache.nextAfterUnknownKey(at: Self.now + -1) == .fetch)
  }

  @Test("the request asks for keys, and carries nothing secret")
  func request() throws {
    let request = ProviderKeys.request(to: try Endpoint("https://op.example/keys"))
    #expect(request.url == "https://op.example/keys" && request.head.method == .get && request.body.isEmpty)
    #expect(request.head.headerFields[.accept]?.contains("application/jwk-set+json") == true)
    #expect(request.head.headerFields[.authorization] == nil)
  }
}
