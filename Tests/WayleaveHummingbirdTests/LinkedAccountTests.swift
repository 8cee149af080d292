import HTTPTypes
import Testing
import Wayleave
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

  @Test(
    "where the website keeps no accounts, those that were added go with the last session of their user",
    arguments: [true, false])
  func tokensOfAdded(keepsAccounts: Bool) async throws {
    let site = try TestSite(keepsAccounts: keepsAccounts)
    let (first, second) = (site.browser(), site.browser())
    for browser in [first, second] { try await browser.signIn(at: site.issuer, as: .ada) }
    _ = try await first.open(try await beginLink(site, first, as: .brook), site: "cross-site")
    site.clock.advance(by: 1)
    _ = try await first.post("/sign-out", ["token": try await first.formToken()])
    #expect(try await site.accounts.all().count == 2)
    site.clock.advance(by: 61)
    _ = try await second.post("/sign-out", ["token": try await second.formToken()])
    #expect(try await site.accounts.all().count == (keepsAccounts ? 2 : 0))
  }

  @Test(
    "what a sign-in has stored that adds no account is signed out at the provider, unless a user has it",
    arguments: [true, false])
  func tokensOfRefused(keepsAccounts: Bool) async throws {
    let site = try TestSite(keepsAccounts: keepsAccounts)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let callback = try await beginLink(site, browser, as: .brook)
    _ = try await browser.post("/sign-out", ["token": try await browser.formToken()])
    #expect(try await browser.open(callback, site: "cross-site").status == 403)
    #expect(try await site.accounts.all().map(\.account.subject) == (keepsAccounts ? ["ada-1"] : []))
    // Another user's: that user is signed in, and its tokens stay.
    try await browser.signIn(at: site.issuer, as: .ada)
    let owner = site.browser()
    try await owner.signIn(at: site.other, named: "other", as: .brook)
    #expect(try await browser.open(try await beginLink(site, browser, as: .brook), site: "cross-site").status == 409)
    #expect(try await site.accounts.all().count == 2)
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
    // Neither the old session nor a new one is left, in no list; of a logout token is known what it ended.
    #expect(await site.count(.website) == (path == "/sign-out" ? 0 : 1))
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

  /// Ada, who has two accounts, in a browser of each: the second was signed in to by the added one.
  private func twoAccounts(_ site: TestSite) async throws -> (user: String, first: TestBrowser, second: TestBrowser) {
    let (first, second) = (site.browser(), site.browser())
    try await first.signIn(at: site.issuer, as: .ada)
    _ = try await first.open(try await beginLink(site, first, as: .brook), site: "cross-site")
    try await second.signIn(at: site.other, named: "other", as: .brook)
    return (try #require(try await first.seenSession()?.user), first, second)
  }

  private func removal(of issuer: TestIssuer, _ subject: String, _ browser: TestBrowser) async throws -> Form {
    ["token": try await browser.formToken(), "issuer": issuer.text, "subject": subject]
  }

  @Test func `a user removes an account, with its sessions and tokens, and signs in with the other one`() async throws {
    let site = try TestSite()
    let (user, first, second) = try await twoAccounts(site)
    #expect(try await first.open("/accounts").text.contains(#"action="/accounts/unlink""#))
    let account = try #require(try await second.seenSession()).account
    let answer = try await first.post("/accounts/unlink", try await removal(of: site.other, "brook-2", first))
    #expect(answer.status == 303 && answer.location == "/accounts")
    #expect(try await site.users.identities(of: user).map(\.subject) == ["ada-1"])
    #expect(try await second.seenSession() == nil)
    #expect(try await first.seenSession()?.user == user)
    #expect(try await site.accounts.stored(account) == nil)
    // Who signs in with it is someone else from here on.
    try await second.signIn(at: site.other, named: "other", as: .brook)
    #expect(try await second.seenSession()?.user != user)
  }

  @Test func `the account of this browser's own session can be removed: its user signs in again`() async throws {
    let site = try TestSite()
    let (user, first, _) = try await twoAccounts(site)
    _ = try await first.post("/accounts/unlink", try await removal(of: site.issuer, "ada-1", first))
    #expect(try await first.seenSession() == nil)
    #expect(try await site.users.identities(of: user).map(\.subject) == ["brook-2"])
  }

  @Test func `the last way to sign in stays, and so does what is another user's`() async throws {
    let site = try TestSite()
    let (ada, brook) = (site.browser(), site.browser())
    try await ada.signIn(at: site.issuer, as: .ada)
    try await brook.signIn(at: site.other, named: "other", as: .brook)
    #expect(try await ada.open("/accounts").text.contains("/accounts/unlink") == false)
    for form in [try await removal(of: site.issuer, "ada-1", ada), try await removal(of: site.other, "brook-2", ada)] {
      let answer = try await ada.post("/accounts/unlink", form)
      #expect(answer.status == 409 && answer.text.contains("The account was not removed"))
    }
    for browser in [ada, brook] { #expect(try await browser.seenSession() != nil) }
    // And a form of another website, or without an account, does nothing.
    let good = try await removal(of: site.issuer, "ada-1", ada)
    #expect(try await ada.post("/accounts/unlink", good, site: "cross-site").status == 403)
    #expect(try await ada.post("/accounts/unlink", ["token": try await ada.formToken()]).status == 403)
  }

  @Test func `of two accounts that are removed at the same time, one stays`() async throws {
    let site = try TestSite()
    let (user, _, _) = try await twoAccounts(site)
    let both = try await site.users.identities(of: user)
    let gone = try await withThrowingTaskGroup(of: Bool.self) { group in
      for identity in both + both { group.addTask { try await site.users.unlink(identity, from: user) } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    let left = try await site.users.identities(of: user)
    #expect(left.count == 1 && (1...2).contains(gone))
    #expect(try await site.users.user(with: try #require(left.first)) == user)
  }

  @Test func `255: a user who is removed leaves no session, token or account, and a second removal does no harm`()
    async throws
  {
    let site = try TestSite()
    let (user, first, second) = try await twoAccounts(site)
    let held = [
      try #require(try await first.seenSession()).account, try #require(try await second.seenSession()).account,
    ]
    let other = site.browser()
    try await other.signIn(at: site.issuer, as: .chris)
    for _ in 0..<2 {
      try await site.website.forgetUser(user)
      try await site.users.remove(user)
    }
    for browser in [first, second] { #expect(try await browser.seenSession() == nil) }
    for account in held { #expect(try await site.accounts.stored(account) == nil) }
    // Of the other user there is a session, its two lists, the user and the identity; of this one, that it is forgotten.
    #expect(await site.count(.website) == 4)
    #expect(await site.count(.user) == 2)
    #expect(try await other.seenSession() != nil)
    try await first.signIn(at: site.issuer, as: .ada)
    #expect(try await first.seenSession().map { $0.user != user } == true)
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
