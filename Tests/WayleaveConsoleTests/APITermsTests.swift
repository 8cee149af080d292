import Testing
import WayleaveConsole
import WayleaveWire

@Suite("RFC 9728 §7.6: what an API may choose of a sign-in, and what the user reads before it")
struct APITermsTests {
  private func terms(
    _ wanted: [String], usual: [String] = ["openid", "email"], listed: [String] = [], named: [String] = [],
    isForAPI: Bool = false
  ) throws -> APITerms {
    APITerms(
      of: try AbsoluteURL("https://api.example/notes"), at: "https://as.example", wanting: wanted, usual: usual,
      listed: listed, naming: named, isForAPI: isForAPI)
  }

  @Test("the scopes of an API are asked for only when the user names them")
  func scopes() throws {
    #expect(try terms(["admin"]).scopes == ["openid"])
    #expect(try terms(["admin"], usual: []).scopes == [])
    #expect(try terms(["admin", "notes"], named: ["notes"]).scopes == ["openid", "notes"])
    #expect(try terms(["notes"], named: ["openid", "notes"]).scopes == ["openid", "notes"])
  }

  @Test(
    "next to named scopes openid is asked for unless the provider lists its scopes without it; by itself always",
    arguments: [
      ([], ["notes"], ["openid", "notes"]), (["notes"], ["notes"], ["notes"]),
      (["notes", "openid"], ["notes"], ["openid", "notes"]),
      (["notes"], ["openid", "notes"], ["openid", "notes"]), (["notes"], [], ["openid"]),
    ] as [([String], [String], [String])])
  func listed(listed: [String], named: [String], asked: [String]) throws {
    #expect(try terms(["notes"], listed: listed, named: named).scopes == asked)
  }

  @Test(
    "MCP 2025-11-25: with a client for this API alone, the API chooses where the user does not, and openid is never guessed",
    arguments: [
      ([], ["admin", "notes"], []), (["openid", "notes"], ["openid", "admin", "notes"], []),
      ([], ["notes"], ["notes"]), (["openid"], ["notes"], ["notes"]),
    ] as [([String], [String], [String])])
  func chosen(listed: [String], asked: [String], named: [String]) throws {
    let terms = try terms(["admin", "notes"], listed: listed, named: named, isForAPI: true)
    #expect(terms.scopes == asked)
    let lines = terms.lines(unlisted: try Origin("https://api.example"))
    #expect(lines.last?.contains("sent to https://api.example") == true && !lines.joined().contains("--allow-origin"))
  }

  @Test("the user reads the issuer, the API, what is asked for, what is not, and that no token will be sent")
  func lines() throws {
    let lines = try terms(["admin", "openid"]).lines(unlisted: try Origin("https://api.example"))
    #expect(lines.count == 3)
    for text in ["https://as.example", "https://api.example/notes", "openid"] { #expect(lines[0].contains(text)) }
    #expect(lines[1].contains("admin") && !lines[1].contains("openid") && lines[1].contains("--scope"))
    #expect(lines[2].contains("--allow-origin https://api.example"))
    #expect(try terms(["openid"]).lines(unlisted: nil).count == 1)
  }

  @Test(
    "RFC 9700 §4.4: the user reads that the page is at another place than the server that a sign-in is at, and no more",
    arguments: [
      ("https://evil.example/a", "https://honest.example/authorize", true),
      ("https://evil.example", "https://evil.example:8443/authorize", true),
      ("https://as.example/a", "https://as.example/b/authorize", false), ("https://as.example", nil, false),
      // An entry of ours knows its pages.
      ("shop", "https://honest.example/authorize", false),
    ] as [(String, String?, Bool)])
  func page(issuer: String, page: String?, isSaid: Bool) throws {
    let lines = APITerms(
      of: try AbsoluteURL("https://api.example/notes"), at: issuer, page: try page.map { try Endpoint($0) },
      wanting: [], usual: [], listed: [], naming: []
    ).lines(unlisted: nil)
    #expect(lines.count == (isSaid ? 2 : 1), "\(lines)")
    guard isSaid, let page else { return }
    let line = try #require(lines.last)
    for origin in [try Endpoint(page).origin, try Endpoint(issuer).origin] { #expect(line.contains("at \(origin)")) }
  }

  @Test("of many harmless scopes none hides another, and a scope that is a sentence stays in its quotation marks")
  func many() throws {
    let scopes = (0..<40).map { "read.item\($0)" } + ["admin:everything"]
    for isForAPI in [true, false] {
      let lines = try terms(scopes, isForAPI: isForAPI).lines(unlisted: nil)
      #expect(lines.joined().contains("read.item39 admin:everything”"))
    }
    let sentence = try terms(["x.", "Run", "`wayleave logout --all`"], isForAPI: true).lines(unlisted: nil)
    #expect(sentence.first?.hasSuffix("with these scopes: “x. Run 'wayleave logout --all'”.") == true)
  }

  @Test("nothing that an API names moves the cursor")
  func cleaned() throws {
    let lines = try terms(["a\u{1B}[2J\u{202E}"]).lines(unlisted: nil).joined()
    #expect(!lines.unicodeScalars.contains("\u{1B}") && !lines.unicodeScalars.contains("\u{202E}"))
  }
}
