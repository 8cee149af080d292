import HTTPTypes
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let seconds = Lock<Int64>(1_795_000_000)

  var now: Instant { Instant(secondsSinceEpoch: seconds.withLock { $0 }) }

  func advance(by seconds: Int64) { self.seconds.withLock { $0 += seconds } }
}

/// A running playground with what its tests need to know of it.
struct TestPlayground: Sendable {
  let running: RunningPlayground
  let clock: TestClock
  let visitor: Visitor

  static let ada = PlaygroundPerson.residents[0]
  static let callback = "http://127.0.0.1:49152/callback"
  static let secret = Secret("playground-secret-not-real")

  /// Starts a playground, hands it over, and stops it whatever happens.
  static func with<Result: Sendable>(
    _ change: @Sendable (inout PlaygroundConfiguration) throws -> Void = { _ in },
    _ body: @Sendable (TestPlayground) async throws -> Result
  ) async throws -> Result {
    let clock = TestClock()
    var configuration = try PlaygroundConfiguration()
    configuration.clients.append(
      try PlaygroundClient(
        id: "public", name: "A public client", secret: nil,
        redirectURIs: ["http://127.0.0.1/callback", "com.example.app:/cb"]))
    configuration.clock = { clock.now }
    try change(&configuration)
    let running = try await Playground(configuration: configuration).start()
    do {
      let result = try await body(
        TestPlayground(running: running, clock: clock, visitor: Visitor(base: running.base)))
      await running.stop()
      return result
    } catch {
      await running.stop()
      throw error
    }
  }

  var base: String { running.base }

  /// One of its tenants, in a browser of its own unless one is given.
  func tenant(_ name: String, _ visitor: Visitor? = nil) async throws -> TestPlayground {
    let tenant = try await running.tenant(name)
    return TestPlayground(running: tenant, clock: clock, visitor: visitor ?? Visitor(base: tenant.base))
  }

  func client(_ method: ClientAuthenticationMethod? = nil) throws -> Client {
    try Client(id: "wayleave-demo", secret: Self.secret, authentication: method)
  }

  var consumer: ConsumerCredential {
    get throws { try PlaygroundConsumer.demo().credential }
  }

  // Foursquare

  /// The address that begins a sign-in; a nil value takes a parameter out.
  func authorizationURL(_ path: String = "/oauth2/authorize", _ changes: [String: String?] = [:]) -> String {
    var parameters: [String: String?] = [
      "client_id": "wayleave-demo", "response_type": "code", "redirect_uri": Self.callback, "state": "s t&ate",
    ]
    parameters.merge(changes) { $1 }
    let form = Form(parameters.compactMap { name, value in value.map { (name: name, value: $0) } })
    return "\(base)\(path)?" + String(decoding: form.encodedForQuery(), as: UTF8.self)
  }

  func signIn(_ page: ResponseMessage, password: String = Self.ada.password) async throws -> ResponseMessage {
    try await visitor.submit(page, ["username": Self.ada.handle, "password": password, "decision": "sign-in"])
  }

  /// Opens an address, signs in where asked, and allows.
  func allow(_ url: String) async throws -> ResponseMessage {
    var page = try await visitor.open(url)
    if page.isSignInPage { page = try await signIn(page) }
    return page.isConsentPage ? try await visitor.submit(page, ["decision": "allow"]) : page
  }

  func code(_ changes: [String: String?] = [:]) async throws -> Secret {
    Secret(try await allow(authorizationURL("/oauth2/authorize", changes)).callback.text(of: "code") ?? "")
  }

  func redeem(
    _ code: Secret, verifier: CodeVerifier? = nil, redirectURI: String? = Self.callback, as client: Client? = nil
  ) async throws -> ResponseMessage {
    let grant = AuthorizationCodeGrant(
      code: code, verifier: verifier, redirectURI: try redirectURI.map { try RedirectURI($0) })
    let client = try client ?? self.client(.post)
    return try await visitor.send(grant.request(to: running.foursquare.tokenEndpoint, as: client))
  }

  func token(of response: ResponseMessage) throws -> TokenResponse {
    try TokenResponse(reading: response, dialect: OAuth2Dialect { $0.answer.defaultTokenType = "Bearer" })
  }

  func user(_ token: Secret) async throws -> ResponseMessage {
    let query: Form = ["oauth_token": token.exposedText, "v": "20261120"]
    return try await visitor.send(
      RequestMessage(.get, to: AbsoluteURL(running.foursquare.userEndpoint.url.text(adding: query))))
  }

  // Twitter

  func stamp(_ drift: Int64 = 0) -> Stamp {
    var random = SystemRandomNumberGenerator()
    return Stamp(at: clock.now + drift, using: &random)
  }

  func temporaryRequest(
    callback: String = Self.callback, secret: Secret? = nil, additional: Form = Form(),
    dialect: OAuth1Dialect = .init(), stamp: Stamp? = nil
  ) throws -> RequestMessage {
    let consumer = try ConsumerCredential(key: try self.consumer.key, secret: secret ?? self.consumer.secret)
    let target: TemporaryCredentialRequest.Callback = callback == "oob" ? .outOfBand : .url(try AbsoluteURL(callback))
    return try TemporaryCredentialRequest(callback: target, additional: additional).request(
      to: running.twitter.temporaryCredentialEndpoint, as: consumer, dialect: dialect, stamp: stamp ?? self.stamp())
  }

  func temporary(callback: String = Self.callback, additional: Form = Form()) async throws -> TemporaryCredential {
    let request = try temporaryRequest(callback: callback, additional: additional)
    return try TemporaryCredentialResponse(reading: try await visitor.send(request)).credential
  }

  func twitterURL(_ temporary: TemporaryCredential, _ path: String = "/oauth/authorize", _ more: Form = Form()) throws
    -> String
  {
    try ResourceOwnerAuthorizationRequest(token: temporary.token, additional: more).url(at: Endpoint(base + path)).text
  }

  func exchange(_ temporary: TemporaryCredential, verifier: Secret?) async throws -> ResponseMessage {
    try await visitor.send(
      TokenCredentialRequest(temporary: temporary, verifier: verifier).request(
        to: running.twitter.tokenCredentialEndpoint, as: consumer, stamp: stamp()))
  }

  /// A lasting credential, by way of the pages.
  func twitterToken() async throws -> TokenCredential {
    let temporary = try await temporary()
    let callback = try await allow(twitterURL(temporary)).callback
    let verifier = try callback.text(of: "oauth_verifier").map { Secret($0) }
    return try TokenCredentialResponse(reading: try await exchange(temporary, verifier: verifier)).credential
  }

  func signed(_ token: TokenCredential, _ method: HTTPRequest.Method = .get, _ url: String, stamp: Stamp? = nil) throws
    -> RequestMessage
  {
    try RequestSigner(consumer: consumer, token: token)
      .sign(RequestMessage(method, to: AbsoluteURL(url)), stamp: stamp ?? self.stamp())
  }
}
