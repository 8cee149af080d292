import HTTPTypes
import Testing
import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("What a visitor sees when something is broken")
struct WebsiteTroubleTests {
  @Test func `237: while the store fails there is a page and no session, and afterwards the sign-in goes on`()
    async throws
  {
    let records = FailingVault()
    let site = try TestSite(records: records)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let second = site.browser()
    let callback = try await second.begin(at: site.issuer, as: .brook)
    records.isBroken = true
    for request in [
      await browser.request(.get, "/accounts"), await second.request(.get, callback, site: "cross-site"),
      await second.request(.get, "/sign-in/example"),
    ] {
      let answer = try #require(await site.website.answer(to: request))
      #expect(answer.response.status == 503 && answer.response.cookies.isEmpty)
      #expect(answer.failure?.category == .storage)
    }
    await #expect(throws: OAuthError.self) { try await browser.seenSession() }
    records.isBroken = false
    // The sign-in that could not begin leaves nothing: the one of the second browser waits.
    #expect(try await records.ids(of: .signIn).count == 1)
    #expect(try await browser.seenSession() != nil)
    #expect(try await second.open(callback, site: "cross-site").status == 303)
  }

  @Test func `a logout token that came while the store failed ends the session when it comes again`() async throws {
    let records = FailingVault()
    let site = try TestSite(records: records)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    var form = Form()
    form.append("logout_token", try site.issuer.logoutToken(subject: "ada-1", sessionID: "session-of-ada"))
    let told = RequestMessage(
      HTTPRequest(
        method: .post, scheme: "https", authority: "app.example", path: "/sign-in/example/back-channel-logout",
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: form.encoded())
    records.isBroken = true
    let refusal = try #require(await site.website.answer(to: told))
    #expect(refusal.response.status == 400 && refusal.failure?.category == .storage)
    records.isBroken = false
    #expect(try await browser.seenSession() != nil)
    #expect(await site.website.answer(to: told)?.response.status == 200)
    #expect(try await browser.seenSession() == nil)
    // It was obeyed now, and counts no more.
    #expect(await site.website.answer(to: told)?.response.status == 400)
  }

  @Test func `where no sign-in can be removed to make room, none begins, and those that wait can be finished`()
    async throws
  {
    let records = FailingVault()
    let site = try TestSite(maximumWaiting: 1, records: records)
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    records.removesNothing = true
    let answer = try #require(await site.website.answer(to: await site.browser().request(.get, "/sign-in/example")))
    #expect(answer.response.status == 503 && answer.failure?.category == .storage)
    #expect(try await records.ids(of: .signIn).count == 1)
    records.removesNothing = false
    #expect(try await browser.open(callback, site: "cross-site").status == 303)
    // The one that did not begin takes no room.
    let others = (site.browser(), site.browser())
    _ = try await others.0.begin(at: site.issuer, as: .ada)
    _ = try await others.1.begin(at: site.issuer, as: .brook)
    #expect(try await records.ids(of: .signIn).count == 1)
  }

  @Test func `junk at a callback is in the log as an error once a minute`() async throws {
    let site = try TestSite()
    var failures: [Bool] = []
    for _ in 0..<3 {
      let browser = site.browser()
      let callback = try await browser.begin(at: site.issuer, as: .ada).replacing(/code=[^&]*/, with: "code=junk")
      let answer = try #require(
        await site.website.answer(to: await browser.request(.get, callback, site: "cross-site")))
      #expect(answer.response.status == 502 && (answer.failure == nil) != (answer.refusal == nil))
      failures.append(answer.failure != nil)
    }
    #expect(failures == [true, false, false])
  }

  @Test(arguments: [("document", 303), ("image", 200), ("iframe", 200), ("empty", 200)])
  func `a picture or a frame of a page begins no sign-in`(destination: String, status: Int) async throws {
    let site = try TestSite()
    var request = await site.browser().request(.get, "/sign-in/example")
    request.head.headerFields[HTTPField.Name("Sec-Fetch-Dest")!] = destination
    #expect(await site.website.answer(to: request)?.response.status == status)
    #expect(await site.count(.signIn) == (status == 303 ? 1 : 0))
  }

  @Test func `users that cannot be read let no one in`() async throws {
    let site = try TestSite(users: BrokenUsers())
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    let answer = try #require(await site.website.answer(to: await browser.request(.get, callback, site: "cross-site")))
    #expect(answer.response.status == 503 && answer.failure?.category == .storage)
    #expect(await site.count(.website) == 0)
  }

  @Test func `237: while the users cannot be read, nothing is shown, changed or forgotten of them`() async throws {
    let users = BreakableUsers()
    let site = try TestSite(users: users)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let user = try #require(try await browser.seenSession()?.user)
    let token = try await browser.formToken()
    let page = try await browser.post("/accounts/link", ["token": token, "provider": "other"])
    let target = try #require(page.text.firstMatch(of: /content="0;url=([^"]+)"/)?.1)
    let callback = try site.other.allow(String(target).replacing("&amp;", with: "&"), as: .brook)
    var unlink = await browser.request(.post, "/accounts/unlink", origin: TestSite.origin)
    unlink.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    unlink.body = (["token": token, "issuer": site.issuer.text, "subject": "ada-1"] as Form).encoded()
    users.goDown()
    for request in [
      await browser.request(.get, "/accounts"), unlink, await browser.request(.get, callback, site: "cross-site"),
    ] {
      let answer = try #require(await site.website.answer(to: request))
      #expect(answer.response.status == 503 && answer.failure?.category == .storage)
    }
    await #expect(throws: OAuthError.self) { try await site.website.forgetUser(user) }
    var form = Form()
    form.append("logout_token", try site.issuer.logoutToken(subject: "ada-1"))
    var told = await site.browser().request(.post, "/sign-in/example/back-channel-logout", site: nil)
    told.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    told.body = form.encoded()
    let refusal = try #require(await site.website.answer(to: told))
    #expect(refusal.response.status == 400 && refusal.failure?.category == .storage)
    #expect(try await browser.seenSession() != nil)
  }

  @Test func `237: a frame that comes while the store fails ends nothing, and the log has the reason`() async throws {
    let records = FailingVault()
    let site = try TestSite(records: records)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    records.isBroken = true
    let query = "?iss=https%3A%2F%2Fissuer.example&sid=session-of-ada"
    let request = await browser.request(.get, "/sign-in/example/front-channel-logout" + query, site: "cross-site")
    let answer = try #require(await site.website.answer(to: request))
    #expect(answer.response.status == 400 && answer.failure?.category == .storage)
    records.isBroken = false
    #expect(try await browser.seenSession() != nil)
  }

  @Test func `a code that the provider refuses is a page, and the log has the reason`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    let changed = callback.replacing("code=code-0", with: "code=code-9")
    #expect(changed != callback)
    let answer = try #require(await site.website.answer(to: await browser.request(.get, changed, site: "cross-site")))
    #expect(answer.response.status == 502 && answer.failure != nil)
    #expect(answer.response.cookies.contains { $0.hasPrefix("__Host-sign-in=;") })
    #expect(!answer.response.text.contains("code-9"))
    #expect("\(answer.failure.map(String.init(describing:)) ?? "")".contains("code-9") == false)
  }

  @Test func `a provider that does not say who the user is signs no one in`() async throws {
    let site = try TestSite()
    let service = OAuth2Service(
      issuer: Issuer(site.issuer.text), authorizationEndpoint: try Endpoint(site.issuer.text + "/authorize"),
      tokenEndpoint: try Endpoint(site.issuer.text + "/token"), scopes: ["read"])
    let silent = Provider(name: ProviderName("silent"), title: "Silent", service: .oauth2(service))
    let website = try Website(
      at: TestSite.origin, accounts: site.accounts,
      providers: [
        WebsiteProvider("silent", silent, as: Client(id: ClientID(TestIssuer.client), secret: Secret("a-secret")))
      ])
    let browser = TestBrowser(website)
    let answer = try await browser.signIn(at: site.issuer, named: "silent", as: .ada)
    #expect(answer.status == 502 && answer.text.contains("Silent did not say who you are"))
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `a provider whose page for the sign-out cannot be named keeps no one from signing out`() async throws {
    let site = try TestSite(signsOutThere: true)
    // The client's id would stand there twice: OpenID Connect RP-Initiated Logout §2.
    site.issuer.publish(logout: "/logout?client_id=another")
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    var request = await browser.request(.post, "/sign-out", origin: TestSite.origin)
    request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.body = (["token": try await browser.formToken()] as Form).encoded()
    let answer = try #require(await site.website.answer(to: request))
    #expect(answer.response.status == 303 && answer.response.location == "/")
    #expect(answer.failure?.code == .duplicateParameter)
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `a provider without an issuer ends no session: there is no one to sign a logout token`() async throws {
    let site = try TestSite()
    let service = OAuth2Service(
      authorizationEndpoint: try Endpoint(site.issuer.text + "/authorize"),
      tokenEndpoint: try Endpoint(site.issuer.text + "/token"), scopes: ["read"])
    let provider = Provider(name: ProviderName("plain"), title: "Plain", service: .oauth2(service))
    let website = try Website(
      at: TestSite.origin, accounts: site.accounts,
      providers: [WebsiteProvider("plain", provider, as: Client(id: "website", secret: Secret("a-secret")))])
    let browser = TestBrowser(website)
    var told = await browser.request(.post, "/sign-in/plain/back-channel-logout", site: nil)
    told.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    told.body = Array("logout_token=junk".utf8)
    let frame = await browser.request(
      .get, "/sign-in/plain/front-channel-logout?sid=1&iss=https://a.example", site: nil)
    for request in [told, frame] {
      let answer = try #require(await website.answer(to: request))
      #expect(answer.response.status == 400 && answer.failure == nil)
    }
  }

  @Test(
    "each kind of failure has its page, which says nothing of the reason",
    arguments: [
      (OAuthError.Code.denied, 403, "You said no", false), (.timedOut, 502, "Example does not answer", true),
      (.serverUnavailable, 502, "Example does not answer", true),
      (.grantRefused, 502, "The sign-in did not work", true),
      (.idTokenNonce, 502, "The sign-in did not work", true), (.signInNeeded, 502, "The sign-in did not work", true),
      (.storeConflict, 503, "This does not work now", true), (.invalidValue, 500, "This does not work now", true),
      (.cancelled, 500, "This does not work now", true),
    ])
  func failures(code: OAuthError.Code, status: Int, heading: String, isInLog: Bool) throws {
    let site = try TestSite()
    let provider = try #require(site.website.providers.first)
    let error = OAuthError(code, message: "The reason of a test.", rule: .wayleave("a test"), remedy: "None.")
    let answer = site.website.failed(error, at: provider)
    #expect(answer.response.status == status && answer.response.text.contains("<h1>\(heading)</h1>"))
    #expect(!answer.response.text.contains("The reason of a test"))
    #expect((answer.failure != nil) == isInLog)
  }

  @Test(
    "291: a callback of any text begins no session, ends nothing, and crashes nothing",
    arguments: [
      "", "?", "?code", "?code=&state=", "?state=a&state=b&code=c", "?error=access_denied", "?code=a&state=%FF",
      "?code=%", "?oauth_token=a&oauth_verifier=b", "?denied=a", "?response=a.b.c",
      "?\(String(repeating: "a=b&", count: 2000))",
    ])
  func strangeCallback(query: String) async throws {
    let site = try TestSite()
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    let answer = try await browser.open("/callback/example" + query, site: "cross-site")
    #expect(answer.status == 400)
    #expect(try await browser.seenSession() == nil)
    #expect(try await browser.open(callback, site: "cross-site").status == 303)
  }
}

/// A vault that fails while it is broken.
final class FailingVault: Vault {
  private struct Failure: Error {}

  private let inner = MemoryVault()
  private let broken = Lock(false)
  private let removing = Lock(true)

  var isBroken: Bool {
    get { broken.withLock { $0 } }
    set { broken.withLock { $0 = newValue } }
  }

  /// Fails each removal of a record.
  var removesNothing: Bool {
    get { removing.withLock { !$0 } }
    set { removing.withLock { $0 = !newValue } }
  }

  var location: String { "a test" }

  func record(named name: RecordName) async throws -> VaultRecord? {
    try check()
    return await inner.record(named: name)
  }

  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws -> RecordRevision? {
    try check()
    if contents == nil, removesNothing { throw Failure() }
    return try await inner.replace(name, with: contents, expecting: expected)
  }

  func records(of kind: RecordKind) async throws -> [Swift.Result<VaultRecord, OAuthError>] {
    try check()
    return await inner.records(of: kind)
  }

  func ids(of kind: RecordKind) async throws -> [String] {
    try check()
    return await inner.ids(of: kind)
  }

  func remove(id: String, in state: RecordRevision?) async throws {
    try check()
    await inner.remove(id: id, in: state)
  }

  func probe() throws { try check() }

  private func check() throws { if isBroken { throw Failure() } }
}

/// Users behind a database that is down.
struct BrokenUsers: WebsiteUsers {
  private struct Failure: Error {}

  func user(with identity: Identity) throws -> String? { throw Failure() }
  func create(from identity: Identity) throws -> String? { throw Failure() }
  func link(_ identity: Identity, to user: String) throws -> Bool { throw Failure() }
  func unlink(_ identity: Identity, from user: String) throws -> Bool { throw Failure() }
  func identities(of user: String) throws -> [Identity] { throw Failure() }
}
