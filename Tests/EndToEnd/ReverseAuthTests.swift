import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave token --reverse-auth: a token of an account for the consumer of a backend", .serialized)
struct ReverseAuthTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let account = "playground-twitter"
  private static let backend = ["--provider", account, "--client", "wayleave-demo-trusted"]

  /// The first half, as the backend asks for it by its own consumer.
  private func firstHalf() async throws -> String {
    let asked = try await terminal.wayleave(
      "request", "--client", "wayleave-demo-trusted", "-d", "x_auth_mode=reverse_auth",
      try terminal.playgroundAddress() + "/oauth/request_token")
    #expect(asked.exit == .code(0) && asked.output.hasPrefix("OAuth "), "\(asked.output)\(asked.errors)")
    return try terminal.paper("first-half", asked.output + "\n")
  }

  /// The second half, by a shell that stays.
  private func secondHalf(_ file: String, _ options: String = "") async throws -> ProgramOutcome {
    try await terminal.askingShell("\"$0\" token \(Self.account) --reverse-auth '\(file)' \(options)")
  }

  /// Expects a token and its secret that serve the backend's consumer.
  private func expectToken(_ given: ProgramOutcome, location: SourceLocation = #_sourceLocation) async throws {
    #expect(given.exit == .code(0), "\(given.output)\(given.errors)", sourceLocation: location)
    let handedOver = try terminal.paper("handed-over", given.output)
    let arguments = ["verify", "handover", "token-and-secret", handedOver] + Self.backend
    let verified = try await terminal.outcome(of: try terminal.start(arguments))
    #expect(
      verified.exit == .code(0) && verified.output.contains("Ada Fenwick"), "\(verified.output)\(verified.errors)",
      sourceLocation: location)
  }

  /// Runs a test with an account of the consumer that may hold accounts for others, and an agent.
  private func withAgent(_ test: (_ agent: RunningProgram) async throws -> Void) async throws {
    try await terminal.withAgent(accounts: []) { _, agent in
      let login = try await terminal.wayleave(
        "login", Self.account, "--client", "wayleave-demo-system",
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      try await test(agent)
    }
  }

  @Test("EI15: the agent signs the second half for a program with a grant, and the token serves the other consumer")
  func byAgent() async throws {
    try await withAgent { agent in
      let file = try await firstHalf()
      let refused = try await secondHalf(file, "--json")
      #expect(try refused.exit == .code(7) && refused.errorCode() == "agent.denied", "\(refused.output)")
      #expect(refused.output.contains("--scope reverse_auth"), "\(refused.output)")
      let words = " agent grants allow /bin/sh --account \(Self.account) --scope reverse_auth"
      let allow = try await terminal.atTerminal(words, answer: "yes")
      #expect(allow.exit == .code(0), "\(allow.output)")
      var given: ProgramOutcome?
      try await terminal.withoutKey { given = try await secondHalf(file) }
      try await expectToken(try #require(given))
      // It serves once: the provider's refusal is that of the command.
      #expect(try await secondHalf(file).shownCode == "sign_in.refused")
    }
  }

  @Test("without an agent the second half is signed with the account in the store, and nothing is saved")
  func byStore() async throws {
    try await withAgent { agent in
      agent.send(SIGTERM)
      _ = try await terminal.outcome(of: agent)
      try await expectToken(try await secondHalf(try await firstHalf()))
      let json = try await secondHalf(try await firstHalf(), "--json").json()
      #expect(Set(json.keys) == ["oauth_token", "oauth_token_secret", "consumer_key"])
      #expect(json["consumer_key"] as? String == "wayleave-demo-trusted")
      let accounts = try await terminal.wayleave("status", "--json").json()["accounts"] as? [Any]
      #expect(accounts?.count == 1)
    }
  }
}
