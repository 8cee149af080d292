import Testing
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("OWASP Unvalidated Redirects and Forwards: where a sign-in leads back to")
struct LocalPathTests {
  @Test(arguments: [
    "/", "/notes", "/notes/", "/notes/7?page=2&to=%2F", "/a%20b", "/caf%C3%A9", "/notes?next=//evil.example",
    "/a.b/..c",
  ])
  func `a path of the website is taken as it is`(text: String) throws {
    #expect(LocalPath(text)?.text == text)
  }

  @Test(
    "248: what leads elsewhere, or is read in more than one way, is refused",
    arguments: [
      "", "notes", "https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "\\/evil.example",
      "/%2Fevil.example", "/%2fevil.example", "/%5Cevil.example", "/%5c%5cevil.example", "/a//b", "/./evil", "/../evil",
      "/..//evil.example", "/%2e%2e/evil", "/%252Fevil.example", "/a%", "/a%2", "/a%zz", "/a%0d%0aSet-Cookie:x=y",
      "/a\r\nSet-Cookie: x=y", "/a b", "/\u{2215}evil.example", "/notes#part", "/a%00b",
      "/" + String(repeating: "a", count: 2048),
    ])
  func foreign(text: String) {
    #expect(LocalPath(text) == nil)
  }

  @Test(arguments: [("//evil.example", "/"), ("/%2F/evil.example", "/"), ("/notes?page=2", "/notes?page=2")])
  func `a sign-in leads back to such a path, and else to the front page`(asked: String, given: String) async throws {
    let site = try TestSite()
    let answer = try await site.browser().signIn(at: site.issuer, as: .ada, returningTo: asked)
    #expect(answer.status == 303 && answer.location == given)
  }
}
