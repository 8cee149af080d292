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

  @Test("RFC 7592 §2.2: an API that demands a scope for which the program is not registered has it registered for that")
  func widened() async throws {
    try await EmulatedProviders.during(faults: ["*:way=step-up"]) { place in
      let api = place.base + "/tollgate/mcp"
      func login(_ arguments: String...) async throws -> ProgramOutcome {
        try await terminal.outcome(
          of: try terminal.start(
            ["login", "--json"] + arguments,
            environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      }
      let first = try await login(api, "--account", "mine")
      #expect(first.exit == .code(0), "\(first.output)\(first.errors)")
      let second = try await login("--account", "mine", "--scope", "tools.count")
      #expect(second.exit == .code(0), "\(second.output)\(second.errors)")
      let (before, after) = (try first.json(), try second.json())
      #expect(after["account"] as? String == "mine" && after["client"] as? String == before["client"] as? String)
      let scopes = Set(try #require(after["scopes"] as? [String]))
      #expect(scopes.isSuperset(of: ["tools", "tools.count"]), "\(scopes)")
      #expect(terminal.kept(".client").count == 1 && terminal.kept(".credential").count == 1)
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      // It can still be removed at the provider, by the token that the last answer brought.
      #expect(try await terminal.wayleave("logout").exit == .code(0))
      let removed = try await terminal.wayleave("clients", "remove", "mcp", "--json")
      #expect(try removed.json()["registration"] as? String == "ended", "\(removed.output)")
    }
  }

  @Test("RFC 7591 §3: where that cannot be changed another one takes its place, at the endpoint that the first one had")
  func registeredAgain() async throws {
    let faults = [
      "*:way=step-up", "/tollgate/registration:status=403", "/tollgate/.well-known/openid-configuration:status=500",
    ]
    try await EmulatedProviders.during(faults: faults) { place in
      func login(_ arguments: String...) async throws -> ProgramOutcome {
        try await terminal.outcome(
          of: try terminal.start(
            ["login", "--json"] + arguments,
            environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      }
      let first = try await login(place.base + "/tollgate/mcp", "--account", "mine")
      #expect(first.exit == .code(0), "\(first.output)\(first.errors)")
      let second = try await login("--account", "mine", "--scope", "tools.count")
      #expect(second.exit == .code(0), "\(second.output)\(second.errors)")
      let (before, after) = (try first.json(), try second.json())
      #expect(after["account"] as? String == "mine" && after["client"] as? String != before["client"] as? String)
      #expect(terminal.kept(".client").count == 1 && terminal.kept(".credential").count == 1)
    }
  }

  @Test("terms that are none are wrong usage", arguments: [["--max-age=-1"], ["--max-age", "soon"]])
  func senseless(options: [String]) async throws {
    let outcome = try await terminal.outcome(of: try terminal.start(["login", "twitter"] + options))
    #expect(outcome.exit == .code(64))
  }
}
