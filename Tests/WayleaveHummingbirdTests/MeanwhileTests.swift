import HTTPTypes
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("What happens to a user who is signing in at this moment")
struct MeanwhileTests {
  @Test func `the sign-out of the last session takes no tokens from a sign-in that has just got its own`()
    async throws
  {
    let users = SlowUsers()
    let site = try TestSite(keepsAccounts: false, users: users)
    let (first, second) = (site.browser(), site.browser())
    try await first.signIn(at: site.issuer, as: .ada)
    let account = try #require(try await first.seenSession()).account
    let form: Form = ["token": try await first.formToken()]
    site.clock.advance(by: 5)
    let callback = try await second.begin(at: site.issuer, as: .ada)
    users.afterLookUp {
      let answer = try? await first.post("/sign-out", form)
      #expect(answer?.status == 303)
    }
    #expect(try await second.open(callback, site: "cross-site").status == 303)
    #expect(try await first.seenSession() == nil)
    #expect(try await second.seenSession()?.account == account)
    #expect(try await site.accounts.stored(account)?.endedBecause == nil)
    // The last session takes them along.
    _ = try await second.post("/sign-out", ["token": try await second.formToken()])
    #expect(try await site.accounts.stored(account) == nil)
  }

  @Test func `a sign-out ends what its own sign-in has stored, and nothing that a later one has`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let account = try #require(try await browser.seenSession()).account
    let earlier = try await site.accounts.stored(account)?.signedInAt
    #expect(earlier == site.clock.now)
    site.clock.advance(by: 1)
    try await browser.signIn(at: site.issuer, as: .ada)
    #expect(try await site.accounts.signOut(account, signedInAt: earlier) == nil)
    #expect(try await site.accounts.stored(account)?.endedBecause == nil)
    #expect(try await site.accounts.signOut(account, signedInAt: site.clock.now) != nil)
    #expect(try await site.accounts.stored(account) == nil)
  }

  @Test(
    "255: a user who is forgotten while signing in has no session and no account, and can come back later",
    arguments: [true, false])
  func forgotten(isApp: Bool) async throws {
    let users = SlowUsers()
    let site = try TestSite(users: users)
    let app = try TestApp(of: site, users: users)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let session = try #require(try await browser.seenSession())
    site.clock.advance(by: 1)
    let other = site.browser()
    let callback = try await other.begin(at: site.issuer, as: .ada)
    let code = try app.code(of: .ada)
    users.afterLookUp {
      do { try await site.website.forgetUser(session.user) } catch { Issue.record(error) }
    }
    if isApp {
      let answer = try await app.post(code)
      #expect(TestApp.error(in: answer) == "invalid_grant" && answer.response.status == 400)
    } else {
      let answer = try await other.open(callback, site: "cross-site")
      #expect(answer.status == 403 && answer.text.contains("This sign-in is over"))
      #expect(try await other.seenSession() == nil)
    }
    #expect(try await browser.seenSession() == nil)
    #expect(try await site.accounts.stored(session.account) == nil)
    site.clock.advance(by: 1)
    #expect(try await browser.signIn(at: site.issuer, as: .ada).status == 303)
  }

  @Test func `an account that is taken away while its owner signs in by it opens no session, and leaves no tokens`()
    async throws
  {
    let users = SlowUsers()
    let site = try TestSite(users: users)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let user = try #require(try await browser.seenSession()).user
    let brook = Identity(issuer: Issuer(site.other.text), subject: "brook-2")
    #expect(try await users.link(brook, to: user))
    let form: Form = ["token": try await browser.formToken(), "issuer": site.other.text, "subject": "brook-2"]
    let other = site.browser()
    let callback = try await other.begin(at: site.other, named: "other", as: .brook)
    users.afterLookUp {
      let answer = try? await browser.post("/accounts/unlink", form)
      #expect(answer?.status == 303)
    }
    let answer = try await other.open(callback, site: "cross-site")
    #expect(answer.status == 403 && answer.text.contains("This sign-in is over"))
    #expect(try await other.seenSession() == nil)
    #expect(try await browser.seenSession()?.user == user)
    #expect(try await site.accounts.all().map(\.account.subject) == ["ada-1"])
    // Later it is the sign-in of someone new.
    site.clock.advance(by: 1)
    try await other.signIn(at: site.other, named: "other", as: .brook)
    #expect(try await other.seenSession().map { $0.user != user } == true)
  }

  @Test func `a user who was removed while an account was added does not come back by it`() async throws {
    let users = UserRecords(in: MemoryVault())
    let (ada, brook) = (
      Identity(issuer: Issuer("https://issuer.example"), subject: "ada-1"),
      Identity(issuer: Issuer("https://other.example"), subject: "brook-2")
    )
    let user = try #require(try await users.create(from: ada))
    try await users.remove(user)
    #expect(try await !users.link(brook, to: user))
    #expect(try await users.user(with: brook) == nil)
    #expect(try await users.identities(of: user).isEmpty)
  }

  @Test func `users that fail keep no one signed in: the session has ended, and its cookie goes`() async throws {
    let users = BreakableUsers()
    let site = try TestSite(keepsAccounts: false, users: users)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let form: Form = ["token": try await browser.formToken()]
    users.goDown()
    #expect(try await browser.post("/sign-out", form).status == 303)
    #expect(await browser.session == nil)
    // The account of the session went before the users were asked.
    #expect(try await site.accounts.all().isEmpty)
  }

  @Test func `a person that the website does not know leaves no tokens behind`() async throws {
    let site = try TestSite(users: NoOne())
    let answer = try await site.browser().signIn(at: site.issuer, as: .ada)
    #expect(answer.status == 403 && answer.text.contains("This website does not know you"))
    #expect(try await site.accounts.all().isEmpty)
  }
}

/// Users that let no one in.
private struct NoOne: WebsiteUsers {
  func user(with identity: Identity) -> String? { nil }
  func create(from identity: Identity) -> String? { nil }
  func link(_ identity: Identity, to user: String) -> Bool { false }
  func unlink(_ identity: Identity, from user: String) -> Bool { false }
  func identities(of user: String) -> [Identity] { [] }
}
