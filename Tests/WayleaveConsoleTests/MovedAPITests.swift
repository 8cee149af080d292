import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("RFC 9728 §7.6; MCP 2026-07-28, § Authorization Server Binding: an API of another server than before")
struct MovedAPITests {
  @Test(
    "the user reads which server that is, and the command that signs in there; what could not be typed is no command",
    arguments: [
      ("https://api.example/mcp", "`wayleave login https://api.example/mcp`"),
      ("https://api.example/(a)", "`wayleave login 'https://api.example/(a)'`"),
    ])
  func text(api: String, command: String) throws {
    var stored = try StoredCredential.sample()
    stored.resources = [try ResourceIndicator(api)]
    let error = OAuthError.moved(to: [Issuer("https://new.example")], from: stored)
    #expect(error.code == .metadataIssuerMismatch && error.rule == .rfc(9728, "7.6"))
    #expect(error.message.contains("https://new.example") && error.message.contains("https://api.example/"))
    #expect(error.remedy.inCommands.contains(command), "\(error.remedy.inCommands)")
  }

  @Test("of a URL that is known, and is spelled otherwise, nothing else is said")
  func spelledOtherwise() throws {
    let known = try AbsoluteURL("https://api.example/mcp")
    let question =
      "Did you mean `wayleave login https://api.example/mcp`? "
      + "In a path, capital letters and a slash at the end count."
    for typed in ["https://api.example/mcp/", "https://api.example/Mcp"] {
      let url = try AbsoluteURL(typed)
      #expect(Remedy.advice("Check it.").orMeaning([known], by: url).inCommands == question)
      #expect(Remedy.advice("Check it.").orMeaning([], known: [known, known], by: url).inCommands == question)
    }
  }

  @Test(
    "at a URL that is neither issuer nor API, what may be meant comes first: a known API, an entry, localhost's address",
    arguments: [
      ("https://api.example/mpc", [], [], nil),
      (
        "https://shop.example", [], ["shop", "shop-app"],
        "The catalogue knows this host: `wayleave login shop` or `wayleave login shop-app`."
      ),
      (
        "https://api.example/mpc", ["https://api.example/mcp"], [],
        "You have signed in for another API at this host: `wayleave login https://api.example/mcp`."
      ),
      (
        "http://localhost:8080/mcp", [], [],
        "A server on this machine, such as a playground, may answer by its address alone: "
          + "`wayleave login http://127.0.0.1:8080/mcp`."
      ),
    ] as [(String, [String], [ProviderName], String?)])
  func orMeaning(url: String, apis: [String], entries: [ProviderName], words: String?) throws {
    let remedy = Remedy.advice("Check it.")
      .orMeaning(try apis.map { try AbsoluteURL($0) }, entries: entries, by: try AbsoluteURL(url))
    #expect(remedy.inCommands == (words.map { "\($0) " } ?? "") + "Check it.")
  }

  @Test("the other APIs of a host are those of the accounts there, each once, and not the URL itself or another host")
  func othersAtHost() throws {
    func account(_ apis: String...) throws -> StoredCredential {
      var stored = try StoredCredential.sample()
      stored.resources = try apis.map { try ResourceIndicator($0) }
      return stored
    }
    let all = [
      try account("https://api.example/mcp"), try account("https://api.example/mcp", "https://api.example/notes"),
      try account("https://other.example/mcp"),
    ]
    func others(_ url: String) throws -> [String] { all.otherAPIs(at: try AbsoluteURL(url), among: []).map(\.text) }
    #expect(try others("https://api.example/mpc") == ["https://api.example/mcp", "https://api.example/notes"])
    #expect(try others("https://api.example/mcp") == ["https://api.example/notes"])
    #expect(try others("https://api.example:8443/mpc").isEmpty)
  }

  @Test(
    "RFC 8707 §2: where the account was signed in for another API, the sign-in that helps is that of this one",
    arguments: [
      ([], nil), (["https://api.example/mcp"], "“work” was signed in for https://api.example/mcp. Check the URL."),
      (
        ["https://api.example/a", "https://api.example/b"],
        "“work” was signed in for https://api.example/a and https://api.example/b. Check the URL."
      ),
    ] as [([String], String?)])
  func otherAPI(apis: [String], words: String?) throws {
    let login = "`wayleave login https://api.example/c`"
    let remedy = Remedy.signIn(by: login, since: "work", isFor: try apis.map { try AbsoluteURL($0) })
    #expect(remedy?.inCommands == words.map { "\($0) If it is right, sign in there too: \(login)." })
  }
}
