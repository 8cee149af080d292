import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6749 §3.3: a sign-in that grants other scopes than were asked for")
struct GrantedScopesTests {
  @Test(
    "92, 6749-14: less is reported, more is reported, and what was granted is stored",
    arguments: [
      (["read", "write"], nil, []), (["read", "write"], ["write", "read"], []),
      (["read", "write"], ["read"], ["not granted: write"]),
      (["read"], ["read", "admin"], ["granted, and not asked for: admin"]),
      ([], ["profile"], []), ([], ["profile", "admin"], ["granted, and not asked for: admin"]),
    ] as [([String], [String]?, [String])])
  func scopes(asked: [String], granted: [String]?, reported: [String]) async throws {
    let scene = Scene()
    scene.server.answer("/token", with: TokenResponse(accessToken: Secret("new"), scopes: granted).response())
    let signedIn = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: Example.provider(), as: Example.client(), options: .init(scopes: asked))
    #expect(scene.events.filter { $0.name == .scopesDiffer }.map(\.detail) == reported)
    let kept = try #require(try await scene.tokens(of: signedIn.account))
    #expect(kept.scopes == granted ?? asked)
  }
}
