import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8252: what a native app must, beyond its redirect URI")
struct NativeAppMustsTests {
  @Test("8252-6: a client without a secret signs in by its verifier, and nothing stands in for the secret")
  func publicClient() throws {
    var random = SeededGenerator(seed: 1)
    let redirectURI = try Example.redirectURI()
    var signIn = SignIn(
      to: try Example.provider(), as: try Client(id: "native", redirectURIs: [redirectURI]), redirectURI: redirectURI,
      scopes: [], at: Example.now)
    let page = try #require(shown(by: try signIn.begin(at: Example.now, using: &random)))
    let asked = try AuthorizationRequest(reading: RequestMessage(.get, to: page))
    let state = try #require(asked.state).exposedText
    let url = try AbsoluteURL("\(redirectURI.text)?code=A&state=\(state)&iss=https%3A%2F%2Fas.example")
    let step = try signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)
    let exchange = try #require(sent(by: step))
    #expect(exchange.head.headerFields[.authorization] == nil)
    #expect(try ClientCredentials(reading: exchange).method == .publicClient)
    let verifier = try #require(try AuthorizationCodeGrant(reading: exchange.bodyForm).verifier)
    #expect(asked.codeChallenge?.isMet(by: verifier) == true)
  }

  @Test(
    "8252-3, attack 64: a scheme without a period is refused before anything is shown, unless the provider gives it",
    arguments: [
      ("com.example.app:/cb", nil, nil), ("app:/cb", nil, .invalidRedirectURI), ("fb123:/cb", "fb", nil),
      ("fb123:/cb", nil, .invalidRedirectURI), ("app:/cb", "fb", .invalidRedirectURI),
      ("app:/cb", "", .invalidRedirectURI), ("https://app.example/cb", nil, nil),
    ] as [(String, String?, OAuthError.Code?)])
  func ownScheme(uri: String, prefix: String?, expected: OAuthError.Code?) throws {
    var random = SeededGenerator(seed: 1)
    let redirectURI = try RedirectURI(uri)
    let provider = try Example.provider(dialect: OAuth2Dialect { $0.authorization.appSchemePrefix = prefix })
    var signIn = SignIn(
      to: try Provider(json: provider.json), as: try Client(id: "native", redirectURIs: [redirectURI]),
      redirectURI: redirectURI, at: Example.now)
    #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == expected)
  }

  @Test(
    "8252-3, attack 64: the terms may accept a scheme without a period, but never of a client whose code nothing protects",
    arguments: [(true, false, nil), (false, true, nil), (false, false, .invalidRedirectURI)]
      as [(Bool, Bool, OAuthError.Code?)])
  func sharedScheme(hasPKCE: Bool, hasSecret: Bool, expected: OAuthError.Code?) throws {
    var random = SeededGenerator(seed: 1)
    let redirectURI = try RedirectURI("fsoauthexample://authorized")
    let client = try Client(
      id: "native", secret: hasSecret ? Secret("canary-client-secret") : nil, redirectURIs: [redirectURI])
    let provider = try Example.provider(dialect: OAuth2Dialect { $0.authorization.supportsPKCE = hasPKCE })
    for accepts in [true, false] {
      var terms = SignIn.Terms()
      terms.acceptsSharedScheme = accepts
      var signIn = SignIn(to: provider, as: client, redirectURI: redirectURI, terms: terms, at: Example.now)
      let refused = refusal { try signIn.begin(at: Example.now, using: &random) }
      #expect(refused == (accepts ? expected : .invalidRedirectURI))
    }
  }

  @Test("8252-8: a client that names no redirect URI comes back to an address of this machine, not to a name")
  func loopbackAddress() async throws {
    let scene = Scene()
    let asked = Lock<String?>(nil)
    let agent = ScriptedSource { url, verdict in
      let request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      asked.withLock { $0 = request.redirectURI.text }
      _ = await verdict(try scene.server.allow(url))
    }
    _ = try await scene.accounts(callbackSource: agent).signIn(
      to: try Example.provider(), as: try Client(id: "reader", secret: Secret("canary-client-secret")))
    #expect(asked.withLock { $0 } == "http://127.0.0.1/callback/example")
  }

  @Test(
    "9700-12: every page that a callback is answered with takes the query out of the browser's history",
    arguments: [LoopbackPage.accepted, .denied, .failed, .ignored])
  func history(page: LoopbackPage) {
    #expect(page.html.contains("<script>history.replaceState(null,'',location.pathname);"))
  }
}
