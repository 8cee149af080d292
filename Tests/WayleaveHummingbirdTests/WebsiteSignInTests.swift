import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveOAuth2
import WayleaveWire

@Suite("A visitor signs in to a website")
struct WebsiteSignInTests {
  @Test func `a visitor comes back to where the sign-in began, and is in a session`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    #expect(try await browser.seenSession() == nil)
    let answer = try await browser.signIn(at: site.issuer, as: .ada, returningTo: "/notes?page=2")
    #expect(answer.status == 303 && answer.location == "/notes?page=2")
    let session = try #require(try await browser.seenSession())
    #expect(session.name == "Ada" && session.signedInAt == site.clock.now)
    #expect(session.account.subject == "ada-1")
    #expect(try await site.accounts.stored(session.account) != nil)
    #expect(try await site.users.identities(of: session.user).map(\.subject) == ["ada-1"])
  }

  @Test
  func `286: the same person is the same user everywhere, and another person is another one with the same address`()
    async throws
  {
    let site = try TestSite()
    let (first, second, other) = (site.browser(), site.browser(), site.browser())
    try await first.signIn(at: site.issuer, as: .ada)
    try await second.signIn(at: site.issuer, as: .ada)
    try await other.signIn(at: site.issuer, as: .brook)
    let users = try await [first, second, other].asyncMap { try await $0.seenSession()?.user }
    #expect(users[0] != nil && users[0] == users[1])
    #expect(users[2] != nil && users[2] != users[0])
  }

  @Test func `the same name at another provider is another user`() async throws {
    let site = try TestSite()
    let (first, second) = (site.browser(), site.browser())
    try await first.signIn(at: site.issuer, as: .ada)
    try await second.signIn(at: site.other, named: "other", as: .ada)
    let users = try await [first, second].asyncMap { try await $0.seenSession()?.user }
    #expect(users[1] != nil && users[0] != users[1])
  }

  @Test(
    "COOK-3 and 226: each sign-in has a new session id, also where the browser brought one", arguments: [true, false])
  func renewal(isSignedIn: Bool) async throws {
    let site = try TestSite()
    let browser = site.browser()
    if isSignedIn {
      try await browser.signIn(at: site.issuer, as: .ada)
    } else {
      await browser.setCookie("__Host-session", String(repeating: "A", count: 43))
    }
    let before = try #require(await browser.session)
    try await browser.signIn(at: site.issuer, as: .ada)
    let after = await browser.session
    #expect(after != before)
    #expect(try await browser.seenSession() != nil)
    await browser.setCookie("__Host-session", before)
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `RFC 6749 §10.12: a callback in another browser signs no one in, and the right one still can`()
    async throws
  {
    let site = try TestSite()
    let (browser, other) = (site.browser(), site.browser())
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    let stray = try await other.open(callback, site: "cross-site")
    #expect(stray.status == 400 && stray.text.contains("This browser did not begin the sign-in"))
    _ = try await other.begin(at: site.issuer, as: .brook)
    let second = try await other.open(callback, site: "cross-site")
    #expect(second.status == 400)
    #expect(try await other.seenSession() == nil)
    #expect(try await browser.open(callback, site: "cross-site").status == 303)
  }

  @Test func `two tabs of a browser can each finish their sign-in`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let first = try await browser.begin(at: site.issuer, as: .ada, returningTo: "/one")
    let cookie = await browser.cookies["__Host-sign-in"]
    let second = try await browser.begin(at: site.issuer, as: .ada, returningTo: "/two")
    #expect(await browser.cookies["__Host-sign-in"] == cookie)
    #expect(try await browser.open(second, site: "cross-site").location == "/two")
    // The first tab is late: its browser is signed in, and is led on.
    let late = try await browser.open(first, site: "cross-site")
    #expect(late.status == 303 && late.location == "/")
  }

  @Test func `a callback counts once: the back button leads on, and after a sign-out there is a page`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    #expect(try await browser.open(callback, site: "cross-site").status == 303)
    let again = try await browser.open(callback, site: "cross-site")
    #expect(again.status == 303 && again.location == "/")
    await browser.setCookie("__Host-session", nil)
    #expect(try await browser.open(callback, site: "cross-site").status == 400)
  }

  @Test func `a person who says no gets a page that says so, and no session`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let begun = try await browser.open("/sign-in/example")
    let denied = try await browser.open(try site.issuer.deny(try #require(begun.location)), site: "cross-site")
    #expect(denied.status == 403 && denied.text.contains("You said no"))
    #expect(try await browser.seenSession() == nil)
  }

  @Test func `a person who declines to add an account is led back to the accounts, and stays signed in`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let page = try await browser.post("/accounts/link", ["token": try await browser.formToken(), "provider": "other"])
    let url = try #require(page.text.firstMatch(of: /content="0;url=([^"]+)"/)?.1).replacing("&amp;", with: "&")
    let denied = try await browser.open(try site.other.deny(String(url)), site: "cross-site")
    #expect(denied.status == 403 && denied.text.contains("You said no"))
    #expect(denied.text.contains(#"href="/accounts">Back to your accounts<"#) && !denied.text.contains("/sign-in\""))
    #expect(try await browser.seenSession() != nil)
  }

  @Test func `COOK-6: a sign-in waits for ten minutes`() async throws {
    let site = try TestSite()
    for (seconds, status) in [(599 as Int64, 303), (600, 400)] {
      let browser = site.browser()
      let callback = try await browser.begin(at: site.issuer, as: .ada)
      site.clock.advance(by: seconds)
      #expect(try await browser.open(callback, site: "cross-site").status == status)
      #expect(try await (browser.seenSession() != nil) == (status == 303))
    }
  }

  @Test func `257: while the provider is down there is a clear page, and no session`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    site.issuer.goDown()
    let finished = try #require(
      await site.website.answer(to: await browser.request(.get, callback, site: "cross-site")))
    #expect(finished.response.status == 502 && finished.response.text.contains("Example does not answer"))
    #expect(finished.failure?.category == .network)
    #expect(finished.response.text.contains("token-of") == false)
    let fresh = try TestSite()
    fresh.issuer.goDown()
    let begun = try await fresh.browser().open("/sign-in/example")
    #expect(begun.status == 502)
  }

  @Test func `RFC 9700 §4.4: a callback at the redirect URI of another provider ends the sign-in`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada)
    let moved = callback.replacing("/callback/example", with: "/callback/other")
    #expect(moved != callback)
    #expect(try await browser.open(moved, site: "cross-site").status == 400)
    #expect(try await browser.seenSession() == nil)
  }

  @Test
  func `Form Post Response Mode §2: a posted callback, which brings no cookie, comes once more by a page of ours`()
    async throws
  {
    let site = try TestSite()
    let browser = site.browser()
    let callback = try await browser.begin(at: site.issuer, as: .ada, returningTo: "/notes")
    let parts = callback.split(separator: "?", maxSplits: 1).map(String.init)
    // A browser sends no cookie of `SameSite=Lax` with a POST from another website.
    let posted = try await site.browser().post(
      parts[0], Form(decoding: parts[1]), site: "cross-site", origin: site.issuer.text)
    #expect(posted.status == 200 && posted.cookies.isEmpty)
    #expect(posted.field("Content-Security-Policy")?.contains("default-src 'none'") == true)
    let refresh = try #require(posted.text.firstMatch(of: /content="0;url=([^"]+)"/)?.1)
    let url = try AbsoluteURL(String(refresh).replacing("&amp;", with: "&"))
    #expect(Origin(of: url)?.description == TestSite.origin)
    #expect(try await browser.open(url.pathAndQuery).location == "/notes")
    for form: Form in [[:], ["state": "a", "state": "b"]] {
      let stray = try await site.browser().post(parts[0], form, site: "cross-site")
      #expect(stray.status == (form.isEmpty ? 200 : 400))
    }
  }

  @Test(
    "a link from elsewhere, and what is fetched ahead, gets a page with a button, and begins nothing",
    arguments: ["cross-site", "same-site", nil])
  func linkFromElsewhere(site named: String?) async throws {
    let site = try TestSite()
    let browser = site.browser()
    let page = try await browser.open("/sign-in/example", site: named)
    #expect(page.status == 200 && page.location == nil && page.cookies.isEmpty)
    var ahead = await browser.request(.get, "/sign-in/example")
    ahead.head.headerFields[try #require(HTTPField.Name("Sec-Purpose"))] = "prefetch"
    #expect(try await browser.send(ahead).status == 200)
    #expect(await site.count(.signIn) == 0)
  }

  @Test func `the button of our page leads on by a page, which the policy for forms allows`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let page = try await browser.post("/sign-in/example", ["return_to": "/notes"])
    #expect(page.status == 200)
    let refresh = try #require(page.text.firstMatch(of: /http-equiv="refresh" content="0;url=([^"]+)"/)?.1)
    let url = String(refresh).replacing("&amp;", with: "&")
    let finished = try await browser.open(try site.issuer.allow(url, as: .ada), site: "cross-site")
    #expect(finished.location == "/notes")
  }

  @Test func `BBA-1, BBA-5, BBA-6: the website asks for a code, with a challenge, and its cookies hold no token`()
    async throws
  {
    let site = try TestSite()
    let browser = site.browser()
    let location = try #require(try await browser.open("/sign-in/example").location)
    let asked = try AuthorizationRequest(reading: RequestMessage(.get, to: AbsoluteURL(location)))
    #expect(asked.codeChallenge != nil && asked.responseType == .code)
    _ = try await browser.open(try site.issuer.allow(location, as: .ada), site: "cross-site")
    let stored = try #require(try await browser.seenSession()).account
    guard case .oauth2(let tokens)? = try await site.accounts.stored(stored)?.credential else {
      Issue.record("no tokens are stored")
      return
    }
    for cookie in await browser.cookies.values {
      #expect(cookie.utf8.count == 43 && !cookie.contains(tokens.accessToken.exposedText))
    }
  }

  @Test func `224 and 225: the pages and the redirect URI are those of the website, whatever host a request names`()
    async throws
  {
    let site = try TestSite()
    var request = await site.browser().request(.get, "/sign-in/example")
    request.head.authority = "evil.example"
    request.head.headerFields[try #require(HTTPField.Name("X-Forwarded-Host"))] = "evil.example"
    request.head.headerFields[try #require(HTTPField.Name("Forwarded"))] = "host=evil.example;proto=http"
    let answer = try await site.browser().send(request)
    let asked = try AuthorizationRequest(
      reading: RequestMessage(.get, to: AbsoluteURL(try #require(answer.location))))
    #expect(asked.redirectURI.text == TestSite.origin + "/callback/example")
    #expect(answer.location?.contains("evil") == false)
    #expect(answer.cookies.allSatisfy { $0.contains("Secure") })
  }

  @Test func `a website can let in only those that it knows`() async throws {
    let site = try TestSite(users: NoOne())
    let browser = site.browser()
    let answer = try await browser.signIn(at: site.issuer, as: .ada)
    #expect(answer.status == 403 && answer.text.contains("This website does not know you"))
    #expect(try await browser.seenSession() == nil)
  }

  @Test(
    "245 and 287: a path that is no path of the website, another method and a long body begin nothing",
    arguments: [
      ("/sign-in/unknown", HTTPRequest.Method.get, 0, nil as Int?), ("/sign%2Din", .get, 0, nil),
      ("/sign-in/", .get, 0, nil), ("/sign-in/example/", .get, 0, nil), ("/Sign-in", .get, 0, nil),
      ("//sign-in", .get, 0, nil), ("/sign-in/example", .put, 0, 405), ("/callback/example", .put, 0, 405),
      ("/accounts/link", .get, 0, 405), ("/accounts/sign-out", .get, 0, 405), ("/sign-in", .post, 0, 405),
      ("/sign-in/example", .post, Website.largestBody + 1, 413),
    ])
  func other(path: String, method: HTTPRequest.Method, size: Int, status: Int?) async throws {
    let site = try TestSite()
    var request = await site.browser().request(method, path, origin: TestSite.origin)
    request.body = [UInt8](repeating: UInt8(ascii: "a"), count: size)
    #expect(site.website.answers(request.head) == (status != nil))
    let answer = await site.website.answer(to: request)
    #expect(answer?.response.status == status)
    #expect((answer?.response.field("Allow") != nil) == (status == 405))
    #expect(await site.count(.website) == 0)
  }

  @Test(
    "RFC 9110 §9.3.2: a HEAD gets what a GET gets, without the body, and begins and ends nothing",
    arguments: [
      ("/sign-in", 200), ("/sign-in/style.css", 200), ("/accounts", 200), ("/sign-out", 200), ("/sign-in/example", 405),
      ("/callback/example?code=1&state=1", 405), ("/sign-in/example/front-channel-logout", 405),
    ])
  func head(path: String, status: Int) async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    let head = try await browser.send(await browser.request(.head, path))
    #expect(head.status == status && head.body.isEmpty)
    if status == 200 {
      let whole = try await browser.open(path)
      #expect(head.field("Content-Length") == "\(whole.body.count)" && !whole.body.isEmpty)
    }
    #expect(await site.count(.signIn) == 0)
    #expect(try await browser.seenSession() != nil)
    let visitor = site.website.invitation(for: await site.browser().request(.head, "/notes"))
    #expect(visitor.status == 303 && visitor.body.isEmpty)
  }

  @Test func `a client whose redirect URI is another website's is refused before anyone is sent there`() throws {
    let site = try TestSite()
    for (uris, isRefused) in [
      (["https://other.example/callback"], true), (["https://other.example/a", "https://app.example/b"], false),
      (["http://127.0.0.1/callback", "com.example.app:/back"], false), ([], false),
    ] as [([String], Bool)] {
      let redirectURIs = try uris.map { (uri) throws(OAuthError) in try RedirectURI(uri) }
      let client = try Client(id: "website", redirectURIs: redirectURIs)
      let provider = try WebsiteProvider("one", .issuer(site.issuer.text), as: client)
      var code: OAuthError.Code?
      do { _ = try Website(at: TestSite.origin, accounts: site.accounts, providers: [provider]) } catch {
        code = error.code
      }
      #expect(code == (isRefused ? .invalidRedirectURI : nil), "\(uris)")
    }
  }

  @Test func `two providers of one name without an issuer are refused: their users would be the same`()
    throws
  {
    let site = try TestSite()
    func provider(_ name: String, _ host: String, hasIssuer: Bool = false) throws -> WebsiteProvider {
      var entry = JSON.Object()
      entry["name"] = "shop"
      entry["protocol"] = "oauth2"
      entry["authorization_endpoint"] = .string("https://\(host)/authorize")
      entry["token_endpoint"] = .string("https://\(host)/token")
      entry["identity"] = ["endpoint": .string("https://\(host)/me"), "subject": "{id}"]
      if hasIssuer { entry["issuer"] = .string("https://\(host)") }
      return try WebsiteProvider(name, Provider(json: .object(entry)), as: Client(id: "website"))
    }
    let (one, other) = (try provider("one", "a.example"), try provider("two", "b.example"))
    let named = try provider("two", "b.example", hasIssuer: true)
    let same = try provider("two", "a.example")
    for (providers, isRefused) in [
      ([one, other], true), ([one, named], true), ([named, one], true), ([one, same], false),
    ] {
      var code: OAuthError.Code?
      do { _ = try Website(at: TestSite.origin, accounts: site.accounts, providers: providers) } catch {
        code = error.code
      }
      #expect(code == (isRefused ? .invalidValue : nil))
    }
  }

  @Test func `a name in a path, and a redirect URI, mean one provider`() throws {
    let site = try TestSite()
    let client = try Client(id: "website", redirectURIs: [RedirectURI(TestSite.origin + "/back")])
    let provider = try WebsiteProvider("one", .issuer(site.issuer.text), as: client)
    for name in ["one", "two"] {
      let second = try WebsiteProvider(name, .issuer(site.other.text), as: client)
      #expect(throws: OAuthError.self) {
        try Website(at: TestSite.origin, accounts: site.accounts, providers: [provider, second])
      }
    }
    for name in ["", "a/b", "Upper", "a.b", String(repeating: "a", count: 41)] {
      #expect(throws: OAuthError.self) { try WebsiteProvider(name, .issuer(site.issuer.text), as: client) }
    }
    let website = try Website(at: TestSite.origin, accounts: site.accounts, providers: [provider])
    #expect(website.answers(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/back?code=1")))
  }
}

/// Users of a website that creates none.
private struct NoOne: WebsiteUsers {
  func user(with identity: Identity) -> String? { nil }
  func create(from identity: Identity) -> String? { nil }
  func link(_ identity: Identity, to user: String) -> Bool { false }
  func unlink(_ identity: Identity, from user: String) -> Bool { false }
  func identities(of user: String) -> [Identity] { [] }
}

extension Array {
  /// What each element gives, one after the other.
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
