import HTTPTypes
import Testing
import Wayleave
import WayleaveBackport
import WayleaveHummingbird
import WayleaveWire

@Suite("A further account is added to a user who has shown to be both")
struct LinkedAccountTests {
  /// Asks for a further account, says yes as a person, and gives the path of the callback.
  private func beginLink(
    _ site: TestSite, _ browser: TestBrowser, as person: TestIssuer.Person
  ) async throws -> String {
    let page = try await browser.post("/accounts/link", ["token": try await browser.formToken(), "provider": "other"])
    let url = try #require(page.text.firstMatch(of: /content="0;url=([^"]+)"/)?.1)
    return try site.other.allow(String(url).replacing("&amp;", with: "&"), as: person)
  }

  @Test func `a user adds an account, signs in with either of them, and gets a new session id`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let user = try #require(try await browser.seenSession()?.user)
    let before = await browser.session
    let answer = try await browser.open(try await beginLink(site, browser, as: .brook), site: "cross-site")
    #expect(answer.status == 303 && answer.location == "/accounts")
    #expect(await browser.session != before)
    #expect(try await browser.seenSession()?.user == user)
    #expect(try await site.users.identities(of: user).map(\.subject) == ["ada-1", "brook-2"])
    let second = site.browser()
    try await second.signIn(at: site.other, named: "other", as: .brook)
    #expect(try await second.seenSession()?.user == user)
    // To add it again changes nothing.
    let again = try await browser.open(try await beginLink(site, browser, as: .brook), site: "cross-site")
    #expect(again.status == 303)
    #expect(try await site.users.identities(of: user).count == 2)
  }

  @Test func `an account of another user stays theirs`() async throws {
    let site = try TestSite()
    let (ada, brook) = (site.browser(), site.browser())
    try await ada.signIn(at: site.issuer, as: .ada)
    try await brook.signIn(at: site.other, named: "other", as: .brook)
    let owner = try #require(try await brook.seenSession()?.user)
    let answer = try await ada.open(try await beginLink(site, ada, as: .brook), site: "cross-site")
    #expect(answer.status == 409)
    #expect(try await site.users.user(with: Identity(issuer: Issuer(site.other.text), subject: "brook-2")) == owner)
    let user = try #require(try await ada.seenSession()?.user)
    #expect(try await site.users.identities(of: user).map(\.subject) == ["ada-1"])
  }

  @Test(
    "an account is added in the session that asked for it, and in no other one",
    arguments: ["signed out", "signed in again", "signed in as another user"])
  func otherSession(what: String) async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let user = try #require(try await browser.seenSession()?.user)
    let callback = try await beginLink(site, browser, as: .brook)
    let owner = await browser.cookies["__Host-sign-in"]
    switch what {
    case "signed out": _ = try await browser.post("/sign-out", ["token": try await browser.formToken()])
    case "signed in again": try await browser.signIn(at: site.issuer, as: .ada)
    default: try await browser.signIn(at: site.issuer, as: TestIssuer.Person(subject: "chris-3", name: "Chris"))
    }
    // A sign-in that is done takes its cookie along; this browser still has it.
    await browser.setCookie("__Host-sign-in", owner)
    let answer = try await browser.open(callback, site: "cross-site")
    #expect(answer.status == 403 && answer.text.contains("The account was not added"))
    #expect(try await site.users.identities(of: user).map(\.subject) == ["ada-1"])
    #expect(try await site.users.user(with: Identity(issuer: Issuer(site.other.text), subject: "brook-2")) == nil)
  }

  @Test(
    "a session that ends while the account is added stays ended",
    arguments: ["/sign-out", "/sign-in/example/back-channel-logout"])
  func endedMeanwhile(path: String) async throws {
    let users = SlowUsers()
    let site = try TestSite(users: users)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let user = try #require(try await browser.seenSession()?.user)
    let callback = await browser.request(.get, try await beginLink(site, browser, as: .brook), site: "cross-site")
    var form: Form = ["token": try await browser.formToken()]
    form.append("logout_token", try site.issuer.logoutToken(subject: "ada-1"))
    var ending = await browser.request(.post, path, origin: TestSite.origin)
    ending.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    ending.body = form.encoded()
    users.meanwhile { [ending] in #expect((await site.website.answer(to: ending))?.failure == nil) }
    let answer = try await browser.send(callback)
    #expect(answer.status == 403 && answer.text.contains("You were signed out meanwhile"))
    #expect(try await browser.seenSession() == nil)
    // Neither the old session nor a new one is left, in no list.
    #expect(await site.count(.website) == 0)
    #expect(try await users.identities(of: user).map(\.subject) == ["ada-1", "brook-2"])
  }

  @Test func `no form of another website, and no name of no provider, begins it`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let token = try await browser.formToken()
    let (good, unknown): (Form, Form) = (
      ["token": token, "provider": "other"], ["token": token, "provider": "unknown"]
    )
    #expect(try await browser.post("/accounts/link", good, site: "cross-site").status == 403)
    #expect(try await browser.post("/accounts/link", ["provider": "other"]).status == 403)
    #expect(try await browser.post("/accounts/link", unknown).status == 403)
    #expect(await site.count(.signIn) == 0)
  }

  @Test func `two sign-ins of a new person at the same time are one user`() async throws {
    let site = try TestSite()
    let identity = Identity(issuer: Issuer(site.issuer.text), subject: "ada-1", displayName: "Ada")
    let users = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<20 { group.addTask { try await site.users.create(from: identity) } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(users.count == 1)
    let user = try #require(users.first ?? nil)
    #expect(try await site.users.identities(of: user).count == 1)
    // The user, and the identity.
    #expect(await site.count(.user) == 2)
  }
}

/// Users to whom something else happens while an account is added.
private final class SlowUsers: WebsiteUsers {
  private let inner = UserRecords(in: MemoryVault())
  private let work = Lock<(@Sendable () async -> Void)?>(nil)

  func meanwhile(_ work: @escaping @Sendable () async -> Void) { self.work.withLock { $0 = work } }

  func user(with identity: Identity) async throws -> String? { try await inner.user(with: identity) }

  func create(from identity: Identity) async throws -> String? { try await inner.create(from: identity) }

  func link(_ identity: Identity, to user: String) async throws -> Bool {
    let isLinked = try await inner.link(identity, to: user)
    await work.withLock { $0 }?()
    return isLinked
  }

  func identities(of user: String) async throws -> [Identity] { try await inner.identities(of: user) }
}
