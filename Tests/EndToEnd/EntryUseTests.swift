import Foundation
import Testing
import WayleaveProgramRunning

@Suite("An entry of the user that is removed while it is used", .serialized)
struct EntryUseTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private func add(template isTemplate: Bool = false) async throws {
    let variables =
      isTemplate ? "variables:\n  - name: region\n    meaning: where it is\n    example: us\n    words: [us, eu]\n" : ""
    let host = isTemplate ? "{region}.shop.example" : "shop.example"
    let text = """
      format: 1
      name: shop
      title: Shop
      protocol: oauth2
      authorization_endpoint: https://\(host)/authorize
      token_endpoint: https://\(host)/token
      \(variables)
      """
    let added = try await terminal.wayleave("providers", "add", try terminal.paper("shop.yaml", text))
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  @Test("the removal names the client that still uses it, and what to type; without one it warns of nothing")
  func warning() async throws {
    try await add()
    let unused = try await terminal.wayleave("providers", "remove", "shop")
    #expect(unused.exit == .code(0) && unused.errors.isEmpty, "\(unused.errors)")
    try await add()
    try await terminal.wayleave("clients", "add", "mine", "--provider", "shop", "--client-id", "c")
    let used = try await terminal.wayleave("providers", "remove", "shop")
    #expect(used.exit == .code(0) && used.output == "Removed shop.\n", "\(used.errors)")
    for text in ["“mine”", "`wayleave providers add FILE`", "`wayleave clients remove mine`"] {
      #expect(used.errors.contains(text), "\(used.errors)")
    }
    try await add()
    let json = try await terminal.wayleave("providers", "remove", "shop", "--json").json()
    #expect((json["used_by"] as? [String: [String]]) == ["clients": ["mine"], "accounts": []])
  }

  @Test("a later command that needs the entry says which client lacks it, until it is added again")
  func later() async throws {
    try await add()
    try await terminal.wayleave("clients", "add", "mine", "--provider", "shop", "--client-id", "c")
    try await terminal.wayleave("providers", "remove", "shop")
    for command in [
      ["login", "shop"], ["token", "--client", "mine", "--grant", "client_credentials"],
      ["verify", "id-token", "--provider", "shop", "--client", "mine", "-"],
    ] {
      let refused = try await terminal.outcome(of: terminal.start(command))
      #expect(refused.exit == .code(64) && refused.shownCode == "configuration.unknown_provider", "\(refused.errors)")
      #expect(refused.errors.contains("`wayleave clients remove mine`"), "\(refused.errors)")
    }
    let other = try await terminal.wayleave("login", "shopp")
    #expect(!other.errors.contains("clients remove"), "\(other.errors)")
    try await add()
    #expect(try await terminal.wayleave("providers", "show", "shop").exit == .code(0))
  }

  @Test("the clients of a template are those of every service that it makes; a value that is no word names the words")
  func template() async throws {
    try await add(template: true)
    let unfit = try await terminal.wayleave("login", "shop.asia")
    #expect(unfit.exit == .code(64) && unfit.errors.contains("one of us, eu"), "\(unfit.errors)")
    try await terminal.wayleave("clients", "add", "mine", "--provider", "shop.eu", "--client-id", "c")
    let removed = try await terminal.wayleave("providers", "remove", "shop")
    #expect(removed.errors.contains("`wayleave clients remove mine`"), "\(removed.errors)")
    let refused = try await terminal.wayleave("login", "shop.eu")
    #expect(refused.exit == .code(64) && refused.errors.contains("clients remove mine"), "\(refused.errors)")
  }

  @Test("an entry of the program is not removed")
  func builtIn() async throws {
    let refused = try await terminal.wayleave("providers", "remove", "github")
    #expect(refused.exit == .code(64) && refused.shownCode == "configuration.unknown_provider", "\(refused.errors)")
  }

  @Test("how a name with two values was read is said once, to people alone", arguments: ["login", "providers show"])
  func reading(command: String) async throws {
    let words = command.split(separator: " ").map(String.init) + ["keycloak.login.example.com.master"]
    let shown = try await terminal.outcome(of: terminal.start(words))
    #expect(
      shown.errors.hasPrefix("“keycloak.login.example.com.master” is read as: host login.example.com, realm master."))
    let json = try await terminal.outcome(of: terminal.start(words + ["--json"]))
    #expect(!json.errors.contains("is read as"), "\(json.errors)")
    let one = try await terminal.outcome(of: terminal.start(words.dropLast() + ["zendesk.acme"]))
    #expect(!one.errors.contains("is read as"), "\(one.errors)")
  }
}
