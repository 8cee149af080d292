import Foundation
import Testing
import WayleaveProgramRunning

@Suite("RFC 9470: an API of the playground's Tollgate demands another sign-in", .serialized)
struct StepUpTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("the demand is shown with its options, a sign-in with them meets it, and the credential stays good meanwhile")
  func demand() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      func login(_ options: String...) async throws -> ProgramOutcome {
        try await terminal.outcome(
          of: try terminal.start(
            ["login", issuer, "--client-id", "tollgate-native", "--json", "--account", "mine"] + options,
            environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      }
      let first = try await login("--scope", "openid notes.read")
      #expect(first.exit == .code(0), "\(first.output)\(first.errors)")
      let refused = try await terminal.wayleave("request", issuer + "/vault", "--json")
      #expect(refused.exit == .code(4), "\(refused.output)")
      let error = try #require(try refused.json()["error"] as? [String: Any])
      // EI13
      #expect(error["code"] as? String == "credential.scope_needed")
      let demand = (error["oauth_error"] as? [String: Any])?["demand"] as? [String: Any]
      #expect(demand?["scopes"] as? [String] == ["vault.read"])
      try CommandsPage().expect("Any failure", toHave: try refused.json())
      let shown = try await terminal.wayleave("request", issuer + "/vault")
      #expect(shown.errors.contains("`wayleave login --account mine --scope vault.read`"), "\(shown.errors)")
      #expect(try await terminal.wayleave("request", issuer + "/notes").exit == .code(0))
      let second = try await login("--scope", "openid vault.read", "--max-age", "60", "--resource", issuer + "/vault")
      #expect(second.exit == .code(0), "\(second.output)\(second.errors)")
      let passed = try await terminal.wayleave("request", issuer + "/vault")
      #expect(passed.exit == .code(0), "\(passed.errors)")
    }
  }

  @Test("terms that are none are wrong usage", arguments: [["--max-age=-1"], ["--max-age", "soon"]])
  func senseless(options: [String]) async throws {
    let outcome = try await terminal.outcome(of: try terminal.start(["login", "twitter"] + options))
    #expect(outcome.exit == .code(64))
  }
}
