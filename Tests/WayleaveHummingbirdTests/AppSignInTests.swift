import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

@Suite("RFC 6749 §4.1.3: an app hands over a code, and the website exchanges it with the secret that only it has")
struct AppSignInTests {
  // FS15, BBA-1, BBA-5
  @Test(
    "a code with its verifier is exchanged, its tokens are stored, and a session of our own comes back",
    arguments: [true, false])
  func accepted(asJSON: Bool) async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let answer = try await app.post(try app.code(of: .ada), asJSON: asJSON)
    #expect(answer.response.status == 200 && answer.failure == nil)
    #expect(answer.response.cookies.isEmpty && answer.response.field("Cache-Control") == "no-store")
    let json = try JSON(decoding: answer.response.body)
    #expect(json["token_type"]?.string == "Bearer" && json["expires_in"]?.integer == 7200)
    // Nothing that the provider issued leaves the server.
    #expect(!answer.response.text.contains("token-of-ada-1"))
    let token = try #require(TestApp.token(in: answer))
    for method in [HTTPRequest.Method.get, .post, .delete] {
      let session = try #require(try await app.session(token, method))
      #expect(session.name == "Ada")
      guard case .oauth2(let tokens)? = try await site.accounts.stored(session.account)?.credential else {
        Issue.record("no tokens")
        continue
      }
      #expect(tokens.accessToken == Secret("token-of-ada-1"))
    }
    // It is the user who signs in at the website.
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    #expect(try await browser.seenSession()?.user == (try await app.session(token)?.user))
  }

  // FS15
  @Test(
    "what is not of this sign-in is refused, and signs no one in; what the app had right is accepted then",
    arguments: [
      ("another verifier", ["code_verifier": String(repeating: "v", count: 43)], "invalid_grant"),
      ("no verifier", ["code_verifier": ""], "invalid_grant"),
      ("a verifier that is none", ["code_verifier": "short"], "invalid_request"),
      ("a made-up code", ["code": "made-up"], "invalid_grant"),
      ("a redirect URI that is not listed", ["redirect_uri": "com.example.other:/callback"], "invalid_request"),
      ("another listed redirect URI", ["redirect_uri": "com.example.app:/second"], "invalid_grant"),
      ("no redirect URI", ["redirect_uri": ""], "invalid_request"),
      ("a client of the app's choice", ["client_id": "another"], "invalid_request"),
      ("nothing", ["code": ""], "invalid_request"),
      ("two things", ["id_token": "a.b.c"], "invalid_request"),
      ("what is not accepted here", ["code": "", "access_token": "a-token"], "invalid_request"),
    ])
  func refused(what: String, changes: [String: String], error: String) async throws {
    let app = try TestApp(of: try TestSite())
    let good = try app.code(of: .ada)
    let answer = try await app.post(good.merging(changes) { _, new in new })
    #expect(answer.response.status == 400 && TestApp.error(in: answer) == error, "\(what)")
    // What the provider, or a check, refused is counted, and wakes no one.
    #expect((answer.refusal == nil) == (error == "invalid_request") && answer.failure == nil)
    #expect(try await app.hasNothing())
    // What was wrong before anything was sent has not spent the code.
    guard error == "invalid_request" else { return }
    #expect(try await app.post(good).response.status == 200)
  }

  @Test func `a client that the provider refuses is the server's fault: no app has to sign in again`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let code = try app.code(of: .ada)
    site.issuer.refuseClient()
    let answer = try await app.post(code)
    #expect(answer.response.status == 500 && TestApp.error(in: answer) == "server_error")
    #expect(answer.failure?.refusal?.error == "invalid_client" && answer.refusal == nil)
    #expect(try await app.hasNothing())
  }

  // FS15
  @Test func `a code that another app got is refused, and neither answer nor log has it`() async throws {
    let app = try TestApp(of: try TestSite())
    var foreign = try app.code(of: .ada, as: "another-app")
    foreign["client_id"] = nil
    let answer = try await app.post(foreign)
    #expect(answer.response.status == 400 && TestApp.error(in: answer) == "invalid_grant")
    #expect(answer.refusal?.code == .grantRefused)
    let code = try #require(foreign["code"])
    #expect(!answer.response.text.contains(code) && !String(describing: answer.refusal).contains(code))
    #expect(try await app.hasNothing())
  }

  // FS15
  @Test func `a code that comes late is refused`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    let code = try app.code(of: .ada)
    site.clock.advance(by: 600)
    let answer = try await app.post(code)
    #expect(answer.response.status == 400 && TestApp.error(in: answer) == "invalid_grant")
    #expect(try await app.hasNothing())
  }

  // FS15
  @Test func `a code signs in once, also where the provider takes it twice, and after a restart`() async throws {
    let site = try TestSite()
    site.issuer.becomeLax()
    let app = try TestApp(of: site)
    let code = try app.code(of: .ada)
    let token = try #require(TestApp.token(in: try await app.post(code)))
    for server in [app, try TestApp(of: site)] {
      let again = try await server.post(code)
      #expect(again.response.status == 400 && TestApp.error(in: again) == "invalid_grant")
      #expect(again.refusal?.code == .replayedHandOver)
    }
    // Whoever replays a code does not end what it began.
    #expect(try await app.session(token) != nil)
  }

  @Test func `239: of two requests with one code that come together, one signs in`() async throws {
    let site = try TestSite()
    site.issuer.becomeLax()
    let app = try TestApp(of: site)
    let code = try app.code(of: .ada)
    async let first = app.post(code)
    async let second = app.post(code)
    let answers = [try await first, try await second]
    #expect(answers.map { Int($0.response.status) }.sorted() == [200, 400])
  }

  @Test(
    "249, BBA-3: a page is refused, of whichever origin it is, and no page can read an answer",
    arguments: [TestSite.origin, "https://evil.example", "null", ""])
  func page(origin: String) async throws {
    let app = try TestApp(of: try TestSite())
    let code = try app.code(of: .ada)
    let answer = try await app.post(code, origin: origin)
    #expect(answer.response.status == 403 && TestApp.token(in: answer) == nil)
    #expect(answer.response.field("Access-Control-Allow-Origin") == nil)
    #expect(try await app.hasNothing())
    let token = try #require(TestApp.token(in: try await app.post(code)))
    #expect(try await app.session(token, .post, origin: origin) == nil)
    #expect(try await app.post(["token": token], to: "/app/sign-out", origin: origin).response.status == 403)
    #expect(try await app.session(token) != nil)
  }

  @Test(
    "BBA-6: a body of any text, such as a password's, signs no one in, and crashes nothing",
    arguments: [
      "grant_type=password&username=adafenwick&password=open-gate", "", "{", "[]", "null", "{}", #"{"code":7}"#,
      #"{"code":"a","code":"b"}"#, "code", "code=a&code=b", "code=%FF",
      "code=%", "code=a&redirect_uri=%00", "=", "&&&", "code=\u{FEFF}", String(repeating: "a=b&", count: 2000),
    ])
  func strange(body: String) async throws {
    let app = try TestApp(of: try TestSite())
    for type in ["application/x-www-form-urlencoded", "application/json", "text/plain", ""] {
      var request = RequestMessage(
        HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: TestApp.path),
        body: Array(body.utf8))
      request.head.headerFields[.contentType] = type
      let answer = try #require(await app.website.answer(to: request))
      #expect(answer.response.status == 400 && TestApp.error(in: answer) == "invalid_request")
    }
    #expect(try await app.hasNothing())
  }

  @Test func `245: the paths are there for apps alone, take a POST, and a body of at most 64 KB`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site)
    for (path, status) in [(TestApp.path, 405), ("/app/sign-out", 405), ("/app/sign-in/other", 404), ("/app", nil)] {
      let request = RequestMessage(
        HTTPRequest(method: .get, scheme: "https", authority: "app.example", path: path))
      #expect(await app.website.answer(to: request)?.response.status == status, "\(path)")
      #expect(await site.website.answer(to: request) == nil, "\(path)")
    }
    let large = try await app.post(["code": String(repeating: "a", count: Website.largestBody)])
    #expect(large.response.status == 413)
  }

  @Test func `237: while the store fails no code is spent`() async throws {
    let records = FailingVault()
    let app = try TestApp(of: try TestSite(), records: records)
    let code = try app.code(of: .ada)
    records.isBroken = true
    let refused = try await app.post(code)
    #expect(refused.response.status == 503 && TestApp.error(in: refused) == "temporarily_unavailable")
    #expect(refused.failure?.category == .storage)
    records.isBroken = false
    #expect(try await app.post(code).response.status == 200)
  }

  @Test func `242: what the provider issued is stored before there is a session`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site, users: BrokenUsers())
    let answer = try await app.post(try app.code(of: .ada))
    #expect(answer.response.status == 503 && TestApp.token(in: answer) == nil)
    #expect(try await site.accounts.all().count == 1)
  }

  @Test func `where the website lets no one new in, there is no session, and the tokens are given back`() async throws {
    let app = try TestApp(of: try TestSite(), users: ClosedUsers())
    let answer = try await app.post(try app.code(of: .ada))
    #expect(answer.response.status == 403 && TestApp.error(in: answer) == "access_denied")
    #expect(try await app.site.accounts.all().allSatisfy(\.isSignedOut))
  }

  @Test func `two providers of apps with one name are a mistake that is named at the start`() async throws {
    let site = try TestSite()
    let provider = try AppProvider("example", .issuer(site.issuer.text), as: Client(id: "a"))
    #expect(throws: OAuthError.self) {
      try Website(at: TestSite.origin, accounts: site.accounts, providers: [], apps: [provider, provider])
    }
    #expect(throws: OAuthError.self) { try AppProvider("a/b", .issuer(site.issuer.text), as: Client(id: "a")) }
  }
}

/// Users of a website that lets no one new in.
private struct ClosedUsers: WebsiteUsers {
  func user(with identity: Identity) -> String? { nil }
  func create(from identity: Identity) -> String? { nil }
  func link(_ identity: Identity, to user: String) -> Bool { false }
  func unlink(_ identity: Identity, from user: String) -> Bool { false }
  func identities(of user: String) -> [Identity] { [] }
}
