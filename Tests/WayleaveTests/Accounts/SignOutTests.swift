import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7009: a sign-out")
struct SignOutTests {
  @Test("7009-5: the refresh token is revoked first, then the access token, then nothing is kept")
  func revoked() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    #expect(try await scene.accounts().signOut(account).revocation == .revoked)
    let sent = try scene.server.requests.map { try $0.bodyForm.text(of: "token") }
    #expect(sent == ["canary-refresh-0", "canary-access-0"])
    #expect(try await scene.accounts().all().isEmpty)
    #expect(scene.eventNames.last == .credentialRemoved)
  }

  // BD3
  @Test("an OAuth 1.0a token is invalidated by a signed request where the provider offers that")
  func invalidated() async throws {
    let scene = Scene()
    let account = try await scene.holdOAuth1()
    #expect(try await scene.accounts().signOut(account).revocation == .revoked)
    let request = try #require(scene.server.requests.first)
    #expect(request.url == "https://as.example/invalidate")
    try SignedRequest(reading: request)
      .verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
  }

  @Test("where the provider offers nothing, the credential is removed here and nothing is sent")
  func notOffered() async throws {
    for isOAuth1 in [false, true] {
      let scene = Scene()
      let account = isOAuth1 ? try await scene.holdOAuth1() : try await scene.hold()
      var held = try #require(try await scene.credentials.load(account))
      switch held.stored.provider.service {
      case .oauth1(var service):
        service.invalidationEndpoint = nil
        held.stored.provider.service = .oauth1(service)
      case .oauth2(var service):
        service[.revocation] = nil
        held.stored.provider.service = .oauth2(service)
      case .issuer: break
      }
      _ = try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
      let accounts = scene.accounts()
      #expect(try await accounts.signOut(account).revocation == .notOffered)
      #expect(scene.server.requests.isEmpty)
      #expect(try await accounts.all().isEmpty)
    }
  }

  @Test("a renewed sign-in goes on with the enrollment of the account, and after a sign-out there is another one")
  func enrollment() async throws {
    let scene = Scene()
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let (provider, client) = (try Example.provider(), try Example.client())
    let first = try await accounts.signIn(to: provider, as: client).stored
    #expect(first.enrollment?.utf8.count == 48)
    let renewed = try await accounts.signIn(to: provider, as: client).stored
    #expect(renewed.account == first.account && renewed.enrollment == first.enrollment)
    #expect(try await accounts.fresh(first.account, forcing: true).enrollment == first.enrollment)
    _ = try await accounts.signOut(first.account)
    let again = try await accounts.signIn(to: provider, as: client).stored
    #expect(again.account == first.account && again.enrollment != first.enrollment && again.enrollment != nil)
  }

  @Test("a sign-out that is not to revoke sends nothing, and one of no account is an error")
  func skipped() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    #expect(try await scene.accounts().signOut(account, revoking: false).revocation == .skipped)
    #expect(scene.server.requests.isEmpty)
    #expect(await code { _ = try await scene.accounts().signOut(account) } == .unknownAccount)
  }

  @Test("164: a sign-out during a refresh waits for it, revokes what it brought, and leaves nothing behind")
  func duringRefresh() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let isRefreshing = Lock(false)
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/token" {
        isRefreshing.withLock { $0 = true }
        try await Task.sleep(for: .milliseconds(100))
      }
      return nil
    }
    let refresh = Task { try await scene.accounts().fresh(account) }
    while !isRefreshing.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await scene.accounts().signOut(account).revocation == .revoked)
    _ = try await refresh.value
    let revoked = try scene.server.requests.filter { $0.pathWithoutQuery == "/revoke" }.map {
      try $0.bodyForm.text(of: "token")
    }
    #expect(revoked == ["canary-refresh-1", "canary-access-1"])
    #expect(try await scene.accounts().all().isEmpty)
  }
}
