import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "RFC 9700 §2.1.1: a protection that a server once had is not lost unseen", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled))
struct LostProtectionTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs a test beside a server that can lose PKCE, and a client that is registered there.
  private func duringLosingServer(_ test: (_ base: String) async throws -> Void) async throws {
    let running = try ForeignProgram.python().start(
      ["-B", ForeignProgram.script("oauth2/losing_server.py")], in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let base = try await running.outputLine(containing: "127.0.0.1", within: .seconds(60)).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let secret = try terminal.paper("secret", "not-a-real-secret\n")
      let added = try await terminal.wayleave(
        "clients", "add", "service", "--provider", base, "--client-id", "x", "--client-secret-file", secret)
      #expect(added.exit == .code(0), "\(added.errors)")
      result = .success(try await test(base))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    _ = try await running.outcome()
    try result.get()
  }

  private func login(_ base: String, _ options: String...) async throws -> ProgramOutcome {
    try await terminal.outcome(of: terminal.start(["login", base, "--flow", "device", "--timeout", "20"] + options))
  }

  private func token(_ options: String...) async throws -> ProgramOutcome {
    try await terminal.outcome(
      of: terminal.start(["token", "--client", "service", "--grant", "client_credentials"] + options))
  }

  @Test("the server is refused, and served again once the user has agreed")
  func agreement() async throws {
    try await duringLosingServer { base in
      let first = try await login(base)
      #expect(first.exit == .code(0), "\(first.errors)")
      _ = try await terminal.shell("curl -sf -d '' \(base)/lose")
      // As if five minutes had passed: what was read is used again for that long.
      for file in terminal.kept(".metadata") { try FileManager.default.removeItem(at: file) }
      let refusedLogin = try await login(base)
      #expect(
        refusedLogin.exit == .code(5) && refusedLogin.shownCode == "discovery.downgraded", "\(refusedLogin.errors)")
      #expect(refusedLogin.errors.contains("PKCE by S256") && refusedLogin.errors.contains("--accept-downgrade"))
      let refused = try await token()
      #expect(refused.shownCode == "discovery.downgraded" && refused.output.isEmpty, "\(refused.errors)")
      #expect(try await token("--accept-downgrade").output == "not-a-real-token\n")
      // What was agreed to once is not asked again.
      #expect(try await login(base, "--accept-downgrade").exit == .code(0))
      #expect(try await login(base).exit == .code(0))
    }
  }

  @Test("what was never promised is not missed")
  func neverPromised() async throws {
    try await duringLosingServer { base in
      _ = try await terminal.shell("curl -sf -d '' \(base)/lose")
      // As if five minutes had passed: what was read is used again for that long.
      for file in terminal.kept(".metadata") { try FileManager.default.removeItem(at: file) }
      #expect(try await login(base).exit == .code(0))
      #expect(try await login(base).exit == .code(0))
      #expect(try await token().exit == .code(0))
    }
  }
}
