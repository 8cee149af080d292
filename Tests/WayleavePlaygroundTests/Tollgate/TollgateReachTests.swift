import HTTPTypes
import Testing
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("Accounts at Tollgate, over the network: what users of the library reach", .timeLimit(.minutes(10)))
struct TollgateReachTests {
  /// Opens the page with a visitor's cookies, and brings back where it leads.
  private struct VisitingSource: CallbackSource, CallbackSession {
    let playground: TestPlayground
    let redirectURI: RedirectURI

    init(_ playground: TestPlayground) throws {
      self.playground = playground
      redirectURI = try RedirectURI(TestPlayground.callback)
    }

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession { self }

    func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
      Callbacks { continuation in
        Task {
          do { continuation.yield(Callback(try await playground.allow(page.url.text).location ?? "")) } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }

    func close() async {}
  }

  private func with(
    _ body: @Sendable (TestPlayground, Accounts) async throws -> Void
  ) async throws {
    try await TestPlayground.withTollgate { playground in
      let transport = try AsyncHTTPClientTransport()
      let clock = playground.clock
      let accounts = Accounts(
        transport: transport, callbackSource: try VisitingSource(playground),
        credentials: CredentialRecords(in: MemoryVault()),
        signIns: SignInRecords(in: MemoryVault(), now: { clock.now }), now: { clock.now })
      do {
        try await body(playground, accounts)
        await transport.shutdown()
      } catch {
        await transport.shutdown()
        throw error
      }
    }
  }

  private func signIn(
    _ playground: TestPlayground, _ accounts: Accounts, as client: TollgateTestClient = .web,
    _ options: Accounts.SignInOptions = .init()
  ) async throws -> SignedIn {
    try await accounts.signIn(
      to: try Provider(issuer: Issuer(playground.tollgate.issuer)), as: try client.client(), options: options)
  }

  @Test func `RFC 9728, RFC 9470: the vault names its server and demands a sign-in, which is performed and opens it`()
    async throws
  {
    try await with { playground, accounts in
      let vault = try AbsoluteURL(playground.base + "/tollgate/vault")
      let found = try await accounts.provider(forAPI: vault)
      #expect(found.provider.issuer == Issuer(playground.tollgate.issuer) && found.scopes == ["vault.read"])
      let signedIn = try await signIn(
        playground, accounts, .init(scopes: ["openid", "vault.read"], terms: .init(resources: [found.resource])))
      let session = accounts.session(for: signedIn.account)
      #expect(try await session.get(vault.text).status == 200)
      playground.clock.advance(by: 100)
      // The sign-in is too old for the vault now.
      #expect(await refusedCode { _ = try await session.get(vault.text) } == .stepUpNeeded)
      let again = try await session.send(
        RequestMessage(.get, to: vault), steppingUpBy: .init(terms: .init(resources: [found.resource])))
      #expect(again.status == 200)
      #expect(try await accounts.all().count == 1)
    }
  }

  @Test func `RFC 7662, RFC 7009: a token is active, and after the sign-out it is not; the page ends the session`()
    async throws
  {
    try await with { playground, accounts in
      let signedIn = try await signIn(playground, accounts, .init(scopes: ["openid", "notes.read"]))
      guard case .active(let claims) = try await accounts.introspect(signedIn.account) else {
        Issue.record("not active")
        return
      }
      #expect(claims.subject == "73001" && claims.scopes.contains("notes.read"))
      let report = try await accounts.signOut(signedIn.account)
      #expect(report.revocation == .revoked)
      let page = try await playground.visitor.open(try #require(report.sessionPage).text)
      #expect(page.status == 200 && page.text.contains("You are signed out"))
    }
  }

  @Test func `JARM, claims, ui_locales, a demanded key and no pushed request: all of them are taken`() async throws {
    try await with { playground, accounts in
      let signedIn = try await signIn(
        playground, accounts,
        .init(
          terms: .init(
            binding: .required, wantsSecuredCallback: true, claims: .init(idToken: [.init("email")]),
            languages: ["en"], pushesRequest: false)))
      guard case .oauth2(let tokens) = signedIn.stored.credential else { return }
      #expect(tokens.proofKey != nil)
      #expect(await playground.running.log.filter { $0.kind == .requestPushed }.isEmpty)
    }
  }

  private func refusedCode(_ work: () async throws -> Void) async -> OAuthError.Code? {
    do {
      try await work()
      return nil
    } catch { return (error as? OAuthError)?.code }
  }
}
