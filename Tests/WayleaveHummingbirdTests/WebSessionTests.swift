import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire

@Suite("OWASP Session Management Cheat Sheet: the sessions of a website")
struct WebSessionTests {
  private static let times = SessionTimes(idle: .seconds(1800), absolute: .seconds(7200))

  @Test func `"Session Expiration": a session ends after a time without requests`() async throws {
    let site = try TestSite(times: Self.times)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    site.clock.advance(by: 1799)
    #expect(try await browser.seenSession() != nil)
    site.clock.advance(by: 1799)
    #expect(try await browser.seenSession()?.lastSeenAt == site.clock.now)
    site.clock.advance(by: 1800)
    #expect(try await browser.seenSession() == nil)
    // It is gone, also where the clock is set back.
    site.clock.advance(by: -1800)
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `"Session Expiration": a session ends after its whole time, however many requests come`() async throws {
    let site = try TestSite(times: Self.times)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    for _ in 0..<7 {
      site.clock.advance(by: 1000)
      #expect(try await browser.seenSession() != nil)
    }
    site.clock.advance(by: 200)
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `a request within a minute of another one writes nothing`() async throws {
    let site = try TestSite(times: Self.times)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let began = site.clock.now
    site.clock.advance(by: 59)
    #expect(try await browser.seenSession()?.lastSeenAt == began)
    site.clock.advance(by: 1)
    #expect(try await browser.seenSession()?.lastSeenAt == site.clock.now)
  }

  @Test func `227: the store holds no session id, and none of the secrets of a browser`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    _ = try await browser.begin(at: site.issuer, as: .ada)
    let secrets = await browser.cookies.values
    #expect(secrets.count == 2)
    for kind in RecordKind.allCases {
      for record in try await site.vault.records(of: kind).map({ try $0.get() }) {
        for secret in secrets {
          #expect(!record.contents.exposedText.contains(secret) && !record.id.contains(secret))
        }
      }
    }
  }

  @Test func `"signed in on this computer": a user sees the sessions, and ends another one`() async throws {
    let site = try TestSite()
    let (here, there, foreign) = (site.browser(), site.browser(), site.browser())
    try await here.signIn(at: site.issuer, as: .ada)
    try await there.signIn(at: site.issuer, as: .ada)
    try await foreign.signIn(at: site.issuer, as: .brook)
    let page = try await here.open("/accounts")
    #expect(page.text.matches(of: /name="session"/).count == 2)
    #expect(page.text.matches(of: /This browser\./).count == 1)
    // The clock of the test stands at 1,795,000,000 seconds.
    #expect(page.text.matches(of: /Since 2026-11-18 \d\d:\d\d UTC/).count == 2)
    let token = try await here.formToken()
    let other = try #require(try await there.seenSession()).id
    let strange = try #require(try await foreign.seenSession()).id
    for id in [other, strange, "", "unknown"] {
      #expect(try await here.post("/accounts/sign-out", ["token": token, "session": id]).status == 303)
    }
    #expect(try await here.seenSession() != nil)
    #expect(try await there.seenSession() == nil)
    #expect(try await foreign.seenSession() != nil)
  }

  @Test func `the name of a session in a list signs no one in`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let id = try #require(try await browser.seenSession()).id
    #expect(id.utf8.count == 43)
    await browser.setCookie("__Host-session", id)
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `a user has at most fifty sessions: the oldest ends`() async throws {
    let site = try TestSite()
    let first = site.browser()
    try await first.signIn(at: site.issuer, as: .brook)
    for _ in 0..<49 { try await site.browser().signIn(at: site.issuer, as: .brook) }
    #expect(try await first.seenSession() != nil)
    let last = site.browser()
    try await last.signIn(at: site.issuer, as: .brook)
    #expect(try await first.seenSession() == nil)
    #expect(try await last.seenSession() != nil)
  }

  @Test func `a session that ends for lack of room leaves no record behind, in any list`() async throws {
    let site = try TestSite()
    var counts: [Int] = []
    for number in 1...52 {
      let person = TestIssuer.Person(subject: "cole-3", name: "Cole", sessionID: "session-\(number)")
      try await site.browser().signIn(at: site.issuer, as: person)
      counts.append(await site.count(.website))
    }
    #expect(counts[48] < counts[49] && counts[49] == counts[50] && counts[50] == counts[51], "\(counts)")
  }

  @Test func `230: a link signs no one out, and the form does`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let page = try await browser.open("/sign-out", site: "cross-site")
    #expect(page.status == 200 && page.text.contains("<strong>Ada</strong>"))
    #expect(try await browser.seenSession() != nil)
    let cookie = await browser.session
    let done = try await browser.post("/sign-out", ["token": try await browser.formToken()])
    #expect(done.status == 303 && done.location == "/")
    #expect(await browser.session == nil)
    // What was copied before is of no use.
    await browser.setCookie("__Host-session", cookie)
    #expect(try await browser.seenSession() == nil)
  }

  @Test("a website that keeps no accounts signs the account out with its last session", arguments: [true, false])
  func account(isKept: Bool) async throws {
    let site = try TestSite(keepsAccounts: isKept)
    let (first, second) = (site.browser(), site.browser())
    try await first.signIn(at: site.issuer, as: .ada)
    try await second.signIn(at: site.issuer, as: .ada)
    let account = try #require(try await first.seenSession()).account
    _ = try await first.post("/sign-out", ["token": try await first.formToken()])
    #expect(try await site.accounts.stored(account) != nil)
    _ = try await second.post("/sign-out", ["token": try await second.formToken()])
    #expect(try await (site.accounts.stored(account) != nil) == isKept)
  }

  @Test(
    "RP-Initiated Logout §2: the sign-out leads to the provider and back where the website wants it",
    arguments: [(true, true), (true, false), (false, true)])
  func signOutThere(isWanted: Bool, keepsAccounts: Bool) async throws {
    let site = try TestSite(keepsAccounts: keepsAccounts, signsOutThere: isWanted)
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let answer = try await browser.post("/sign-out", ["token": try await browser.formToken()])
    #expect(try await browser.seenSession() == nil)
    guard isWanted else {
      #expect(answer.status == 303 && answer.location == "/")
      return
    }
    #expect(answer.status == 200 && answer.text.contains("On to Example"))
    let target = try #require(answer.text.firstMatch(of: /content="0;url=([^"]+)"/)?.1).replacing("&amp;", with: "&")
    let url = try AbsoluteURL(String(target))
    let told = try LogoutRequest(reading: RequestMessage(.get, to: url))
    #expect(url.text.hasPrefix("https://issuer.example/logout?") && told.clientID == ClientID(TestIssuer.client))
    #expect(told.postLogoutRedirectURI?.text == "https://app.example/")
    // By the ID token the provider knows whose session it is.
    let token = try #require(told.idTokenHint)
    let claims = try JSON(decoding: JSONWebSignature(compact: token.exposedBytes).unverifiedPayload)
    #expect(claims["sub"] == "ada-1")
    // At the other provider, nothing of it was asked for.
    let other = site.browser()
    try await other.signIn(at: site.other, named: "other", as: .ada)
    #expect(try await other.post("/sign-out", ["token": try await other.formToken()]).location == "/")
  }

  @Test func `10,000 idle sessions fit into 60 MB: a session has records of at most 3,000 bytes`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    var request = await browser.request(.get, try await browser.begin(at: site.issuer, as: .ada), site: "cross-site")
    request.head.headerFields[.userAgent] = String(repeating: "Browser ", count: 1000)
    _ = try await browser.send(request)
    let records = try await site.vault.records(of: .website).map { try $0.get() }
    #expect(records.count > 2)
    #expect(records.reduce(0) { $0 + $1.contents.count } < 3000)
  }
}
