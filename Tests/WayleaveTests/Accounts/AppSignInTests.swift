import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8252 §8.1: another program can have the scheme, and must not be able to use the code")
struct UnprotectedSchemeTests {
  private func begin(with secret: Secret?, supportsPKCE: Bool, at redirectURI: String = "com.example.app:/cb") throws {
    let uri = try RedirectURI(redirectURI)
    var signIn = SignIn(
      to: try Example.provider(dialect: OAuth2Dialect { $0.authorization.supportsPKCE = supportsPKCE }),
      as: try Client(
        id: "app", secret: secret, authentication: secret == nil ? .publicClient : nil, redirectURIs: [uri]),
      redirectURI: uri, at: Example.now)
    var random = SystemRandomNumberGenerator()
    _ = try signIn.begin(at: Example.now, using: &random)
  }

  // FS9
  @Test func `64: a public client at a provider without PKCE is refused a scheme`() throws {
    let error = #expect(throws: OAuthError.self) { try begin(with: nil, supportsPKCE: false) }
    #expect(error?.code == .invalidRedirectURI && error?.rule == .rfc(8252, "8.1"))
  }

  @Test func `with a verifier, with a secret, or on this machine it is accepted`() throws {
    try begin(with: nil, supportsPKCE: true)
    try begin(with: Secret("canary-secret"), supportsPKCE: false)
    try begin(with: nil, supportsPKCE: false, at: "http://127.0.0.1/callback")
  }
}

@Suite("A provider's app that gives back no state: RFC 6749 §10.12 is met by the one sign-in that waits for it")
struct AppSignInTests {
  let scene = Scene()

  private static let callback = "com.example.app:/cb"

  /// Begins a sign-in, and gives its state.
  @discardableResult
  private func begin(
    flow: Accounts.SignInOptions.Flow = .app, omitsState: Bool = true, at redirectURI: String = callback,
    lifetime: Duration = .seconds(600)
  ) async throws -> Secret {
    var provider = try Example.provider()
    provider.nativeApp = NativeApp(
      authorization: try AbsoluteURL("exampleauth://authorize?v=1"), omitsState: omitsState)
    var options = Accounts.SignInOptions()
    options.flow = flow
    (options.timeout, options.lifetime) = (min(options.timeout, lifetime), lifetime)
    let uri = try RedirectURI(redirectURI)
    let (_, page) = try await scene.accounts().begin(
      provider, as: try Client(id: "reader", redirectURIs: [uri]), redirect: .uri(uri), options: options)
    #expect((page.app != nil) == (flow == .app))
    return Secret(try #require(try page.url.queryForm.nonEmptyText(of: "state")))
  }

  private func state(after seconds: Int64 = 0) async throws -> Secret? {
    try await scene.signIns.stateForApp(
      receiving: try AbsoluteURL("\(Self.callback)?code=A"), at: Example.now + seconds)
  }

  @Test func `67: the callback belongs to the only sign-in that waits for such an app`() async throws {
    #expect(try await state() == nil)
    let state = try await begin()
    #expect(try await self.state() == state)
  }

  @Test func `a sign-in in a browser, at an app that gives back a state, or with another redirect URI is not meant`()
    async throws
  {
    try await begin(flow: .browser)
    try await begin(omitsState: false)
    try await begin(at: "com.example.app:/other")
    #expect(try await state() == nil)
  }

  @Test func `of two that wait none is meant`() async throws {
    try await begin()
    try await begin()
    #expect(try await state() == nil)
  }

  @Test(arguments: [(599, true), (660, false)])
  func `it is meant for ten minutes also where it waits for longer`(seconds: Int64, isMeant: Bool) async throws {
    try await begin(lifetime: .seconds(3600))
    #expect((try await state(after: seconds) != nil) == isMeant)
  }

  @Test func `one whose time is over does not count next to one that waits`() async throws {
    try await begin(lifetime: .seconds(100))
    let waiting = try await begin()
    #expect(try await state(after: 99) == nil)
    #expect(try await state(after: 101) == waiting)
  }

  @Test(arguments: [(599, true), (601, false)])
  func `it is meant for ten minutes`(seconds: Int64, isMeant: Bool) async throws {
    try await begin()
    #expect((try await state(after: seconds) != nil) == isMeant)
  }

  @Test func `the app is asked for what the page would be, with the same state and challenge`() async throws {
    var provider = try Example.provider()
    provider.nativeApp = NativeApp(authorization: try AbsoluteURL("exampleauth://authorize?v=1"))
    var options = Accounts.SignInOptions()
    options.flow = .app
    let uri = try RedirectURI(Self.callback)
    let page = try await scene.accounts().begin(
      provider, as: try Client(id: "reader", redirectURIs: [uri]), redirect: .uri(uri), options: options
    ).page
    let app = try #require(page.app)
    #expect(app.text.hasPrefix("exampleauth://authorize?v=1&") && !app.text.contains("as.example"))
    for name in ["client_id", "redirect_uri", "state", "code_challenge"] {
      #expect(try app.queryForm.nonEmptyText(of: name) == page.url.queryForm.nonEmptyText(of: name))
    }
  }
}
