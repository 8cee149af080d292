import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: the refresh token of another library is taken over")
struct AdoptedRefreshTokenTests {
  private let scene = Scene()

  private func adopt(
    _ token: String = "canary-refresh-0", of provider: Provider? = nil, scopes: [String]? = nil
  ) async throws -> SignedIn {
    try await scene.accounts().adopt(
      refreshToken: Secret(token), of: try provider ?? Example.provider(), as: try Example.client(), scopes: scopes)
  }

  @Test("it is renewed once, the provider says who the user is, and what it gave in exchange is stored")
  func taken() async throws {
    let signedIn = try await adopt(scopes: ["profile"])
    #expect(signedIn.account == Account(provider: "example", client: "reader", subject: "7"))
    #expect(signedIn.stored.identity?.displayName == "Ada" && signedIn.unidentifiedBecause == nil)
    #expect(scene.server.paths == ["/token", "/me"])
    let tokens = try #require(try await scene.tokens(of: signedIn.account))
    #expect(tokens.accessToken == Secret("canary-access-1") && tokens.scopes == ["profile"])
    // The provider rotates: the token of the other library is spent.
    #expect(tokens.refreshToken == Secret("canary-refresh-1"))
    #expect(try await scene.accounts().all().map(\.account) == [signedIn.account])
  }

  @Test("a provider that is known by its issuer is discovered, and UserInfo names the user")
  func issuer() async throws {
    let signedIn = try await adopt(of: try Provider(issuer: "https://as.example"))
    #expect(signedIn.account.subject == "user-9" && signedIn.stored.identity?.email == "a@b.example")
  }

  @Test("a token that the provider does not accept asks for a sign-in, and nothing is stored")
  func spent() async throws {
    #expect(await code { _ = try await adopt("spent-elsewhere") } == .signInNeeded)
    #expect(try await scene.accounts().all().isEmpty && scene.server.paths == ["/token"])
  }

  @Test("without a connection nothing is stored, and the same call works later")
  func offline() async throws {
    scene.server.setFault { _ in throw TransportFailure.notSent(.noRoute) }
    #expect(await code { _ = try await adopt() } == .unreachable)
    #expect(try await scene.accounts().all().isEmpty)
    scene.server.setFault(nil)
    #expect(try await adopt().account.subject == "7")
  }

  @Test("a token that was taken over before, and is still the same one, is found before anything is sent")
  func twice() async throws {
    scene.server.state.withLock { $0.rotates = false }
    _ = try await adopt()
    let count = scene.server.requests.count
    #expect(await code { _ = try await adopt() } == .accountExists)
    #expect(scene.server.requests.count == count)
  }

  @Test("an account of the same user is replaced, and one of another user stays")
  func replaced() async throws {
    try await scene.hold(refreshToken: "earlier")
    try await scene.hold("8", refreshToken: "other")
    let signedIn = try await adopt()
    #expect(signedIn.replaced != nil)
    #expect(try await scene.accounts().all().map(\.account.subject).sorted() == ["7", "8"])
    #expect(try await scene.tokens(of: signedIn.account)?.accessToken == Secret("canary-access-1"))
  }

  @Test("where the provider does not say who the user is, the new token is stored all the same")
  func unidentified() async throws {
    scene.server.answer("/me", with: ResponseMessage(HTTPResponse(status: .internalServerError)))
    let signedIn = try await adopt()
    #expect(signedIn.unidentifiedBecause != nil && signedIn.account.subject.hasPrefix("unidentified-"))
    #expect(try await scene.tokens(of: signedIn.account)?.refreshToken == Secret("canary-refresh-1"))
  }

  @Test("a provider of OAuth 1.0a and an empty token are refused, and nothing is sent")
  func refused() async throws {
    #expect(await code { _ = try await adopt(of: try Example.oauth1()) } == .unsupported)
    #expect(await code { _ = try await adopt("") } == .invalidValue)
    #expect(try await scene.accounts().all().isEmpty && scene.server.requests.isEmpty)
  }
}
