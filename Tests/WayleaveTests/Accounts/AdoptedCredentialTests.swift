import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: a credential that was got elsewhere is stored, or used without being stored")
struct AdoptedCredentialTests {
  private let scene = Scene()
  private static let api = "https://api.example/x"

  private func tokens(
    _ accessToken: String = "canary-access-0", type: String = "Bearer", refreshToken: String? = "canary-refresh-0",
    expiresIn: Int64? = 3600
  ) -> Credential {
    .oauth2(
      .init(
        accessToken: Secret(accessToken), tokenType: type, refreshToken: refreshToken.map { Secret($0) },
        scopes: ["profile"], expiresAt: expiresIn.map { Example.now + $0 }))
  }

  private var signed: Credential {
    .oauth1(TokenCredential(token: Secret("canary-token"), secret: Secret("canary-secret")))
  }

  private func identity(_ subject: String) -> Identity { Identity(issuer: "example", subject: subject) }

  private func adopt(
    _ credential: Credential, of provider: Provider? = nil, identity: Identity? = nil, allowedOrigins: [Origin] = []
  ) async throws -> SignedIn {
    try await scene.accounts().adopt(
      credential, of: try provider ?? Example.provider(), as: try Example.client(), identity: identity,
      allowedOrigins: allowedOrigins)
  }

  private func session(with credential: Credential, of provider: Provider? = nil) throws -> AuthorizedSession {
    scene.accounts().session(with: credential, of: try provider ?? Example.provider(), as: try Example.client())
  }

  @Test("the provider says who the user is, the tokens are stored as they came, and a session uses and renews them")
  func asked() async throws {
    let signedIn = try await adopt(tokens(expiresIn: 100))
    #expect(signedIn.account == Account(provider: "example", client: "reader", subject: "7"))
    #expect(signedIn.stored.identity?.displayName == "Ada" && signedIn.replaced == nil)
    #expect(scene.server.paths == ["/me"] && scene.eventNames.contains(.credentialStored))
    #expect(try await scene.tokens(of: signedIn.account)?.accessToken == Secret("canary-access-0"))
    scene.wait(101)
    #expect(try await scene.accounts().session(for: signedIn.account).get(Self.api).status == 200)
    #expect(scene.server.paths == ["/me", "/token", "/x"])
  }

  @Test("with an identity nothing is asked, and the account of another user stays")
  func named() async throws {
    let other = try await scene.hold("8", refreshToken: "other")
    let signedIn = try await adopt(tokens(), identity: identity("9"), allowedOrigins: [try Origin("https://b.example")])
    #expect(signedIn.account.subject == "9" && scene.server.requests.isEmpty)
    #expect(try await scene.accounts().session(for: signedIn.account).get("https://b.example/x").status == 200)
    #expect(try await scene.tokens(of: other)?.refreshToken == Secret("other"))
  }

  @Test("an account of the same user is replaced, and the same credential once more makes no second account")
  func replaced() async throws {
    try await scene.hold(refreshToken: "earlier")
    let signedIn = try await adopt(tokens())
    #expect(signedIn.replaced != nil)
    #expect(try await adopt(tokens()).account == signedIn.account)
    #expect(try await scene.accounts().all().map(\.account) == [signedIn.account])
    #expect(try await scene.tokens(of: signedIn.account)?.refreshToken == Secret("canary-refresh-0"))
  }

  @Test("a token and secret of OAuth 1.0a are stored, and sign the requests of the account")
  func signs() async throws {
    let signedIn = try await adopt(signed, of: try Example.oauth1())
    #expect(signedIn.account.subject == "7")
    _ = try await scene.accounts().session(for: signedIn.account).get(Self.api)
    for request in scene.server.requests {
      try SignedRequest(reading: request)
        .verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
    }
    #expect(scene.server.paths == ["/me", "/x"])
  }

  @Test("an issuer is discovered, and UserInfo names the user")
  func issuer() async throws {
    let signedIn = try await adopt(tokens(), of: try Provider(issuer: "https://as.example"))
    #expect(signedIn.account.subject == "user-9" && signedIn.stored.identity?.email == "a@b.example")
  }

  @Test("tokens that have ended are renewed before anyone is asked; with an identity, at the next use")
  func renewed() async throws {
    let signedIn = try await adopt(tokens(expiresIn: -10))
    #expect(scene.server.paths == ["/token", "/me"])
    #expect(try await scene.tokens(of: signedIn.account)?.accessToken == Secret("canary-access-1"))
    let later = try await adopt(
      tokens("", refreshToken: "canary-refresh-1", expiresIn: nil), identity: identity("9"))
    #expect(try await scene.accounts().session(for: later.account).get(Self.api).status == 200)
    #expect(scene.server.paths == ["/token", "/me", "/token", "/x"])
    #expect(scene.server.requests.last?.head.headerFields[.authorization] == "Bearer canary-access-2")
  }

  @Test("what no request can carry is refused before anything is sent, by both")
  func refused() async throws {
    let rows: [(Credential, Provider, OAuthError.Code)] = [
      (tokens("", refreshToken: nil), try Example.provider(), .invalidValue),
      (tokens(type: "DPoP"), try Example.provider(), .invalidValue),
      (tokens(refreshToken: nil, expiresIn: -1), try Example.provider(), .signInNeeded),
      (tokens(), try Example.oauth1(), .invalidValue), (signed, try Example.provider(), .invalidValue),
    ]
    for (credential, provider, expected) in rows {
      #expect(await code { _ = try await adopt(credential, of: provider) } == expected)
      #expect(await code { _ = try await session(with: credential, of: provider).get(Self.api) } == expected)
    }
    #expect(await code { _ = try await adopt(tokens(), identity: identity("")) } == .invalidValue)
    #expect(scene.server.requests.isEmpty)
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("a token that the provider refuses, and an entry that does not say how to ask: nothing is stored")
  func notAccepted() async throws {
    scene.server.answer("/me", with: ResponseMessage(HTTPResponse(status: .unauthorized)))
    #expect(await code { _ = try await adopt(tokens()) } != nil)
    var silent = try Example.provider()
    silent.identity = nil
    let other = silent
    #expect(await code { _ = try await adopt(tokens(), of: other) } == .unexpectedAnswer)
    #expect(try await scene.accounts().all().isEmpty)
    #expect(try await adopt(tokens(), of: other, identity: identity("9")).unidentifiedBecause == nil)
  }

  @Test("a session without an account sends to the provider's API only, renews nothing, and stores nothing")
  func session() async throws {
    let session = try session(with: tokens())
    #expect(try await session.get(Self.api).status == 200)
    #expect(scene.server.requests.first?.head.headerFields[.authorization] == "Bearer canary-access-0")
    #expect(await code { _ = try await session.get("https://evil.example/") } == .foreignOrigin)
    scene.server.answer("/x", with: ResponseMessage(HTTPResponse(status: .unauthorized)))
    #expect(try await session.get(Self.api).status == 401)
    scene.wait(4000)
    #expect(await code { _ = try await session.get(Self.api) } == .signInNeeded)
    #expect(scene.server.paths == ["/x", "/x"])
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("a session without an account signs with a token and secret")
  func signingSession() async throws {
    let session = try session(with: signed, of: try Example.oauth1())
    #expect(try await session.get(Self.api).status == 200)
    let signed = try SignedRequest(reading: try #require(scene.server.requests.first))
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
    let fields = try await session.echoHeaders(for: try AbsoluteURL("https://api.example/me"))
    #expect(fields.count == 2)
  }
}
