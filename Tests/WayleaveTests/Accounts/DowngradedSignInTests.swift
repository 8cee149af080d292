import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9700 §4.4: accounts remember what an issuer advertised, with the credential that came of it")
struct DowngradedSignInTests {
  @Test("the second sign-in is refused, also in another process, until the user agrees once")
  func refused() async throws {
    let scene = Scene()
    advertise(at: scene) { $0["revocation_endpoint"] = "https://as.example/revoke" }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let signedIn = try await signIn(with: accounts)
    #expect(signedIn.stored.advertised?.metadata?.revocationEndpoint != nil)
    advertise(at: scene) { $0["revocation_endpoint"] = nil }
    // What was read is used again for five minutes.
    scene.wait(KeptMetadata.shortestLife.wholeSeconds)
    let asked = scene.server.requests.count
    for accounts in [accounts, scene.accounts(callbackSource: scene.allowing)] {
      #expect(await code { _ = try await self.signIn(with: accounts) } == .metadataDowngraded)
    }
    // Nobody was sent anywhere, and nothing but the document was asked for.
    #expect(scene.server.requests.count == asked + 2)
    #expect(try await accounts.stored(signedIn.account) == signedIn.stored)
    scene.wait(60)
    let agreed = try await signIn(with: accounts, options: .init(acceptsDowngrade: true))
    #expect(agreed.stored.advertised?.metadata?.revocationEndpoint == nil)
    #expect(scene.events.contains { $0.name == .tolerated && $0.detail.contains("revocation") })
    for accounts in [accounts, scene.accounts(callbackSource: scene.allowing)] { _ = try await signIn(with: accounts) }
  }

  @Test("113: a token endpoint that moved to another origin gets no code, until the user agrees once")
  func movedEndpoint() async throws {
    let scene = Scene()
    let accounts = scene.accounts(callbackSource: scene.allowing)
    advertise(at: scene) { _ in }
    _ = try await signIn(with: accounts)
    scene.wait(KeptMetadata.shortestLife.wholeSeconds)
    advertise(at: scene) { $0["token_endpoint"] = "https://evil.example/token" }
    for accounts in [accounts, scene.accounts(callbackSource: scene.allowing)] {
      #expect(await code { _ = try await self.signIn(with: accounts) } == .metadataDowngraded)
    }
    #expect(!scene.server.requests.contains { $0.url?.hasPrefix("https://evil.example") == true })
    scene.wait(60)
    _ = await code { _ = try await self.signIn(with: accounts, options: .init(acceptsDowngrade: true)) }
    #expect(scene.server.requests.last { $0.pathWithoutQuery == "/token" }?.url == "https://evil.example/token")
  }

  @Test("a sign-in that was begun in one process and finished in another is remembered by both")
  func halves() async throws {
    let scene = Scene()
    advertise(at: scene) { $0["revocation_endpoint"] = "https://as.example/revoke" }
    let url = try await scene.accounts().begin(
      try Provider(issuer: "https://as.example"), as: try Example.client())
    let second = scene.accounts(callbackSource: scene.allowing)
    _ = try await second.receive(try scene.server.allow(url))
    advertise(at: scene) { $0["revocation_endpoint"] = nil }
    #expect(await code { _ = try await self.signIn(with: second) } == .metadataDowngraded)
  }

  @Test("a user who signs out is a stranger the next time")
  func forgotten() async throws {
    let scene = Scene()
    advertise(at: scene) { $0["revocation_endpoint"] = "https://as.example/revoke" }
    let signedIn = try await signIn(with: scene.accounts(callbackSource: scene.allowing))
    _ = try await scene.accounts().signOut(signedIn.account)
    advertise(at: scene) { $0["revocation_endpoint"] = nil }
    _ = try await signIn(with: scene.accounts(callbackSource: scene.allowing))
  }

  private func signIn(
    with accounts: Accounts, options: Accounts.SignInOptions = .init()
  ) async throws -> SignedIn {
    try await accounts.signIn(
      to: try Provider(issuer: "https://as.example"), as: try Example.client(), options: options)
  }

  private func advertise(at scene: Scene, _ edit: (inout JSON.Object) -> Void) {
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    edit(&members)
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(.ok, json: .object(members)))
  }
}
