import Testing
import WayleaveConsole
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
}
