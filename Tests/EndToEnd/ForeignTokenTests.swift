import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave import git and wayleave import gh", .serialized)
struct ForeignTokenTests {
  let terminal: Terminal
  /// A user who has the token in another program only.
  let other: Terminal

  init() throws {
    terminal = try Terminal()
    other = try Terminal()
  }

  @Test("a token is stored under the name of the user that the provider says, and can be used")
  func imported() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      try await place.register(.lane, at: other)
      let token = try await terminal.wayleave("token").answer
      let git = try terminal.paper("credentials", "https://ada:\(token)@git.example\n")
      let imported = try await other.wayleave("import", "git", git, "--issued-by", "lane")
      #expect(imported.exit == .code(0) && imported.output.contains("Ada Fenwick"), "\(imported.errors)")
      #expect(imported.leaks(of: [token]) == [])
      #expect(try await other.wayleave("token").answer == token)
      let hosts = try terminal.paper("hosts.yml", "git.example:\n    user: ada\n    oauth_token: \(token)\n")
      // The same token in two accounts would be revoked for each other.
      let twin = try await other.wayleave("import", "gh", hosts, "--issued-by", "lane", "--replace", "--json")
      #expect(try twin.exit == .code(64) && twin.errorCode() == "configuration.account_exists")
      let again = try await other.wayleave("import", "git", git, "--issued-by", "lane", "--json")
      #expect(try again.exit == .code(64) && again.errorCode() == "configuration.account_exists")
      let replaced = try await other.wayleave("import", "git", git, "--issued-by", "lane", "--replace", "--json").json()
      #expect(((replaced["accounts"] as? [[String: Any]])?.first?["replaced"]) as? Bool == true)
    }
  }

  @Test("a token that the provider refuses is not stored, unless no one is to be asked")
  func refused() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: other)
      let git = try terminal.paper("credentials", "https://ada:canary-made-up@git.example\n")
      other.secrets = ["canary-made-up"]
      let refused = try await other.wayleave("import", "git", git, "--issued-by", "lane", "--json")
      #expect(refused.exit == .code(5), "\(refused.output)\(refused.errors)")
      #expect(other.kept(".credential").isEmpty)
      #expect(try await other.wayleave("import", "git", git, "--issued-by", "lane", "--offline").exit == .code(0))
      #expect(other.kept(".credential").count == 1)
    }
  }

  @Test("a token of a known host goes to no other provider, and one of an unknown host to none")
  func foreignHost() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: other)
      let github = try terminal.paper("github", "https://ada:canary-made-up@github.com\n")
      let answered = place.count(of: "api.answered")
      #expect(try await other.wayleave("import", "git", github, "--issued-by", "lane").exit == .code(64))
      let unknown = try terminal.paper("unknown", "https://ada:canary-made-up@git.example\n")
      #expect(try await other.wayleave("import", "git", unknown).shownCode == "account_file.malformed")
      let both = try terminal.paper("both", "https://a:canary-1@git.example\nhttps://a:canary-2@code.example\n")
      #expect(try await other.wayleave("import", "git", both, "--issued-by", "lane").exit == .code(64))
      #expect(place.count(of: "api.answered") == answered && other.kept(".credential").isEmpty)
    }
  }

  /// Imports a line of git's store for a host whose provider is known, and asks no one.
  private func offline(_ user: String, _ token: String, _ options: String...) async throws -> ProgramOutcome {
    let file = try terminal.paper("offline", "https://\(user):\(token)@github.com\n")
    let imported = try await other.outcome(
      of: try other.start(["import", "git", file, "--offline", "--json"] + options))
    #expect(imported.leaks(of: [token]) == [])
    return imported
  }

  private func names() async throws -> [String] {
    let status = try await other.wayleave("status", "--json").json()
    return (status["accounts"] as? [[String: Any]] ?? []).compactMap { $0["account"] as? String }.sorted()
  }

  @Test("without asking, an account has the user's name of the file, and --replace replaces that one")
  func offlineReplaced() async throws {
    #expect(try await offline("joe", "canary-1").exit == .code(0))
    #expect(try await offline("kim", "canary-2").exit == .code(0))
    #expect(try await names() == ["github/joe", "github/kim"])
    for token in ["canary-1", "canary-3"] {
      let again = try await offline("joe", token)
      #expect(try again.exit == .code(64) && again.errorCode() == "configuration.account_exists", "\(again.output)")
      #expect(again.output.contains("--replace") && again.output.contains("wayleave logout --local github/joe"))
      let replaced = try await offline("joe", token, "--replace")
      #expect(replaced.exit == .code(0), "\(replaced.output)\(replaced.errors)")
      #expect(((try replaced.json()["accounts"] as? [[String: Any]])?.first?["replaced"]) as? Bool == true)
    }
    #expect(try await names() == ["github/joe", "github/kim"])
    #expect(try await other.wayleave("token", "github/joe").answer == "canary-3")
    // Another program has another account of the same user, under a name of its own.
    let hosts = try terminal.paper("hosts.yml", "github.com:\n    user: joe\n    oauth_token: canary-4\n")
    #expect(try await other.wayleave("import", "gh", hosts, "--offline").exit == .code(0))
    #expect(try await names() == ["github/joe", "github/joe/gh", "github/kim"])
    // What is advised for a token of another program works.
    let twin = try terminal.paper("twin.yml", "github.com:\n    user: kim\n    oauth_token: canary-2\n")
    let refused = try await other.wayleave("import", "gh", twin, "--offline", "--replace", "--json")
    #expect(refused.exit == .code(64) && !refused.output.contains("--replace"), "\(refused.output)")
    #expect(refused.output.contains("wayleave logout --local github/kim"))
    #expect(try await other.wayleave("logout", "--local", "github/kim").exit == .code(0))
    #expect(try await other.wayleave("import", "gh", twin, "--offline").exit == .code(0))
  }

  @Test("an account that was stored without asking is replaced by the same token under its user's name")
  func identifiedLater() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      try await place.register(.lane, at: other)
      let token = try await terminal.wayleave("token").answer
      let git = try terminal.paper("credentials", "https://ada:\(token)@git.example\n")
      #expect(try await other.wayleave("import", "git", git, "--issued-by", "lane", "--offline").exit == .code(0))
      #expect(try await other.wayleave("import", "git", git, "--issued-by", "lane").exit == .code(64))
      let replaced = try await other.wayleave("import", "git", git, "--issued-by", "lane", "--replace", "--json")
      #expect(replaced.exit == .code(0), "\(replaced.output)")
      #expect(try await names().count == 1)
      #expect(other.kept(".credential").count == 1)
    }
  }
}
