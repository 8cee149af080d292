import HTTPTypes
import Testing
import Wayleave
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("OpenID Connect Back-Channel Logout §2.7, Front-Channel Logout §2: a provider ends sessions of a website")
struct ProviderLogoutTests {
  private static let path = "/sign-in/example/back-channel-logout"

  /// What the website answers to a logout token, which comes from a server: without cookies and without an origin.
  private func told(_ token: Secret, _ site: TestSite, at path: String = path) async throws -> WebsiteAnswer {
    var request = RequestMessage(HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: path))
    request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    var form = Form()
    form.append("logout_token", token)
    request.body = form.encoded()
    return try #require(await site.website.answer(to: request))
  }

  /// Two browsers of Ada in one session of the provider, one in another session, one in a session of which the provider
  /// did not say the name, and one of another person.
  private func signedIn(_ site: TestSite) async throws -> [TestBrowser] {
    var elsewhere = TestIssuer.Person.ada
    elsewhere.sessionID = "another session"
    var browsers: [TestBrowser] = []
    let nameless = TestIssuer.Person(subject: "ada-1", name: "Ada")
    for person in [.ada, .ada, elsewhere, nameless, .chris] {
      let browser = site.browser()
      try await browser.signIn(at: site.issuer, as: person)
      browsers.append(browser)
    }
    return browsers
  }

  private func areSignedIn(_ browsers: [TestBrowser]) async throws -> [Bool] {
    var answers: [Bool] = []
    for browser in browsers { answers.append(try await browser.seenSession() != nil) }
    return answers
  }

  @Test(
    "§2.4: “sid” ends the sessions that came of one session there, “sub” all of the user; both, those of no known session",
    arguments: [
      ("ada-1" as String?, "session-of-ada" as String?, [false, false, true, false, true]),
      (nil, "session-of-ada", [false, false, true, true, true]), ("ada-1", nil, [false, false, false, false, true]),
      // A session of Ada of which this website knows nothing: it may be the one without a name.
      ("ada-1", "unknown", [true, true, true, false, true]),
      // Both are named, and do not belong together.
      ("chris-3", "session-of-ada", [true, true, true, true, true]), ("unknown", nil, [true, true, true, true, true]),
      (nil, "unknown", [true, true, true, true, true]),
    ])
  func end(subject: String?, sessionID: String?, left: [Bool]) async throws {
    let site = try TestSite()
    let browsers = try await signedIn(site)
    let answer = try await told(try site.issuer.logoutToken(subject: subject, sessionID: sessionID), site)
    #expect(answer.response.status == 200 && answer.failure == nil)
    #expect(answer.response.field("Cache-Control") == "no-store")
    #expect(try await areSignedIn(browsers) == left)
  }

  @Test(
    "§2.7: what ends while the website looks up its user begins no session, and a later sign-in does",
    arguments: [
      (TestIssuer.Person.ada, "ada-1" as String?, "session-of-ada" as String?, false),
      (.ada, nil, "session-of-ada", false), (.ada, "ada-1", nil, false), (.ada, nil, "unknown", true),
      (.ada, "ada-1", "unknown", true), (.ada, "another", nil, true), (.brook, "brook-2", "unknown", false),
      (.brook, "brook-2", nil, false),
    ])
  func meanwhile(person: TestIssuer.Person, subject: String?, sessionID: String?, isIn: Bool) async throws {
    let users = SlowUsers()
    let site = try TestSite(users: users)
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: person)
    users.meanwhile {
      site.clock.advance(by: 1)
      let answer = try? await told(site.issuer.logoutToken(subject: subject, sessionID: sessionID), site)
      #expect(answer?.response.status == 200)
    }
    let answer = try await browser.open(callback, site: "cross-site")
    #expect(answer.status == (isIn ? 303 : 403))
    #expect(try await (browser.seenSession() != nil) == isIn)
    // The person signs in at the provider again: that session is another one.
    users.meanwhile {}
    site.clock.advance(by: 1)
    #expect(try await browser.signIn(at: site.issuer, as: person).status == 303)
  }

  @Test func `§2.6: a token of another issuer, client or key, and one that came before, ends nothing`() async throws {
    let site = try TestSite()
    let browsers = try await signedIn(site)
    let foreignKey = try JSONWebKey.generate(for: .es256, keyID: site.issuer.key.keyID)
    let tokens = [
      try site.other.logoutToken(subject: "ada-1"), try site.issuer.logoutToken(subject: "ada-1", to: "another"),
      try site.issuer.logoutToken(subject: "ada-1", with: foreignKey), Secret("no.token.at-all"),
    ]
    for token in tokens {
      let answer = try await told(token, site)
      #expect(answer.response.status == 400 && answer.refusal != nil && answer.failure == nil)
    }
    #expect(try await areSignedIn(browsers) == [true, true, true, true, true])
    let token = try site.issuer.logoutToken(subject: "ada-1")
    #expect(try await told(token, site).response.status == 200)
    try await browsers[0].signIn(at: site.issuer, as: .ada)
    #expect(try await told(token, site).response.status == 400)
    #expect(try await areSignedIn(browsers) == [true, false, false, false, true])
  }

  @Test func `§2.6: a token whose time is over ends nothing, and none at all is refused`() async throws {
    let site = try TestSite()
    let browsers = try await signedIn(site)
    let token = try site.issuer.logoutToken(subject: "ada-1")
    site.clock.advance(by: 3600)
    #expect(try await told(token, site).response.status == 400)
    #expect(try await areSignedIn(browsers) == [true, true, true, true, true])
    #expect(try await told(Secret(""), site).response.status == 400)
  }

  @Test func `§2.7: a provider ends the sessions of apps by a path of theirs`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let (ada, brook) = (try await app.signIn(as: .ada), try await app.signIn(as: .brook))
    let path = TestApp.path + "/back-channel-logout"
    var request = RequestMessage(HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: path))
    request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.body = Array("logout_token=junk".utf8)
    #expect(await app.website.answer(to: request)?.response.status == 400)
    #expect(try await app.session(ada) != nil)
    var form = Form()
    form.append("logout_token", try site.issuer.logoutToken(subject: "ada-1"))
    request.body = form.encoded()
    #expect(await app.website.answer(to: request)?.response.status == 200)
    #expect(try await app.session(ada) == nil)
    #expect(try await app.session(brook) != nil)
    request.head.method = .get
    #expect(await app.website.answer(to: request)?.response.status == 405)
  }

  @Test func `while the keys cannot be fetched, junk is in the log as an error once a minute`() async throws {
    let site = try TestSite()
    site.issuer.goDown()
    var failures: [Bool] = []
    for _ in 0..<5 {
      let answer = try await told(try site.issuer.logoutToken(subject: "ada-1"), site)
      #expect(answer.response.status == 400 && (answer.failure == nil) != (answer.refusal == nil))
      failures.append(answer.failure != nil)
    }
    site.clock.advance(by: 60)
    failures.append(try await told(try site.issuer.logoutToken(subject: "ada-1"), site).failure != nil)
    #expect(failures == [true, false, false, false, false, true])
  }

  @Test func `while the keys cannot be fetched, logout tokens ask the issuer once in five seconds, all at once too`()
    async throws
  {
    let site = try TestSite()
    let issuer = site.issuer
    issuer.goDown()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let answer = try? await told(try issuer.logoutToken(subject: "ada-1", id: "\(number)"), site)
          #expect(answer?.response.status == 400)
        }
      }
    }
    let asked = issuer.asked
    #expect(asked > 0)
    site.clock.advance(by: 4)
    #expect(try await told(try issuer.logoutToken(subject: "ada-1"), site).response.status == 400)
    #expect(issuer.asked == asked)
    site.clock.advance(by: 1)
    issuer.goDown(false)
    #expect(try await told(try issuer.logoutToken(subject: "ada-1"), site).response.status == 200)
  }

  @Test(
    "Front-Channel §3: a frame must name issuer and session; any page can load it",
    arguments: [
      ("?iss=https%3A%2F%2Fissuer.example&sid=session-of-ada", 200, [false, false, true, true, true]),
      ("?iss=https%3A%2F%2Fissuer.example&sid=unknown", 200, [true, true, true, true, true]),
      ("?iss=https%3A%2F%2Fother.example&sid=session-of-ada", 400, [true, true, true, true, true]),
      ("?sid=session-of-ada", 400, [true, true, true, true, true]), ("", 400, [true, true, true, true, true]),
      ("?iss=https%3A%2F%2Fissuer.example", 400, [true, true, true, true, true]),
    ])
  func frame(query: String, status: Int, left: [Bool]) async throws {
    let site = try TestSite()
    let browsers = try await signedIn(site)
    // Of the browser's own cookie nothing follows: a link of another website could bring it here.
    let answer = try await browsers[0].open("/sign-in/example/front-channel-logout" + query, site: "cross-site")
    #expect(answer.status == status)
    // §2: the provider has it in a frame.
    #expect(answer.field("X-Frame-Options") == nil && answer.field("Content-Security-Policy") == nil)
    #expect(try await areSignedIn(browsers) == left)
  }
}
