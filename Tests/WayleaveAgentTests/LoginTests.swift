import Testing
import Wayleave
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: a token as a password, for a server that it may go to")
struct AgentLoginTests {
  private static let server = "https://git.example"

  private func account(_ name: String, allowing origins: [String] = [server]) throws -> StoredCredential {
    var stored = try StoredCredential.sample(name)
    stored.allowedOrigins = try origins.map { (text) throws(OAuthError) in try Origin(text) }
    return stored
  }

  private func login(_ answer: AgentAnswer) throws -> TokenLogin? {
    guard case .text(let bytes) = answer else { return nil }
    return TokenLogin(exposedJSON: try JSON(decoding: bytes))
  }

  @Test("our program gets the token of the only account that may go there, once the user allowed it")
  func chosen() async throws {
    let scene = try await AgentScene([account("ada"), account("bob", allowing: [])], isOwn: true)
    let given = try login(scene.ask(.login(account: nil, origin: Self.server)))
    // The program that started the test was asked about.
    #expect(given?.token == Secret("token-ada") && given?.account == "ada" && given?.user == "oauth2")
    #expect(scene.person.count == 1)
    let question = scene.person.questions.withLock { $0.first }
    #expect(question?.contains("access tokens of “ada”") ?? false)
    #expect(scene.log.contains { $0["decision"]?.string == "given" })
  }

  @Test("no account may go there: done, without a question, also where an account is named")
  func foreign() async throws {
    let scene = try await AgentScene([account("ada")], isOwn: true)
    for origin in ["https://evil.example", "https://git.example:444", "http://git.example"] {
      #expect(try scene.ask(.login(account: nil, origin: origin)) == .done)
    }
    #expect(try scene.ask(.login(account: "ada", origin: "https://evil.example")) == .done)
    #expect(scene.person.count == 0)
    #expect(try scene.ask(.login(account: "eve", origin: Self.server)).code == "configuration.unknown_account")
  }

  @Test("a program without a grant learns nothing of an account by its server")
  func stranger() async throws {
    let scene = try await AgentScene([account("ada")])
    #expect(try scene.ask(.login(account: nil, origin: Self.server)) == .done)
    #expect(scene.person.count == 0)
    #expect(try scene.token("ada") == "token-ada")
    #expect(try login(scene.ask(.login(account: nil, origin: Self.server)))?.token == Secret("token-ada"))
  }

  @Test("several may go there: a choice")
  func choice() async throws {
    let scene = try await AgentScene([account("ada"), account("bob")], isOwn: true)
    #expect(try scene.ask(.login(account: nil, origin: Self.server)).code == "agent.account_choice_needed")
    #expect(try login(scene.ask(.login(account: "bob", origin: Self.server)))?.account == "bob")
  }

  @Test(
    "the user that git names chooses among several: by name, handle or subject; one that no account has gets none",
    arguments: [("bob", "bob"), ("robert", "bob"), ("id-of-ada", "ada"), ("zoe", nil), ("Bob", nil)]
      as [(String, String?)])
  func user(named user: String, account: String?) async throws {
    var (ada, bob) = (try self.account("ada"), try self.account("bob"))
    ada.identity = Identity(issuer: "foursquare", subject: "id-of-ada", displayName: "Ada")
    ada.account = Account(provider: ada.account.provider, client: "reader", subject: "id-of-ada")
    bob.identity = Identity(issuer: "foursquare", subject: "bob", displayName: "Bob", handle: "robert")
    let scene = try await AgentScene([ada, bob], isOwn: true)
    let answer = try scene.ask(.login(account: nil, user: user, origin: Self.server))
    guard let account else {
      #expect(answer == .done)
      return #expect(scene.person.count == 0)
    }
    #expect(try login(answer)?.account == account)
  }

  @Test(
    "the user that git names may mean several: the choice is among those; git's own oauth2 stands for no user",
    arguments: [("robert", ["ada", "bob"]), ("oauth2", ["ada", "bob", "eve"])])
  func several(user: String, choices: [String]) async throws {
    func named(_ name: String, handle: String) throws -> StoredCredential {
      var stored = try account(name)
      stored.identity = Identity(issuer: "foursquare", subject: name, displayName: name, handle: handle)
      return stored
    }
    let accounts = [
      try named("ada", handle: "robert"), try named("bob", handle: "robert"), try named("eve", handle: "zoe"),
    ]
    let scene = try await AgentScene(accounts, isOwn: true)
    let answer = try scene.ask(.login(account: nil, user: user, origin: Self.server))
    guard case .failure(let failure) = answer else { return #expect(Bool(false), "no failure") }
    #expect(failure.code == "agent.account_choice_needed" && failure.choices.sorted() == choices)
    #expect(scene.person.count == 0)
    // The account that was chosen is named, with the same user.
    let chosen = try login(scene.ask(.login(account: choices[1], user: user, origin: Self.server)))
    #expect(chosen?.account == choices[1])
  }

  @Test(
    "what is no origin is refused", arguments: ["", "git.example", "https://git.example/path", "ssh://git.example"])
  func malformed(origin: String) async throws {
    let scene = try await AgentScene([account("ada")], isOwn: true)
    #expect(try scene.ask(.login(account: nil, origin: origin)).code == "wire.malformed_url")
  }

  @Test("a token of OAuth 1.0a is no password")
  func signed() async throws {
    var signing = try StoredCredential.signing("ada")
    signing.allowedOrigins = [try Origin(Self.server)]
    let scene = try await AgentScene([signing], isOwn: true)
    #expect(try scene.ask(.login(account: nil, origin: Self.server)).code == "configuration.unsupported")
  }
}
