import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 5849 §2.1: a sign-in whose user types a number")
struct SignInOutOfBandTests {
  private static let wrong = ResponseMessage(HTTPResponse(status: .unauthorized), body: Array("Wrong verifier".utf8))

  /// A sign-in that has been shown to the user and waits for the number.
  private struct WaitingForNumber {
    var signIn: SignIn
    var random = SeededGenerator()
    let first: RequestMessage

    init() throws {
      signIn = SignIn(to: try Example.oauth1(), as: try Example.client(), redirect: .outOfBand, at: Example.now)
      first = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
      let answer = TemporaryCredentialResponse(TemporaryCredential(token: Secret("temporary"), secret: Secret("s")))
      #expect(shown(by: try signIn.receive(answer.response(), at: Example.now, using: &random)) != nil)
    }

    mutating func type(_ number: String) throws -> SignIn.Step {
      try signIn.receive(typed: Secret(number), at: Example.now, using: &random)
    }

    mutating func receive(_ response: ResponseMessage) throws -> SignIn.Step {
      try signIn.receive(response, at: Example.now, using: &random)
    }
  }

  @Test("the temporary request says oob, and the number is the verifier of the exchange")
  func number() throws {
    var waiting = try WaitingForNumber()
    let signed = try SignedRequest(reading: waiting.first)
    #expect(try TemporaryCredentialRequest(reading: signed, of: waiting.first).callback == .outOfBand)
    let exchange = try #require(sent(by: try waiting.type("1234567")))
    #expect(
      try TokenCredentialRequest.verifier(in: SignedRequest(reading: exchange), of: exchange) == Secret("1234567"))
    let credential = TokenCredential(token: Secret("T"), secret: Secret("S"))
    #expect(try waiting.receive(TokenCredentialResponse(credential).response()) == .done(.oauth1(credential)))
  }

  @Test("attack 40: a refused number may be typed three times more, saved and taken up again between the tries")
  func refused() throws {
    var waiting = try WaitingForNumber()
    for _ in 1...3 {
      _ = try waiting.type("0000000")
      guard case .numberRefused(let refusal) = try waiting.receive(Self.wrong) else {
        Issue.record("not asked again")
        return
      }
      #expect(refusal.code == .authorizationRefused)
      #expect(waiting.signIn.key == SignIn.Key(temporaryToken: Secret("temporary")))
      let saved = try JSON(decoding: waiting.signIn.exposedJSON.encoded())
      waiting.signIn = try #require(SignIn(exposedJSON: saved))
      #expect(waiting.signIn.redirect == .outOfBand)
    }
    _ = try waiting.type("0000000")
    #expect(refusal { try waiting.receive(Self.wrong) } == .authorizationRefused)
    #expect(refusal { try waiting.type("1234567") } == .outOfOrder)
  }

  @Test("a server that fails, or answers with a page, has not refused the number: the sign-in ends")
  func otherFailures() throws {
    let broken = ResponseMessage(HTTPResponse(status: .internalServerError), body: [])
    let page = ResponseMessage(HTTPResponse(status: .ok), body: Array("<html>".utf8))
    for (answer, code) in [(broken, OAuthError.Code.serverUnavailable), (page, .unexpectedAnswer)] {
      var waiting = try WaitingForNumber()
      _ = try waiting.type("1")
      #expect(refusal { try waiting.receive(answer) } == code)
      #expect(waiting.signIn.flow == .done)
    }
  }

  @Test("a callback does not answer it, and a number does not answer a sign-in that waits for a callback")
  func otherWay() throws {
    var waiting = try WaitingForNumber()
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb?oauth_token=temporary&oauth_verifier=v")
    let callback = try SignInCallback(reading: url)
    var random = SeededGenerator()
    #expect(
      refusal { try waiting.signIn.receive(callback, at: url, now: Example.now, using: &random) } == .malformedCallback)
    var redirected = try WaitingForVerifier()
    #expect(
      refusal { try redirected.signIn.receive(typed: Secret("1"), at: Example.now, using: &random) } == .outOfOrder)
    #expect(sent(by: try redirected.receive(query: "oauth_token=temporary&oauth_verifier=v")) != nil)
  }

  @Test("OAuth 2 refuses it before anything is shown")
  func oauth2() throws {
    var signIn = SignIn(to: try Example.provider(), as: try Example.client(), redirect: .outOfBand, at: Example.now)
    var random = SeededGenerator()
    #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == .invalidRedirectURI)
  }

  @Test("accounts ask again after a wrong number, and keep the credential of the right one")
  func accounts() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token1" else { return nil }
      let verifier = try TokenCredentialRequest.verifier(in: SignedRequest(reading: request), of: request)
      return verifier == Secret("7654321") ? nil : Self.wrong
    }
    let agent = ScriptedSource { _, verdict in
      #expect(await verdict(" ") == .ignored)
      #expect(await verdict("1111111") == .ignored)
      #expect(await verdict("765 4321\r") == .accepted)
    }
    let client = try Client(id: "reader", secret: Secret("canary-client-secret"), isOutOfBand: true)
    let signedIn = try await scene.accounts(callbackSource: agent).signIn(to: try Example.oauth1(), as: client)
    #expect(signedIn.account.subject == "7")
    #expect(scene.server.paths.filter { $0 == "/token1" }.count == 2)
    #expect(try await scene.accounts().stored(signedIn.account)?.client == client)
  }

  @Test("a provider may say that its users type a number; a client with a redirect URI knows better")
  func dialect() async throws {
    let scene = Scene()
    var provider = try Example.oauth1()
    guard case .oauth1(var service) = provider.service else { return #expect(Bool(false)) }
    service.dialect.callback = .outOfBand
    provider.service = .oauth1(service)
    let agent = ScriptedSource { _, verdict in #expect(await verdict("7654321") == .accepted) }
    let client = try Client(id: "reader", secret: Secret("canary-client-secret"))
    #expect(try await scene.accounts(callbackSource: agent).signIn(to: provider, as: client).account.subject == "7")
    let halves = try await scene.accounts().begin(provider, as: client)
    guard case .completed = try await scene.accounts().receive(typed: "7654321", for: halves) else {
      return #expect(Bool(false))
    }
    let returning = try Client(
      id: "reader", secret: client.secret, redirectURIs: [try RedirectURI("http://127.0.0.1/callback")])
    #expect(!provider.showsNumber(to: returning) && provider.showsNumber(to: client))
    #expect(!(try Example.oauth1()).showsNumber(to: client))
  }

  @Test("a user agent without a place to type says so, and nothing is left waiting")
  func withoutTerminal() async throws {
    struct Deaf: CallbackSource {
      func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession { throw CancellationError() }
    }
    let client = try Client(id: "reader", secret: Secret("s"), isOutOfBand: true)
    let accounts = Scene().accounts(callbackSource: Deaf())
    let error = await #expect(throws: OAuthError.self) { try await accounts.signIn(to: Example.oauth1(), as: client) }
    #expect(error?.code == .unsupported)
  }
}

@Suite("RFC 5849 §3.4.3: a client whose private key signs")
struct ClientKeyTests {
  @Test("a method takes the half of the registration that it needs, and says which is missing")
  func halves() throws {
    let key = try JSONWebKey.generate(for: .rs256)
    let both = try Client(id: "reader", secret: Secret("s"), key: key)
    #expect(try ConsumerCredential(both, signingBy: .rsaSHA256).privateKey != nil)
    #expect(try ConsumerCredential(both, signingBy: .hmacSHA256).secret == Secret("s"))
    let withKey = try Client(id: "reader", key: key)
    #expect(refusal { try ConsumerCredential(withKey, signingBy: .plaintext) } == .invalidClient)
    let withSecret = try Client(id: "reader", secret: Secret("s"))
    #expect(refusal { try ConsumerCredential(withSecret, signingBy: .rsaSHA1) } == .invalidClient)
    let withCurve = try Client(id: "reader", key: try JSONWebKey.generate(for: .es256))
    #expect(refusal { try ConsumerCredential(withCurve, signingBy: .rsaSHA1) } == .invalidClient)
  }

  @Test("the key, and that users type a number, come back from the store")
  func record() throws {
    let client = try Client(id: "reader", key: try JSONWebKey.generate(for: .es256), isOutOfBand: true)
    #expect(Client(exposedJSON: try JSON(decoding: client.exposedJSON.encoded())) == client)
  }
}
