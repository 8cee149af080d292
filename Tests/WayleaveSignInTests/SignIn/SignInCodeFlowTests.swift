import HTTPTypes
import Testing
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6749 §4.1: a sign-in by authorization code, step by step")
struct SignInCodeFlowTests {
  @Test("begun, shown, called back, exchanged: the tokens are what the server gave")
  func wholeWay() throws {
    var waiting = try WaitingForCode()
    #expect(waiting.request.clientID == "reader")
    #expect(waiting.request.redirectURI.text == "http://127.0.0.1:7777/cb")
    #expect(waiting.request.scopes == ["profile"])
    _ = try waiting.receiveGoodCallback()
    let step = try waiting.receive(
      TokenResponse(accessToken: Secret("access"), expiresIn: 3600, refreshToken: Secret("refresh")).response())
    #expect(
      step
        == .done(
          .oauth2(
            .init(
              accessToken: Secret("access"), refreshToken: Secret("refresh"), scopes: ["profile"],
              expiresAt: Example.now + 3600))))
    #expect(refusal { try waiting.receive(ResponseMessage(.ok, json: [:])) } == .outOfOrder)
  }

  // EI17
  @Test("Facebook is asked for the public profile and the email address, and for nothing else, unless scopes are named")
  func facebookScopes() throws {
    #expect(try WaitingForCode(at: .facebook).request.scopes == ["public_profile,email"])
    #expect(try WaitingForCode(at: .facebook, scopes: ["public_profile"]).request.scopes == ["public_profile"])
  }

  @Test("6749-10: the state is 256 bits of the generator, new for each sign-in, and is the key it waits under")
  func state() throws {
    let states = try (0..<1000).map { try WaitingForCode(seed: $0).state }
    #expect(Set(states).count == 1000)
    #expect(states.allSatisfy { Base64.url.decode($0)?.count == 32 })
    let waiting = try WaitingForCode()
    #expect(waiting.signIn.key == SignIn.Key(state: Secret(waiting.state)))
  }

  @Test("6749-11: a code is sent once; the sign-in takes no second callback")
  func codeOnce() throws {
    var waiting = try WaitingForCode()
    #expect(try waiting.receiveGoodCallback().code == Secret("good"))
    #expect(waiting.signIn.key == nil)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
  }

  // FS20
  @Test("6749-12: the redirect URI of the exchange is that of the authorization request")
  func redirectURI() throws {
    var waiting = try WaitingForCode()
    #expect(try waiting.receiveGoodCallback().redirectURI == waiting.request.redirectURI)
  }

  @Test("7636-1, 7636-2, 2.1-1, 8252-2: a verifier of 43 characters, new for each sign-in, and its S256 challenge")
  func challenge() throws {
    var verifiers: Set<String> = []
    for seed in 0..<100 {
      var waiting = try WaitingForCode(seed: UInt64(seed))
      let verifier = try #require(try waiting.receiveGoodCallback().verifier)
      #expect(verifier.secret.count == 43)
      #expect(try #require(waiting.request.codeChallenge).isMet(by: verifier))
      #expect(waiting.state != verifier.secret.exposedText)
      verifiers.insert(verifier.secret.exposedText)
    }
    #expect(verifiers.count == 100)
  }

  @Test("7636-4: the verifier goes to the token endpoint and nowhere else")
  func verifierStaysHome() throws {
    var waiting = try WaitingForCode()
    let shown = "\(waiting.request)"
    let callback = try waiting.receive(query: "code=good&state=\(waiting.state)")
    let request = try #require(sent(by: callback))
    #expect(request.url == "https://as.example/token")
    #expect(request.query == nil)
    let verifier = try #require(try AuthorizationCodeGrant(reading: request.bodyForm).verifier).secret.exposedText
    #expect(!shown.contains(verifier))
    #expect(waiting.request.additional.fields.allSatisfy { $0.value != Array(verifier.utf8) })
  }

  @Test("no challenge is sent to a provider that is known to refuse one")
  func withoutPKCE() throws {
    var waiting = try WaitingForCode(
      at: try Example.provider(dialect: OAuth2Dialect { $0.authorization.supportsPKCE = false }))
    #expect(waiting.request.codeChallenge == nil)
    #expect(try waiting.receiveGoodCallback().verifier == nil)
  }

  @Test("a nonce is sent when openid is asked for, and only then", arguments: [["openid"], ["profile"]])
  func nonce(scopes: [String]) throws {
    let waiting = try WaitingForCode(scopes: scopes)
    #expect(waiting.request.additional.contains("nonce") == (scopes == ["openid"]))
  }

  @Test("the granted scopes are the answer's, or else those asked for", arguments: [nil, ["email"]] as [[String]?])
  func scopes(granted: [String]?) throws {
    var waiting = try WaitingForCode(scopes: ["profile", "email"])
    _ = try waiting.receiveGoodCallback()
    guard
      case .done(.oauth2(let tokens)) = try waiting.receive(
        TokenResponse(accessToken: Secret("access"), scopes: granted).response())
    else { Issue.record("not done"); return }
    #expect(tokens.scopes == granted ?? ["profile", "email"])
    #expect(tokens.expiresAt == nil)
  }

  @Test("what comes out of turn is refused and takes nothing from the sign-in")
  func order() throws {
    var fresh = try Example.signIn(to: try Example.provider())
    var random = SeededGenerator()
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=A&state=S")
    let callback = try SignInCallback(reading: url)
    #expect(refusal { try fresh.receive(callback, at: url, now: Example.now, using: &random) } == .outOfOrder)
    #expect(
      refusal { try fresh.receive(ResponseMessage(.ok, json: [:]), at: Example.now, using: &random) } == .outOfOrder)
    _ = try fresh.begin(at: Example.now, using: &random)
    #expect(refusal { try fresh.begin(at: Example.now, using: &random) } == .outOfOrder)
    var waiting = try WaitingForCode()
    #expect(refusal { try waiting.receive(ResponseMessage(.ok, json: [:])) } == .outOfOrder)
    _ = try waiting.receiveGoodCallback()
  }

  @Test("a token answer that is refused ends the sign-in: the code may be spent")
  func refusedExchange() throws {
    var waiting = try WaitingForCode()
    _ = try waiting.receiveGoodCallback()
    #expect(
      refusal { try waiting.receive(ResponseMessage(.ok, json: ["token_type": "Bearer"])) } == .malformedTokenResponse)
    let good = TokenResponse(accessToken: Secret("access")).response()
    #expect(refusal { try waiting.receive(good) } == .outOfOrder)
  }
}
