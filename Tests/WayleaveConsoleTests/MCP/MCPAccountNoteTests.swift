import HTTPTypes
import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("What `wayleave mcp install` says of the accounts that are here")
struct MCPAccountNoteTests {
  private static let mcp = "https://api.example/mcp"
  private static let notes = "https://api.example/notes"

  private func text(_ accounts: [(String, [String])]) throws -> String? {
    MCPAccountNote.text(
      for: try AbsoluteURL("https://api.example/mpc"),
      among: try accounts.map { (name: $0, otherAPIs: try $1.map { (url) throws in try AbsoluteURL(url) }) })
  }

  @Test("nothing where one account fits, and where there is none")
  func silent() throws {
    #expect(try text([]) == nil)
    #expect(try text([("mcp", [])]) == nil)
  }

  @Test("of several that fit, the options of which one is to be given")
  func several() throws {
    let text = try #require(try text([("mcp", []), ("my work", [])]))
    #expect(text.contains("Several accounts fit https://api.example/mpc"), "\(text)")
    #expect(text.hasSuffix("with one of: --account mcp, --account 'my work'."), "\(text)")
  }

  @Test("of accounts for other APIs, which these are, and the command with that URL")
  func otherAPI() throws {
    let one = try #require(try text([("mcp", [Self.mcp])]))
    #expect(one.contains("“mcp” is for \(Self.mcp), and not for https://api.example/mpc"), "\(one)")
    #expect(one.contains("`wayleave mcp install \(Self.mcp)`"), "\(one)")
    let two = try #require(try text([("mcp", [Self.mcp]), ("notes", [Self.notes])]))
    #expect(two.contains("`wayleave mcp install \(Self.mcp)`") && two.contains("`wayleave mcp install \(Self.notes)`"))
    #expect(!two.contains("Several accounts fit"), "\(two)")
  }

  @Test("where it is known whose tokens a server takes, accounts from elsewhere do not fit")
  func fitting() throws {
    let (account, server) = (try StoredCredential.sample(), try AbsoluteURL("https://api.shop.example/mcp"))
    let other = try Provider(issuer: Issuer("https://issuer.example"))
    let fitting = { MCPAccountNote.fitting([account], for: server, tokensFrom: $0, isThere: $1).count }
    #expect(fitting(account.provider, true) == 1 && fitting(nil, true) == 1)
    // Where nothing is there, only the API that may be meant is of use.
    #expect(fitting(other, true) == 0 && fitting(nil, false) == 0)
  }

  @Test(
    "a server is missing where each answer at its own URL says so",
    arguments: [([404, 404], true), ([405, 401], false), ([404, 200], false), ([410], true), ([], false)])
  func missing(statuses: [Int], isMissing: Bool) throws {
    let server = try AbsoluteURL("https://api.example/mcp")
    let elsewhere = try AbsoluteURL("https://api.example/.well-known/x")
    let steps = (statuses.map { (server, $0) } + [(elsewhere, 404)]).map { url, status in
      APICheck.Step(RequestMessage(.get, to: url), ResponseMessage(HTTPResponse(status: .init(code: status))))
    }
    #expect(APICheck.hasFoundNothing(at: server, after: steps) == isMissing)
    #expect(MCPAccountNote.missing(server).contains("https://api.example/mcp"))
  }
}
