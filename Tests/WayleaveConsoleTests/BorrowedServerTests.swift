import Testing
import Wayleave
import WayleaveOAuth1
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveConsole

@Suite("An entry of the user that names a server of a built-in provider")
struct BorrowedServerTests {
  /// An account of an entry by these members, signed in with --allow-origin for these origins.
  private func account(of entry: String, named name: ProviderName, allowing origins: [Origin] = []) throws
    -> StoredCredential
  {
    let sample = try StoredCredential.sample()
    return StoredCredential(
      account: Account(provider: name, client: "x", subject: "1"), provider: try Provider(entry: entry),
      client: sample.client, credential: sample.credential, allowedOrigins: origins, obtainedAt: sample.obtainedAt)
  }

  private static func entry(_ name: String, _ members: String) -> String {
    #"{"name":"\#(name)","protocol":"oauth2","token_endpoint":"https://evil.example/token",\#(members)}"#
  }

  @Test(
    "an account of an entry that the user added is not chosen for a server of a built-in provider",
    arguments: [
      (#""api_origins":["https://api.github.com"]"#, "https://api.github.com"),
      // git's server.
      (#""api_origins":["https://github.com"]"#, "https://github.com"),
      (
        #""identity":{"endpoint":"https://api.github.com/user","subject":"{id}"}"#, "https://api.github.com"
      ),
    ])
  func borrowing(members: String, text: String) throws {
    let origin = try Origin(text)
    let evil = try account(of: Self.entry("evil", members), named: "evil")
    let own = try account(of: Self.entry("github", members), named: "github")
    let error = #expect(throws: OAuthError.self) {
      try AccountChoice(for: .request, at: origin, among: [evil]) { _ in true }.candidates(among: [evil])
    }
    #expect(error?.code == .foreignOrigin && error?.remedy.inCommands.contains("`--account evil`") == true)
    for use in [AccountChoice.Use.request, .password] {
      let choice = AccountChoice(for: use, at: origin, among: [evil, own]) { _ in true }
      #expect(try choice.candidates(among: [evil, own]).map(\.account) == [own.account])
      #expect(AccountChoice(for: use, at: origin, among: [evil]) { _ in true }.fitting.isEmpty)
    }
    // What the user has allowed is not the word of the entry.
    let allowed = try account(of: Self.entry("evil", members), named: "evil", allowing: [origin])
    #expect(AccountChoice(for: .request, at: origin, among: [allowed]) { _ in true }.fitting.count == 1)
    // Elsewhere it is chosen as ever.
    let elsewhere = try Origin("https://evil.example")
    #expect(AccountChoice(for: .request, at: elsewhere, among: [evil]) { _ in true }.fitting.count == 1)
    // What is named is meant, as far as it may send there.
    for mayGo in [true, false] {
      let named = AccountChoice(for: .request, named: "evil", at: origin, among: [evil, own]) { _ in mayGo }
      #expect(!named.isUnknown && named.fitting.map(\.account) == (mayGo ? [evil.account] : []))
    }
    let unknown = AccountChoice(for: .request, named: "joe", at: origin, among: [evil, own]) { _ in true }
    #expect(unknown.isUnknown && unknown.fitting.isEmpty)
  }

  @Test("where git or docker ask for a server that no account may send to, nothing is advised that allows it")
  func unknownServer() throws {
    let accounts = try (["a", "b"] as [ProviderName]).map {
      try account(of: Self.entry($0.text, #""api_origins":["https://a.example"]"#), named: $0)
    }
    let origin = try Origin("https://evil.example")
    for use in [AccountChoice.Use.request, .password] {
      let error = #expect(throws: OAuthError.self) {
        try AccountChoice(for: use, at: origin, among: accounts) { _ in false }.candidates(among: accounts)
      }
      // The user typed the URL of a request.
      #expect(error?.remedy.inCommands.contains("--allow-origin") == (use == .request))
    }
  }

  @Test("an issuer that was signed in by its URL is chosen at its own origin, though an entry is built in for it")
  func issuer() throws {
    let origin = try Origin("https://gitlab.com")
    let accounts = try ["https://gitlab.com", "https://evil.example"].map { (url: ProviderName) in
      let sample = try StoredCredential.sample()
      return StoredCredential(
        account: Account(provider: url, client: "x", subject: "1"),
        provider: Provider(name: url, title: "GitLab", service: sample.provider.service, apiOrigins: [origin]),
        client: sample.client, credential: sample.credential, obtainedAt: sample.obtainedAt)
    }
    let choice = AccountChoice(for: .request, at: origin, among: accounts) { _ in true }
    #expect(choice.fitting.map(\.account.provider) == ["https://gitlab.com"])
  }

  @Test("of accounts none of which may send there the only one is meant, whose refusal says more; of several none is")
  func none() throws {
    let origin = try Origin("https://api.example.com")
    let accounts = try ["one", "two"].map {
      try account(of: Self.entry($0, "\"title\":\"\($0)\""), named: ProviderName($0))
    }
    let alone = AccountChoice(for: .request, at: origin, among: [accounts[0]]) { _ in false }
    #expect(try alone.fitting.isEmpty && alone.candidates(among: accounts).map(\.account) == [accounts[0].account])
    let error = #expect(throws: OAuthError.self) {
      try AccountChoice(for: .request, at: origin, among: accounts) { _ in false }.candidates(among: accounts)
    }
    #expect(error?.code == .foreignOrigin)
    let second = AccountChoice(for: .request, at: origin, among: accounts) { $0.account == accounts[1].account }
    #expect(try second.candidates(among: accounts).map(\.account) == [accounts[1].account])
  }

  @Test("an account whose token cannot be a password is one to choose for a password only where there is no other")
  func passwords() throws {
    let origin = try Origin("https://api.example.com")
    let bearer = try account(of: Self.entry("one", "\"title\":\"one\""), named: "one")
    var signer = bearer
    signer.account = Account(provider: "two", client: "x", subject: "1")
    signer.credential = .oauth1(TokenCredential(token: Secret("token"), secret: Secret("secret")))
    let both = AccountChoice(for: .password, at: origin, among: [signer, bearer]) { _ in true }
    #expect(both.fitting.map(\.account) == [bearer.account])
    #expect(AccountChoice(for: .password, at: origin, among: [signer]) { _ in true }.fitting.count == 1)
    #expect(AccountChoice(for: .request, at: origin, among: [signer, bearer]) { _ in true }.fitting.count == 2)
  }
}

@Suite("Accounts for several APIs of one server")
struct ClosestAPITests {
  @Test(
    "the account of the API that the URL is below is meant, the closest one; below none, none is preferred",
    arguments: [
      ("https://api.example.com/mcp/tools", ["mcp"]), ("https://api.example.com/mcp", ["mcp"]),
      ("https://api.example.com/mcp?x=1", ["mcp"]), ("https://api.example.com/mcp/v2/tools", ["v2"]),
      // A segment is a whole one, and a path is not that of another origin.
      ("https://api.example.com/mcpx", ["mcp", "v2", "own"]), ("https://api.example.com/", ["mcp", "v2", "own"]),
      ("https://api.example.com:8443/mcp", ["mcp", "v2", "own"]),
    ])
  func closest(url: String, meant: [String]) throws {
    let sample = try StoredCredential.sample()
    let accounts = ["mcp", "v2", "own"].map { name in
      var stored = sample
      stored.account = Account(provider: "https://as.example.com", client: ClientID(name), subject: "1")
      return stored
    }
    let clients = try [("mcp", "https://api.example.com/mcp"), ("v2", "https://api.example.com/mcp/v2/"), ("own", nil)]
      .map { name, api in
        var client = try RegisteredClient(
          name: name, provider: "https://as.example.com", client: Client(id: ClientID(name)))
        client.madeFor = api
        return client
      }
    let closest = accounts.closest(to: try AbsoluteURL(url), among: clients)
    #expect(closest.map(\.account.client.text) == meant)
  }

  @Test("what the account says of its API counts before its client, which a client id that is a URL does not know")
  func named() throws {
    let id = ClientID("https://app.example/client.json")
    func account(_ name: String, for apis: [String], madeFor: String? = nil) throws -> StoredCredential {
      var stored = try StoredCredential.sample()
      stored.account = Account(provider: "https://as.example.com", client: id, subject: name)
      stored.resources = try apis.map { try ResourceIndicator($0) }
      stored.clientMadeFor = madeFor
      return stored
    }
    let (mcp, tasks) = ("https://api.example.com/mcp", "https://api.example.com/tasks")
    let accounts = [
      try account("mcp", for: [mcp]), try account("tasks", for: [tasks]), try account("both", for: [mcp, tasks]),
      try account("made", for: [mcp], madeFor: tasks), try account("none", for: []),
    ]
    var client = try RegisteredClient(name: "c", provider: "https://as.example.com", client: Client(id: id))
    client.madeFor = mcp
    func closest(_ url: String, _ clients: [RegisteredClient]) throws -> [String] {
      accounts.closest(to: try AbsoluteURL(url), among: clients).map(\.account.subject)
    }
    #expect(try closest(mcp, []) == ["mcp"] && closest("\(tasks)/1", []) == ["tasks", "made"])
    #expect(try closest(mcp, [client]) == ["mcp", "both", "none"])
  }

  @Test(
    "RFC 8707 §2: an account for other APIs than the one of a URL says which; one of no API, or of an issuer, says none",
    arguments: [
      (["/mcp"], nil, "/mcp/tools", []), (["/mcp"], nil, "/mcpx", ["/mcp"]), (["/mcp"], nil, "/tasks", ["/mcp"]),
      (["/mcp", "/tasks"], nil, "/tasks", []), (["/mcp", "/tasks"], nil, "/x", ["/mcp", "/tasks"]),
      ([], nil, "/tasks", []), ([], "https://api.example.com/mcp", "/tasks", ["/mcp"]),
      ([], "https://api.example.com/mcp", "/mcp", []), ([], "https://as.example.com", "/tasks", []),
    ] as [([String], String?, String, [String])])
  func others(paths: [String], madeFor: String?, path: String, others: [String]) throws {
    let base = "https://api.example.com"
    var stored = try StoredCredential.sample()
    stored.account = Account(provider: "https://as.example.com", client: ClientID("c"), subject: "1")
    stored.resources = try paths.map { try ResourceIndicator(base + $0) }
    var client = try RegisteredClient(
      name: "c", provider: "https://as.example.com", client: Client(id: ClientID("c")))
    client.madeFor = madeFor
    let found = stored.otherAPIs(than: try AbsoluteURL(base + path), among: [client])
    #expect(found.map(\.text) == others.map { base + $0 })
  }

  @Test("of two users' accounts for one API both are left to choose from")
  func users() throws {
    var stored = try StoredCredential.sample()
    stored.resources = [try ResourceIndicator("https://api.example.com")]
    #expect([stored, stored].closest(to: try AbsoluteURL("https://api.example.com/x"), among: []).count == 2)
  }
}
