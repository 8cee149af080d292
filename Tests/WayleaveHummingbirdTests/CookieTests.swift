import HTTPTypes
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("RFC 6265bis §4.1.3.2 and §5.7: the cookies of a website")
struct CookieTests {
  private static let secret = String(repeating: "aB-_9", count: 9).prefix(43).description

  private func found(_ fields: [String], at url: String = "https://app.example") throws -> String? {
    let cookie = WebsiteCookie("session", at: try WebsiteAddress(url))
    var request = RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "app.example", path: "/"))
    for field in fields { request.head.headerFields.append(HTTPField(name: .cookie, value: field)) }
    return cookie.secret(in: request)?.exposedText
  }

  @Test
  func `COOK-1, COOK-2, BBA-2, 228: the browser keeps the session for this host, by https, out of reach of scripts`()
    async throws
  {
    let site = try TestSite()
    let answer = try await site.browser().signIn(at: site.issuer, as: .ada)
    let set = try #require(answer.cookies.first { $0.hasPrefix("__Host-session=") })
    let parts = set.split(separator: "; ").map(String.init)
    #expect(Set(parts.dropFirst()) == ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=604800"])
    #expect(parts[0].count == "__Host-session=".count + 43)
  }

  @Test func `COOK-6: the cookie of a waiting sign-in is another one, for ten minutes, and goes with it`() async throws
  {
    let site = try TestSite()
    let browser = site.browser()
    let begun = try await browser.open("/sign-in/example")
    #expect(begun.cookies.count == 1)
    #expect(begun.cookies.first?.hasPrefix("__Host-sign-in=") == true)
    #expect(begun.cookies.first?.contains("; Max-Age=600") == true)
    let callback = try site.issuer.allow(try #require(begun.location), as: .ada)
    let finished = try await browser.open(callback, site: "cross-site")
    #expect(finished.cookies.contains { $0.hasPrefix("__Host-sign-in=;") && $0.contains("Max-Age=0") })
  }

  @Test func `a cookie is found among others, in one field or in several`() throws {
    let own = "__Host-session=\(Self.secret)"
    #expect(try found([own]) == Self.secret)
    #expect(try found(["a=b; \(own); c=d"]) == Self.secret)
    #expect(try found(["a=b;\(own)"]) == Self.secret)
    #expect(try found(["a=b", own]) == Self.secret)
  }

  @Test(
    "COOK-4, COOK-5, 228 and 291: a cookie that is doubled, cut, of other characters or of another name is none",
    arguments: [
      ["__Host-session=\(secret); __Host-session=\(secret)"], ["__Host-session=\(secret)", "__Host-session=\(secret)"],
      ["__Host-session=short; __Host-session=\(secret)"], ["__Host-session=\(secret); __Host-session="],
      ["__Host-session=\(secret.dropLast())"], ["__Host-session=\(secret)A"], ["__Host-session=\"\(secret)\""],
      ["__Host-session=\(secret.dropLast())="], ["__Host-session=\(secret.dropLast())+"], ["__Host-session="],
      ["__Host-session"], ["session=\(secret)"], ["__host-session=\(secret)"], ["__Host-session =\(secret)"],
      ["x__Host-session=\(secret)"], ["__Host-session%00=\(secret)"], ["="], [";;;"], [""], [],
      ["__Host-session=\(String(repeating: "A", count: 100_000))"],
    ])
  func refused(fields: [String]) throws {
    #expect(try found(fields) == nil)
  }

  @Test func `COOK-7: with http there is no prefix, and the port is in the name`() async throws {
    let own = "session-8080=\(Self.secret)"
    #expect(try found([own], at: "http://127.0.0.1:8080") == Self.secret)
    #expect(try found([own], at: "http://127.0.0.1:8081") == nil)
    let cookie = WebsiteCookie("session", at: try WebsiteAddress("http://localhost:8080"))
    #expect(!cookie.field(Secret(Self.secret), for: .seconds(1)).contains("Secure"))
    #expect(cookie.field(Secret(Self.secret), for: .seconds(1)).contains("HttpOnly"))
  }

  @Test(
    "COOK-7: http is for this machine alone, and the address of a website is an origin",
    arguments: [
      "http://app.example", "http://127.0.0.1.example", "http://10.0.0.1", "https://app.example/path",
      "https://app.example?x", "app.example", "ftp://app.example", "https://user@app.example",
    ])
  func address(text: String) {
    #expect(throws: OAuthError.self) { try WebsiteAddress(text) }
  }
}
