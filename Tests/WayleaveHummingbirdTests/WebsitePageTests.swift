import HTTPTypes
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("The pages of a website's sign-in")
struct WebsitePageTests {
  @Test func `231, 232, 249: each page is cut off from others: no script, no frame, no other place for its forms`()
    async throws
  {
    let site = try TestSite()
    let (visitor, user) = (site.browser(), site.browser())
    try await user.signIn(at: site.issuer, as: .ada)
    let pages = [
      try await visitor.open("/sign-in"), try await visitor.open("/sign-in/example", site: "cross-site"),
      try await visitor.post("/sign-in/example", [:]),
      try await visitor.post("/sign-in/example", [:], site: "cross-site"),
      try await visitor.open("/callback/example?code=x&state=y"), try await user.open("/accounts"),
      try await user.open("/sign-out"),
    ]
    for page in pages {
      #expect(
        page.field("Content-Security-Policy")
          == "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
      #expect(page.field("Cache-Control") == "no-store" && page.field("X-Content-Type-Options") == "nosniff")
      #expect(page.field("Referrer-Policy") == "same-origin")
      #expect(page.field("Access-Control-Allow-Origin") == nil)
      #expect(page.field("Content-Type") == "text/html; charset=utf-8")
      #expect(!page.text.contains("<script") && !page.text.contains("style=") && !page.text.contains("{{"))
      #expect(page.text.contains("<html lang=\"en\">") && page.text.contains("name=\"viewport\""))
      #expect(page.text.contains("name=\"color-scheme\" content=\"light dark\""))
      #expect(page.text.matches(of: /<h1>/).count == 1)
    }
    let style = try await visitor.open("/sign-in/style.css")
    #expect(style.field("Content-Type") == "text/css; charset=utf-8" && style.body.count > 500)
  }

  @Test func `attack 232: no text from outside becomes markup`() async throws {
    let hostile = "\u{0600}<evil a=1>\u{0301}\"'&"
    let site = try TestSite(title: hostile)
    let browser = site.browser()
    let person = TestIssuer.Person(subject: "hostile-4", name: hostile)
    var request = await browser.request(.get, try await browser.begin(at: site.issuer, as: person), site: "cross-site")
    request.head.headerFields[.userAgent] = "<evil>"
    #expect(try await browser.send(request).status == 303)
    for path in ["/accounts", "/sign-out", "/sign-in?return_to=/%22%3Cevil%3E"] {
      let page = try await browser.open(path)
      #expect(page.status == 200 && !page.text.contains("<evil"), "\(path)")
    }
    #expect(try await browser.open("/accounts").text.contains("&lt;evil&gt;"))
  }

  @Test func `no template leaves the escaping to the library`() throws {
    #expect(WebsitePages.templates.count == 7)
    for (name, bytes) in WebsitePages.templates {
      let template = String(decoding: bytes, as: UTF8.self)
      let rest = template.replacing(/\{\{\{[A-Za-z]+\}\}\}/, with: "")
      #expect(rest.matches(of: /\{\{[^#\/<$^]/).isEmpty && !template.isEmpty, "\(name)")
    }
  }

  @Test func `a page of a website without a title has the host`() async throws {
    let site = try TestSite()
    let website = try Website(at: "https://shop.example", accounts: site.accounts, providers: [])
    let request = RequestMessage(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/sign-in"))
    let page = try #require(await website.answer(to: request)).response
    #expect(String(decoding: page.body, as: UTF8.self).contains("shop.example"))
  }
}
