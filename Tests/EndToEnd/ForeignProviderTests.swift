import Foundation
import Testing
import WayleaveProgramRunning

@Suite("oidc-provider-mock, a provider that is not ours", .serialized, .enabled(if: ForeignProgram.arePeersInstalled))
struct ForeignProviderTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    terminal.secrets = ["mock-secret-not-real"]
  }

  /// Runs a test beside the mock, which is ended with it.
  private func duringMock(_ test: (_ issuer: String) async throws -> Void) async throws {
    let running = try ForeignProgram.python().start(
      ["-m", "oidc_provider_mock", "--port", "0"], in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let line = try await running.errorLine(containing: "Uvicorn running on", within: .seconds(60))
      let issuer = try #require(line.split(separator: " ").first { $0.hasPrefix("http://") }.map(String.init))
      result = .success(try await test(issuer))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    _ = try await running.outcome()
    try result.get()
  }

  @Test("by discovery: sign-in, identity from UserInfo, token, refresh, request, logout")
  func discovery() async throws {
    try await duringMock { issuer in
      let secret = try terminal.paper("secret", "mock-secret-not-real\n")
      let zoe = "zoe@example.com"
      let login = try await terminal.wayleave(
        "login", issuer, "--client-id", "any", "--client-secret-file", secret, "--json", "--trace",
        environment: ["BROWSER": PlainBrowser.command(["--fill", "sub=\(zoe)"])])
      #expect(login.exit == .code(0), "\(login.errors)")
      let answer = try login.json()
      #expect(answer["provider"] as? String == issuer && answer["issuer"] as? String == issuer)
      #expect(answer["subject"] as? String == zoe)
      #expect(answer["scopes"] as? [String] == ["openid", "profile", "email"])
      #expect(answer["refreshable"] as? Bool == true && answer["expires_at"] is Int)

      let first = try await terminal.wayleave("token", issuer)
      let second = try await terminal.wayleave("token", "--force")
      #expect(first.exit == .code(0) && second.exit == .code(0), "\(second.errors)")
      #expect(first.answer != second.answer)
      terminal.secrets += [first.answer, second.answer]
      #expect(login.leaks(of: [first.answer]).isEmpty)
      let reply = try await terminal.wayleave("request", issuer + "/userinfo", "--trace")
      #expect(reply.exit == .code(0) && reply.output.contains(zoe), "\(reply.errors)")
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "not_offered")
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  @Test("an entry that names only the issuer does as well, and its credential is refreshed where discovery said")
  func entry() async throws {
    try await duringMock { issuer in
      let file = try terminal.paper("mock.yaml", "format: 1\nname: mock\nprotocol: openid\nissuer: \(issuer)\n")
      let secret = try terminal.paper("secret", "mock-secret-not-real\n")
      #expect(try await terminal.wayleave("providers", "add", file).exit == .code(0))
      let client = try await terminal.wayleave(
        "clients", "add", "any", "--provider", "mock", "--client-id", "any", "--client-secret-file", secret)
      #expect(client.exit == .code(0))
      let login = try await terminal.wayleave(
        "login", "mock", environment: ["BROWSER": PlainBrowser.command(["--fill", "sub=zoe"])])
      #expect(login.exit == .code(0), "\(login.errors)")
      let refreshed = try await terminal.wayleave("token", "mock", "--force")
      #expect(refreshed.exit == .code(0), "\(refreshed.errors)")
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
    }
  }

  /// RFC 6749 §4.1.2.1: "state REQUIRED if a 'state' parameter was present in the client authorization request."
  @Test("its Deny leaves out the state: it could belong to any sign-in, and ours goes on waiting")
  func denyWithoutState() async throws {
    try await duringMock { issuer in
      let log = terminal.papers.appendingPathComponent("browser.log")
      let login = try terminal.start(
        ["login", issuer, "--client-id", "any"],
        environment: ["BROWSER": PlainBrowser.command(["--press", "deny"], log: log)])
      _ = try await login.errorLine(containing: "Still waiting.")
      #expect(try await LastPage.awaited(log)?.status == 400)
      #expect(login.isRunning)
      login.send(SIGINT)
      let outcome = try await terminal.outcome(of: login)
      #expect(outcome.exit == .code(130), "\(outcome.errors)")
    }
  }

  @Test("it wants a client secret: without one the refusal is shown in its own words, and nothing is kept")
  func publicClient() async throws {
    try await duringMock { issuer in
      let login = try await terminal.wayleave(
        "login", issuer, "--client-id", "any", "--json",
        environment: ["BROWSER": PlainBrowser.command(["--fill", "sub=zoe"])])
      #expect(login.exit == .code(5))
      let error = try #require(try login.json()["error"] as? [String: Any])
      #expect(error["code"] as? String == "token.client_refused")
      #expect((error["oauth_error"] as? [String: Any])?["error"] as? String == "invalid_client")
      #expect(terminal.kept(".credential").isEmpty)
    }
  }
}
