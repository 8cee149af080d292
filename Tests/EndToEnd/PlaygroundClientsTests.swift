import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave playground: clients and entries of a developer, by options and by files")
struct PlaygroundClientsTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private func during(
    _ options: [String], _ test: (_ announced: [String: Any]) async throws -> Void
  ) async throws {
    let running = try terminal.start(["playground", "--json"] + options)
    let result: Result<Void, any Error>
    do {
      let line = try await running.outputLine(containing: "http://127.0.0.1:")
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      result = .success(try await test(try #require(json)))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    #expect(try await terminal.outcome(of: running).exit == .code(0))
    try result.get()
  }

  private func registered(_ announced: [String: Any]) -> [[String: Any]] {
    announced["registered"] as? [[String: Any]] ?? []
  }

  @Test("a secret comes from a file, or is made up and shown once; a client can have none")
  func options() async throws {
    let client = ["--client-id", "my-app", "--redirect-uri", "http://localhost:3000/auth/callback"]
    try await during(client) { announced in
      let client = try #require(registered(announced).first)
      #expect(client["client_id"] as? String == "my-app")
      #expect((client["client_secret"] as? String)?.count == 32 && client["provider"] == nil)
    }
    let file = try terminal.paper("secret", "made-up\n")
    try await during(client + ["--client-secret-file", file, "--provider", "gitlab", "--provider", "github"]) {
      let both = registered($0)
      #expect(both.compactMap { $0["provider"] as? String } == ["gitlab", "github"])
      #expect(both.allSatisfy { $0["client_secret"] == nil })
    }
    try await during(client + ["--client-auth", "none", "--provider", "gitlab"]) {
      #expect(registered($0).first?["token_endpoint_auth_method"] as? String == "none")
    }
  }

  @Test(
    "what cannot be registered ends it at once, and says why",
    arguments: [
      (["--client-id", "a"], "--redirect-uri"),
      (["--provider", "github"], "--redirect-uri"),
      (["--client-id", "a", "--redirect-uri", "javascript:x"], "redirect URI"),
      (["--client-id", "a", "--redirect-uri", "https://a.example/", "--provider", "githup"], "github"),
      (["--redirect-uri", "https://a.example/", "--client-auth", "none"], "--client-id"),
    ])
  func refused(options: [String], words: String) async throws {
    let run = try await terminal.outcome(of: try terminal.start(["playground"] + options))
    #expect(run.exit == .code(64) && run.errors.contains(words), "\(run.errors)")
  }

  @Test("a file registers clients, in YAML as in JSON", arguments: ["yaml", "json"])
  func file(ending: String) async throws {
    let text =
      ending == "yaml"
      ? "clients:\n  - client_id: my-app\n    redirect_uris: [http://localhost:3000/cb]\n"
      : #"[{"client_id": "my-app", "redirect_uris": ["http://localhost:3000/cb"]}]"#
    try await during(["--clients", try terminal.paper("clients.\(ending)", text)]) {
      #expect(registered($0).first?["client_id"] as? String == "my-app")
    }
  }

  @Test("an entry of the user's own is played, and signs in by its name")
  func entry() async throws {
    let entry = """
      name: shop
      title: My shop
      protocol: oauth2
      authorization_endpoint: https://shop.example/authorize
      token_endpoint: https://shop.example/token
      identity:
        endpoint: https://shop.example/me
        subject: "{id}"
        name: "{name}"

      """
    try await during(["--entry", try terminal.paper("shop.yaml", entry)]) { _ in
      let login = try await terminal.outcome(
        of: try terminal.start(
          ["login", "playground-shop"], environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      #expect(login.exit == .code(0) && login.output.contains("Ada Fenwick"), "\(login.errors)")
    }
  }
}
