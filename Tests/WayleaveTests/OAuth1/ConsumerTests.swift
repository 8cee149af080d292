import struct WayleaveTestSupport.SeededGenerator
import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 5849 §3.1: a consumer signs alone")
struct TwoLeggedTests {
  @Test("a request is signed by the consumer, names no token, and goes to the provider's API only")
  func signed() async throws {
    let scene = Scene()
    let session = scene.accounts().session(
      grant: .twoLegged, provider: try Example.oauth1(), client: try Example.client())
    #expect(try await session.get("https://api.example/x").status == 200)
    let signed = try SignedRequest(reading: try #require(scene.server.requests.first))
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: nil)
    #expect(signed.token == nil)
    let foreign = await #expect(throws: OAuthError.self) { try await session.get("https://evil.example/x") }
    #expect(foreign?.code == .foreignOrigin)
    let allowed = scene.accounts().session(
      grant: .twoLegged, provider: try Example.oauth1(), client: try Example.client(),
      allowedOrigins: [try Origin("https://b.example")])
    #expect(try await allowed.get("https://b.example/x").status == 200)
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("a 401 is the answer, for nothing can be renewed; an echo needs a user")
  func refused() async throws {
    let scene = Scene()
    scene.server.answer("/x", with: ResponseMessage(HTTPResponse(status: .unauthorized)))
    let session = scene.accounts().session(
      grant: .twoLegged, provider: try Example.oauth1(), client: try Example.client())
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.requests.count == 1)
    let error = await #expect(throws: OAuthError.self) {
      try await session.echoHeaders(for: try AbsoluteURL("https://api.example/me"))
    }
    #expect(error?.code == .unsupported)
  }

  @Test("a provider of OAuth 2 is refused before anything is sent")
  func oauth2() async throws {
    let scene = Scene()
    let session = scene.accounts().session(
      grant: .twoLegged, provider: try Example.provider(), client: try Example.client())
    let error = await #expect(throws: OAuthError.self) { try await session.get("https://api.example/x") }
    #expect(error?.code == .unsupported)
    #expect(scene.server.requests.isEmpty)
  }
}

@Suite("Twitter's OAuth Echo and reverse auth, as operations of an account")
struct HandedOverTests {
  static let user = "https://api.example/me?skip_status=1"

  @Test("an echo is a GET of the provider's address, signed by the account and not sent")
  func echo() async throws {
    let scene = Scene()
    let account = try await scene.holdOAuth1()
    let fields = try await scene.accounts().session(for: account).echoHeaders(for: try AbsoluteURL(Self.user))
    #expect(scene.server.requests.isEmpty)
    #expect(fields.count == 2 && fields[EchoRequest.providerField] == Self.user)
    var request = RequestMessage(.get, to: try AbsoluteURL(Self.user))
    request.head.headerFields[.authorization] = fields[EchoRequest.authorizationField]
    try SignedRequest(reading: request)
      .verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
  }

  @Test("an echo for another place, or by an account of OAuth 2, is refused")
  func echoRefused() async throws {
    let scene = Scene()
    let one = scene.accounts().session(for: try await scene.holdOAuth1())
    let foreign = await #expect(throws: OAuthError.self) {
      try await one.echoHeaders(for: try AbsoluteURL("https://evil.example/me"))
    }
    #expect(foreign?.code == .foreignOrigin)
    let two = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    // Also where the URL is foreign or unsafe: what allows it would not help.
    for url in [Self.user, "https://evil.example/me", "http://evil.example/me"] {
      let other = await #expect(throws: OAuthError.self) { try await two.echoHeaders(for: try AbsoluteURL(url)) }
      #expect(other?.code == .unsupported)
    }
  }

  @Test("EI15: parameters come by the consumer alone, and the account's token for that consumer by the account")
  func reverseAuth() async throws {
    let scene = Scene()
    let (asker, holder) = (try Example.client(), try await scene.holdOAuth1())
    let text = try Self.parameters(of: asker)
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/temporary": try ReverseAuthParameters(text).response()
      case "/token1":
        TokenCredentialResponse(TokenCredential(token: Secret("canary-other"), secret: Secret("canary-other-secret")))
          .response()
      default: nil
      }
    }
    let parameters = try await scene.accounts().reverseAuthParameters(for: asker, at: try Example.oauth1())
    let token = try await scene.accounts().reverseAuthToken(of: holder, for: parameters)
    #expect(token.token == Secret("canary-other"))
    let requests = scene.server.requests
    let first = try SignedRequest(reading: requests[0])
    try first.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: nil)
    #expect(try requests[0].bodyForm.text(of: "x_auth_mode") == "reverse_auth")
    let second = try SignedRequest(reading: requests[1])
    try second.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
    #expect(try ReverseAuthGrant(reading: second, of: requests[1]) == ReverseAuthGrant(parameters))
    #expect(try await scene.accounts().all().count == 1)
  }

  // EI22
  @Test("reverse auth with parameters of another consumer, or at a provider without it, is refused")
  func reverseAuthRefused() async throws {
    let scene = Scene()
    let other = try Client(id: "other", secret: Secret("canary-client-secret"))
    let text = try Self.parameters(of: other)
    scene.server.answer("/temporary", with: try ReverseAuthParameters(text).response())
    let foreign = await #expect(throws: OAuthError.self) {
      try await scene.accounts().reverseAuthParameters(for: try Example.client(), at: try Example.oauth1())
    }
    #expect(foreign?.code == .unexpectedAnswer)
    for provider in [try Example.provider(), try Example.oauth1(offersReverseAuth: false)] {
      let without = await #expect(throws: OAuthError.self) {
        try await scene.accounts().reverseAuthParameters(for: other, at: provider)
      }
      #expect(without?.code == .unsupported)
    }
    #expect(scene.server.requests.count == 1)
    guard case .oauth1(let service) = Provider.twitter.service else { throw OAuthError.outOfOrder("OAuth 1.0a") }
    #expect(service.offersReverseAuth)
    let account = try await scene.hold(expiresIn: 3600)
    let holder = await #expect(throws: OAuthError.self) {
      try await scene.accounts().reverseAuthToken(of: account, for: try ReverseAuthParameters(text))
    }
    #expect(holder?.code == .unsupported)
  }

  @Test("H5: nothing is signed or sent where the provider's entry has no reverse auth")
  func reverseAuthNotOffered() async throws {
    let scene = Scene()
    let asker = try Example.client()
    let held = try #require(try await scene.accounts().stored(try await scene.holdOAuth1()))
    let without = Registration(provider: try Example.oauth1(offersReverseAuth: false), client: held.client)
    let authorization = RequestAuthorization(
      held, registration: without, clocks: SigningClocks(), servers: SharedServerKnowledge())
    let grant = ReverseAuthGrant(try ReverseAuthParameters(try Self.parameters(of: asker)))
    let stamp = Stamp(timestamp: Example.now, nonce: "n")
    let error = #expect(throws: OAuthError.self) { try authorization.reverseAuthRequest(grant, stamp: stamp) }
    #expect(error?.code == .unsupported)
  }

  /// What a provider answers the first step with: a header that it signed for the consumer.
  private static func parameters(of client: Client) throws -> String {
    var random = SeededGenerator()
    let consumer = try ConsumerCredential(key: client.id.text, secret: Secret("canary-provider-secret"))
    let signed = try RequestSigner(consumer: consumer)
      .sign(
        RequestMessage(.get, to: try AbsoluteURL("https://as.example/token1")),
        stamp: Stamp(at: Example.now, using: &random))
    return try #require(signed.head.headerFields[.authorization])
  }
}
