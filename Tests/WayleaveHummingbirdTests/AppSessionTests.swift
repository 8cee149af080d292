import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveWire

@Suite("RFC 6750 §2.1: the session of an app")
struct AppSessionTests {
  @Test func `a session ends after a time without requests, and after its whole time`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let (idle, busy) = (try await app.signIn(as: .ada), try await app.signIn(as: .ada))
    for _ in 0..<7 {
      site.clock.advance(by: 1000)
      #expect(try await app.session(busy) != nil)
    }
    #expect(try await app.session(idle) == nil)
    site.clock.advance(by: 200)
    #expect(try await app.session(busy) == nil)
  }

  @Test func `227: the store has no token, and an app's token and a browser's cookie are not each other`() async throws
  {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let token = try await app.signIn(as: .ada)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let cookie = try #require(await browser.session)
    for kind in RecordKind.allCases {
      for record in try await site.vault.records(of: kind).map({ try $0.get() }) {
        #expect(!record.contents.exposedText.contains(token) && !record.id.contains(token))
      }
    }
    for wrong in [cookie, "app_" + cookie, String(token.dropFirst(4)), token + "a", token.uppercased(), ""] {
      #expect(try await app.session(wrong) == nil)
    }
    for field in [token, "Basic \(token)", "Bearer", "Bearer \(token),Bearer \(token)"] {
      #expect(try await app.website.session(of: TestApp.request(with: field)) == nil, "\(field)")
    }
    #expect(try await app.website.session(of: TestApp.request(with: "bearer \(token)")) != nil)
    for value in [token, String(token.dropFirst(4))] {
      await browser.setCookie("__Host-session", value)
      #expect(try await browser.seenSession() == nil)
    }
  }

  @Test func `a token that opens nothing gets 401 and no page, and a browser is still invited`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let unknown = site.website.invitation(for: TestApp.request(with: "Bearer app_" + String(repeating: "a", count: 43)))
    #expect(unknown.status == 401 && unknown.location == nil)
    #expect(unknown.field("WWW-Authenticate") == #"Bearer error="invalid_token""#)
    #expect(site.website.invitation(for: TestApp.request(with: nil)).status == 303)
    // Where only apps sign in there is no page to lead to.
    let missing = app.website.invitation(for: TestApp.request(with: nil))
    #expect(missing.status == 401 && missing.field("WWW-Authenticate") == "Bearer")
  }

  @Test func `an app's token opens no page of the website: it changes nothing of how its user signs in`() async throws {
    let site = try TestSite()
    let token = try await TestApp(of: site).signIn(as: .ada)
    let browser = site.browser()
    for path in ["/accounts", "/sign-out"] {
      var request = await browser.request(.get, path)
      request.head.headerFields[.authorization] = "Bearer \(token)"
      let answer = try #require(await site.website.answer(to: request)).response
      #expect(!answer.text.contains("Ada") && answer.status != 200, "\(path)")
    }
  }

  @Test func `a user sees the app among the sessions, and ends it in the browser`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let (token, other) = (try await app.signIn(as: .ada), try await app.signIn(as: .brook))
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let page = try await browser.open("/accounts")
    #expect(page.text.contains("Notes app") && page.text.matches(of: /name="session"/).count == 2)
    let id = try #require(try await app.session(token)).id
    // The name in a list opens nothing.
    #expect(try await app.session("app_" + id) == nil)
    _ = try await browser.post("/accounts/sign-out", ["token": try await browser.formToken(), "session": id])
    #expect(try await app.session(token) == nil)
    #expect(try await app.session(other) != nil)
  }

  @Test func `a provider's logout ends the sessions of apps too`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let (token, other) = (try await app.signIn(as: .ada), try await app.signIn(as: .brook))
    var form = Form()
    form.append("logout_token", try site.issuer.logoutToken(sessionID: "session-of-ada"))
    var told = RequestMessage(
      HTTPRequest(
        method: .post, scheme: "https", authority: "app.example", path: "/sign-in/example/back-channel-logout"),
      body: form.encoded())
    told.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    #expect(await site.website.answer(to: told)?.response.status == 200)
    #expect(try await app.session(token) == nil)
    #expect(try await app.session(other) != nil)
  }

  @Test(
    "RFC 7009 §2: an app signs out; the account goes with the last session where none is kept",
    arguments: [true, false])
  func signOut(isKept: Bool) async throws {
    let site = try TestSite()
    let app = try TestApp(of: site, keepsAccounts: isKept)
    let (first, second) = (try await app.signIn(as: .ada), try await app.signIn(as: .ada))
    let account = try #require(try await app.session(first)).account
    // §2.2: "invalid tokens do not cause an error response".
    for token in ["unknown", first, first] {
      #expect(try await app.post(["token": token], to: "/app/sign-out").response.status == 200)
    }
    #expect(try await app.session(first) == nil)
    #expect(try await app.session(second) != nil)
    // §2.1: the token is required. Who sends none would believe that the session has ended.
    for fields in [[:], ["token": ""], ["tokens": second]] {
      let answer = try await app.post(fields, to: "/app/sign-out")
      #expect(answer.response.status == 400 && TestApp.error(in: answer) == "invalid_request")
    }
    #expect(try await app.session(second) != nil)
    #expect(try await site.accounts.stored(account) != nil)
    _ = try await app.post(["token": second], to: "/app/sign-out", asJSON: true)
    #expect(try await app.session(second) == nil)
    #expect(try await (site.accounts.stored(account) != nil) == isKept)
  }

  @Test func `where the ID token has no name, a session has the one that UserInfo says, if any`() async throws {
    let site = try TestSite()
    site.issuer.publishUserInfo(["dee-4": "Dee"])
    let app = try TestApp(of: site)
    let token = try await app.signIn(as: TestIssuer.Person(subject: "dee-4", name: ""))
    let session = try #require(try await app.session(token))
    #expect(session.name == "Dee")
    #expect(try await site.accounts.stored(session.account)?.identity?.displayName == "Dee")
    // What the ID token says is not asked for again.
    let ada = try await app.signIn(as: .ada)
    #expect(try await app.session(ada)?.name == "Ada")
    let nameless = try await app.signIn(as: TestIssuer.Person(subject: "eve-5", name: ""))
    #expect(try await app.session(nameless)?.name == nil)
  }

  @Test func `a user has at most fifty sessions, those of apps among them: the oldest ends`() async throws {
    let app = try TestApp(of: try TestSite())
    let first = try await app.signIn(as: .brook)
    for _ in 0..<49 { _ = try await app.signIn(as: .brook) }
    #expect(try await app.session(first) != nil)
    _ = try await app.signIn(as: .brook)
    #expect(try await app.session(first) == nil)
  }
}
