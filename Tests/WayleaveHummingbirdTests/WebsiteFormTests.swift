import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveWire

@Suite("OWASP Cross-Site Request Forgery Prevention Cheat Sheet: forms of a website")
struct WebsiteFormTests {
  @Test(
    "BBA-3 and 229: a form acts for a user only where a page of the website sent it, with the token of the session",
    arguments: [
      ("same-origin", TestSite.origin, true), ("same-origin", nil, true), ("same-origin", "null", true),
      (nil, TestSite.origin, true), (nil, nil, false), (nil, "null", false), ("cross-site", TestSite.origin, false),
      ("cross-site", nil, false), ("same-site", nil, false), ("none", nil, false), ("none", TestSite.origin, false),
      ("same-origin", "https://evil.example", false), (nil, "https://evil.example", false),
      (nil, "http://app.example", false), (nil, "https://app.example:8443", false),
      (nil, "https://app.example.evil", false), ("same-origin, same-origin", nil, false), ("", TestSite.origin, false),
    ] as [(String?, String?, Bool)])
  func origins(site named: String?, origin: String?, isOurs: Bool) async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    // What the app itself sees of a form, and what its GET is not asked for.
    #expect(try await (browser.seenSession(.post, site: named, origin: origin) != nil) == isOurs)
    #expect(try await browser.seenSession(.get, site: named, origin: origin) != nil)
    let token = try await browser.formToken()
    let answer = try await browser.post("/sign-out", ["token": token], site: named, origin: origin)
    #expect(answer.status == (isOurs ? 303 : 403))
    #expect(try await (browser.seenSession() == nil) == isOurs)
    // A visitor's own form, which begins a sign-in, has the same rule.
    let begun = try await site.browser().post("/sign-in/example", [:], site: named, origin: origin)
    #expect(begun.status == (isOurs ? 200 : 403))
  }

  @Test func `229: a token is that of the session, whole and once`() async throws {
    let site = try TestSite()
    let (browser, other) = (site.browser(), site.browser())
    try await browser.signIn(at: site.issuer, as: .ada)
    try await other.signIn(at: site.issuer, as: .ada)
    let token = try await browser.formToken()
    let forms: [Form] = [
      [:], ["token": ""], ["token": String(token.dropLast())], ["token": token + "A"],
      ["token": token, "token": token],
      ["token": try await other.formToken()], ["token": try #require(await browser.session)], ["csrf": token],
    ]
    for form in forms {
      #expect(try await browser.post("/sign-out", form).status == 403)
    }
    #expect(try await browser.seenSession() != nil)
    // After a new sign-in it is another one.
    try await browser.signIn(at: site.issuer, as: .ada)
    #expect(try await browser.formToken() != token)
    #expect(try await browser.post("/sign-out", ["token": token]).status == 403)
  }

  @Test func `a body of another type is no form`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    try await browser.signIn(at: site.issuer, as: .ada)
    var request = await browser.request(.post, "/sign-out", origin: TestSite.origin)
    request.head.headerFields[.contentType] = "text/plain"
    let form: Form = ["token": try await browser.formToken()]
    request.body = form.encoded()
    #expect(try await browser.send(request).status == 403)
  }

  @Test func `RFC 6749 §3.1: of a parameter that comes twice, none counts`() async throws {
    let site = try TestSite()
    let (browser, other) = (site.browser(), site.browser())
    let page = try await browser.open("/sign-in?return_to=/one&return_to=/two")
    #expect(page.text.contains(#"name="return_to" value="/""#))
    let begun = try await browser.open("/sign-in/example?return_to=/one&return_to=/two")
    let callback = try site.issuer.allow(try #require(begun.location), as: .ada)
    #expect(try await browser.open(callback, site: "cross-site").location == "/")
    try await other.signIn(at: site.issuer, as: .ada)
    let (token, id) = (try await browser.formToken(), try #require(try await other.seenSession()).id)
    let link: Form = ["token": token, "provider": "other", "provider": "other"]
    #expect(try await browser.post("/accounts/link", link).status == 403)
    let end: Form = ["token": token, "session": id, "session": id]
    #expect(try await browser.post("/accounts/sign-out", end).status == 303)
    #expect(try await other.seenSession() != nil)
    #expect(await site.count(.signIn) == 0)
  }

  @Test func `a visitor who is not signed in is sent to the sign-in by a page, and gets 401 for a form`() async throws {
    let site = try TestSite()
    let browser = site.browser()
    let page = try await browser.open("/accounts")
    #expect(page.status == 303 && page.location == "/sign-in?return_to=%2Faccounts")
    #expect(try await browser.post("/accounts/link", ["provider": "other"]).status == 401)
    #expect(site.website.invitation(for: await browser.request(.post, "/notes")).status == 401)
  }
}
