import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave agent", .serialized)
struct AgentTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let account = "playground-gitlab"

  private func withAgent(
    playground options: [String] = [],
    _ test: (_ providers: RunningProgram, _ agent: RunningProgram) async throws -> Void
  ) async throws { try await terminal.withAgent(accounts: [Self.account], playground: options, test) }

  private func shell(_ command: String) async throws -> ProgramOutcome { try await terminal.askingShell(command) }

  private func atTerminal(_ words: String, answer: String) async throws -> ProgramOutcome {
    try await terminal.atTerminal(words, answer: answer)
  }

  /// Allows the shell what it asks for, by the command that the refusal names.
  private func allowShell(location: SourceLocation = #_sourceLocation) async throws {
    let refused = try await shell("\"$0\" token --json")
    #expect(refused.exit == .code(7), "\(refused.output)\(refused.errors)", sourceLocation: location)
    #expect(try refused.errorCode() == "agent.denied", sourceLocation: location)
    let remedy = try #require((refused.json()["error"] as? [String: Any])?["remedy"] as? String)
    let command = try #require(remedy.split(separator: "`").first { $0.hasPrefix("wayleave agent grants allow ") })
    let allowed = try await atTerminal(String(command.dropFirst("wayleave".count)), answer: "yes")
    #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)", sourceLocation: location)
  }

  private func auditLog() throws -> String {
    try ["audit.log", "audit-refused.log"].map { name in
      try terminal.kept(name).first.map { try String(contentsOf: $0, encoding: .utf8) } ?? ""
    }.joined()
  }

  @Test("a program without a grant is refused with exit 7, and the command that the refusal names allows it")
  func refused() async throws {
    try await withAgent { _, _ in
      let plain = try await shell("\"$0\" token")
      #expect(plain.exit == .code(7) && plain.output.isEmpty && plain.shownCode == "agent.denied", "\(plain.errors)")
      // The small program asked, and the full one reported the same answer.
      let log = try auditLog()
      #expect(log.components(separatedBy: "\"denied\"").count == 2 && !log.contains("\"repeated\""), "\(log)")
      for form in ["--header", "--env", "--curl-config"] {
        let refused = try await shell("\"$0\" token \(form)")
        #expect(refused.exit == .code(7) && refused.output.isEmpty && refused.shownCode == "agent.denied", "\(form)")
      }
      try await allowShell()
      let stored = try await terminal.wayleave("token", "--no-refresh").answer
      let given = try await shell("\"$0\" token")
      #expect(given.exit == .code(0) && given.answer == stored && given.errors.isEmpty, "\(given.errors)")
      let json = try await shell("\"$0\" token --json").json()
      #expect(json["access_token"] as? String == stored)
      let after = try auditLog()
      #expect(after.contains("\"given\"") && !after.contains(stored))
    }
  }

  @Test("what an agent prints is what the store prints, and it needs no key of the store")
  func same() async throws {
    try await withAgent { _, agent in
      try await allowShell()
      let forms = [
        "", " --json", " --header", " --env", " --curl-config", " --curl-config --mail ada",
        " --sasl oauthbearer --user a@b.example",
      ]
      let lines = forms.map { "\"$0\" token\($0)" }
      var given: [ProgramOutcome] = []
      try await terminal.withoutKey {
        for line in lines { given.append(try await shell(line)) }
        for option in ["--force", "--no-refresh", "--header --no-refresh"] {
          #expect(try await shell("\"$0\" token \(option)").exit == .code(6), "\(option) reads the store")
        }
      }
      agent.send(SIGTERM)
      _ = try await terminal.outcome(of: agent)
      for (line, first) in zip(lines, given) {
        let second = try await shell(line)
        #expect(first.exit == .code(0) && first.errors.isEmpty, "\(line): \(first.errors)")
        #expect(second.exit == .code(0) && first.output == second.output, "\(line): \(first.output)\(second.output)")
      }
    }
  }

  @Test("a token of OAuth 1.0a has no header, with an agent too; what shows its secret comes from the store")
  func formsOfSigned() async throws {
    let name = "playground-twitter"
    try await terminal.withAgent(accounts: [name]) { _, _ in
      let allow = try await atTerminal(" agent grants allow /bin/sh --account \(name)", answer: "yes")
      #expect(allow.exit == .code(0), "\(allow.output)")
      try await terminal.withoutKey {
        for form in ["--header", "--curl-config"] {
          let refused = try await shell("\"$0\" token \(form)")
          #expect(refused.exit == .code(1) && refused.shownCode == "configuration.unsupported", "\(refused.errors)")
          #expect(refused.errors.contains("`wayleave request`") && refused.output.isEmpty)
        }
        #expect(try await shell("\"$0\" token --env").exit == .code(6))
      }
      let lines = try await shell("\"$0\" token --env")
      #expect(lines.exit == .code(0) && lines.output.contains("WAYLEAVE_OAUTH_TOKEN_SECRET='"), "\(lines.errors)")
    }
  }

  @Test("the fields of OAuth Echo need a grant of their own, and no key of the store")
  func echo() async throws {
    try await withAgent { _, _ in
      let name = "playground-twitter"
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      #expect(try await terminal.wayleave("login", name, environment: browser).exit == .code(0))
      let url = try terminal.playgroundAddress() + "/1.1/account/verify_credentials.json"
      let refused = try await shell("\"$0\" token \(name) --json --echo \(url)")
      #expect(refused.exit == .code(7) && refused.output.contains("--scope echo"), "\(refused.output)")
      let words = " agent grants allow /bin/sh --account \(name) --scope echo"
      // Without a terminal no one can be asked.
      #expect(try await shell("\"$0\"\(words)").exit == .code(7))
      #expect(try await atTerminal(words, answer: "no").exit == .code(7))
      let allow = try await atTerminal(words, answer: "yes")
      #expect(allow.exit == .code(0), "\(allow.output)\(allow.errors)")
      #expect(try await shell("\"$0\" token \(name)").exit == .code(7))
      try await terminal.withoutKey {
        let given = try await shell("\"$0\" token \(name) --json --echo \(url)")
        #expect(try given.json()["X-Auth-Service-Provider"] as? String == url, "\(given.output)")
        let lines = try await shell("\"$0\" token \(name) --echo \(url)").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasPrefix("X-Verify-Credentials-Authorization: OAuth "), "\(lines)")
        // Another provider's address is refused by the agent, as without one.
        let foreign = try await shell("\"$0\" token \(name) --json --echo https://evil.example/")
        #expect(try foreign.errorCode() == "configuration.unsupported", "\(foreign.output)")
      }
    }
  }

  @Test(
    "at a terminal the agent asks, and a no is a refusal",
    arguments: [("yes", true), ("always", true), ("10", true), ("no", false), ("\u{4}", false)])
  func asked(answer: String, isAllowed: Bool) async throws {
    try await withAgent { _, _ in
      let asked = try await atTerminal(" token --json", answer: answer)
      #expect(asked.exit == .code(isAllowed ? 0 : 7), "\(asked.output)\(asked.errors)")
      #expect(asked.output.contains("access_token") == isAllowed)
      #expect(try await shell("\"$0\" token").exit == .code(isAllowed ? 0 : 7))
    }
  }

  @Test("a thousand connections that send nothing, and a thousand that send half a frame: the others are served")
  func idleConnections() async throws {
    try await withAgent { _, _ in
      try await allowShell()
      try await terminal.withoutKey {
        func served() async throws {
          let given = try await shell("\"$0\" token")
          #expect(given.exit == .code(0) && !given.answer.isEmpty, "\(given.errors)")
        }
        let socket = terminal.home.wayleave.appendingPathComponent("run/agent.sock").path
        let idle = try terminal.start(script: "idle_connections.py", [socket, "2000"])
        for _ in 0..<3 { try await served() }
        _ = try await idle.outputLine(containing: "2000 connections")
        for _ in 0..<3 { try await served() }
        idle.send(SIGKILL)
        _ = try await idle.outcome()
        try await served()
      }
    }
  }

  @Test("an agent that may open few descriptors serves the next program, whatever is connected to it")
  func fewDescriptors() async throws {
    let agent = try terminal.startShell("ulimit -n 64; exec \"$0\" agent run")
    func status() async throws -> ProgramOutcome { try await terminal.wayleave("agent", "status") }
    let deadline = ContinuousClock.now + .seconds(120)
    while try await status().exit != .code(0) {
      try #require(.now < deadline && agent.isRunning, "\(agent.errorsSoFar)")
      try await Task.sleep(for: .milliseconds(20))
    }
    let socket = terminal.home.wayleave.appendingPathComponent("run/agent.sock").path
    let idle = try terminal.start(script: "idle_connections.py", [socket, "200"])
    _ = try await idle.outputLine(containing: "200 connections")
    for _ in 0..<2 { #expect(try await status().exit == .code(0)) }
    idle.send(SIGKILL)
    _ = try await idle.outcome()
    agent.send(SIGTERM)
    _ = try await terminal.outcome(of: agent)
  }

  @Test("an agent that stands still costs a command half a minute at most, and the failure names its process")
  func standsStill() async throws {
    try await withAgent { _, agent in
      agent.send(SIGSTOP)
      let begin = ContinuousClock.now
      let hung = try await terminal.outcome(
        of: try terminal.startShell("\"$0\" token; exit $?", environment: ["TESTED_WAYLEAVE_PATIENCE": "1000"]))
      agent.send(SIGCONT)
      #expect(hung.exit == .code(1) && hung.shownCode == "agent.failed", "\(hung.errors)")
      #expect(hung.errors.contains("`kill -9 \(agent.identifier)`"), "\(hung.errors)")
      #expect(.now - begin < .seconds(30))
    }
  }

  @Test("a locked agent refuses with exit 7 until it is unlocked")
  func locked() async throws {
    try await withAgent { _, _ in
      try await allowShell()
      #expect(try await terminal.wayleave("agent", "lock").exit == .code(0))
      let refused = try await shell("\"$0\" token")
      #expect(refused.exit == .code(7) && refused.shownCode == "agent.locked", "\(refused.errors)")
      #expect(try await terminal.wayleave("agent", "unlock").exit == .code(0))
      #expect(try await shell("\"$0\" token").exit == .code(0))
    }
  }

  @Test("an account that the agent leaves to the store needs the passphrase of the store, and that is said")
  func leftToStore() async throws {
    let passphrase = try terminal.paper("passphrase", "canary four words here")
    terminal.environment = ["WAYLEAVE_STORE_PASSPHRASE_FILE": passphrase]
    try await withAgent { _, _ in
      let name = "playground-twitter"
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      #expect(try await terminal.wayleave("login", name, environment: browser).exit == .code(0))
      terminal.environment = [:]
      let allow = try await atTerminal(" agent grants allow /bin/sh --account \(name)", answer: "10")
      #expect(allow.exit == .code(0), "\(allow.errors)")
      #expect(allow.output.contains("may use “\(name)”: token, for 10 minutes."), "\(allow.output)")
      let refused = try await shell("\"$0\" token \(name) --json")
      #expect(try refused.exit == .code(6) && refused.errorCode() == "store.locked", "\(refused.output)")
      #expect(refused.output.contains("The agent does not give this account's token"))
    }
  }

  @Test("twenty programs that need an expired token at once: one refresh")
  func refresh() async throws {
    let fault = "/entries/gitlab/gitlab.com/oauth/token:expires-in=1,nth=1"
    try await withAgent(playground: ["--fault", fault]) { providers, _ in
      try await allowShell()
      try await Task.sleep(for: .milliseconds(1100))
      let line = "for each in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \"$0\" token & done; wait"
      let all = try await shell(line)
      let tokens = all.output.split(separator: "\n")
      #expect(tokens.count == 20 && Set(tokens).count == 1, "\(all.errors)")
      #expect(providers.errorsSoFar.components(separatedBy: " token.refreshed ").count == 2)
    }
  }

  @Test("RFC 7009 §2.2.1: what a sign-out could not deliver is sent by the agent, once the provider is there again")
  func revocation() async throws {
    // Two attempts fail: that of the sign-out, and the first one of the agent.
    let down = "/tollgate/revoke:status=503"
    try await terminal.withAgent(
      accounts: ["playground-tollgate"], playground: ["--fault", down + ",nth=1", "--fault", down + ",nth=2"]
    ) { providers, _ in
      let logout = try await terminal.wayleave("logout", "--json")
      #expect(try logout.exit == .code(3) && logout.json()["revocation"] as? String == "pending", "\(logout.output)")
      let status = try await terminal.wayleave("status", "--json")
      #expect(status.output.contains("revocation_pending"))
      // It opens the store.
      #expect(try await terminal.wayleave("agent", "grants").exit == .code(0))
      let deadline = ContinuousClock.now + .seconds(300)
      while !terminal.kept(".credential").isEmpty {
        try #require(.now < deadline)
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(providers.errorsSoFar.contains(" token.revoked "))
      #expect(try await terminal.wayleave("status", "--json").output.contains("revocation_pending") == false)
      // The line is written once the process has ended.
      while try !auditLog().contains("\"delivered\"") {
        try #require(.now < deadline)
        try await Task.sleep(for: .milliseconds(50))
      }
      let log = try auditLog()
      #expect(log.contains("\"delivered\"") && log.contains("\"revocation\""), "\(log)")
      #expect(log.components(separatedBy: "\"by\":\"pending\"").count == 2, "\(log)")
    }
  }

  @Test("after the agent was killed, the token comes from the store")
  func killed() async throws {
    try await withAgent { _, agent in
      agent.send(SIGKILL)
      _ = try await terminal.outcome(of: agent)
      let given = try await shell("\"$0\" token")
      #expect(given.exit == .code(0) && !given.output.isEmpty, "\(given.errors)")
      let status = try await terminal.wayleave("agent", "status", "--json")
      #expect(status.exit == .code(1))
      #expect(try status.errorCode() == "agent.not_running")
    }
  }

  @Test("grants are listed and revoked, and `stop` ends the agent")
  func managed() async throws {
    try await withAgent { _, agent in
      try await allowShell()
      let all = try await terminal.wayleave("agent", "grants", "--json").json()["grants"] as? [[String: Any]]
      let id = try #require(all?.first?["id"])
      #expect(try await terminal.wayleave("agent", "grants", "revoke", "\(id)").exit == .code(0))
      #expect(try await shell("\"$0\" token").exit == .code(7))
      #expect(try await terminal.wayleave("agent", "stop").exit == .code(0))
      #expect(try await agent.outcome().exit == .code(0))
    }
  }

  @Test("a grant is for a program: a folder, a file that cannot be run and no file at all are each named")
  func noProgram() async throws {
    let file = try terminal.paper("plain.txt", "no program")
    for (word, sentence) in [
      (terminal.papers.path, "is a folder"), (file, "that you cannot run"), ("/nonexistent/x", "There is no program"),
    ] {
      let refused = try await terminal.wayleave("agent", "grants", "allow", word, "--account", "x")
      #expect(refused.exit == .code(64) && refused.errors.contains(sentence), "\(refused.errors)")
    }
    #expect(try await terminal.wayleave("agent", "grants", "allow", "/bin/sh").errors.contains("--account NAME"))
  }

  @Test("agent grants allow --for asks for a grant that ends then")
  func minutes() async throws {
    try await withAgent { _, _ in
      let words = " agent grants allow /bin/sh --account \(Self.account) --for 30"
      let allowed = try await atTerminal(words, answer: "yes")
      #expect(allowed.output.contains("for 30 minutes. "), "\(allowed.output)")
      #expect(allowed.output.contains("may use “\(Self.account)”: token, for 30 minutes."), "\(allowed.output)")
      #expect(try await terminal.wayleave("agent", "grants").output.contains("29 minutes left"))
      let wrong = try await terminal.wayleave(
        "agent", "grants", "allow", "/bin/sh", "--account", Self.account, "--for", "0")
      #expect(wrong.exit == .code(64) && wrong.errors.contains("from 1 to 10080"), "\(wrong.errors)")
    }
  }

  @Test("one that runs in the background is there when the command returns, and no second one starts")
  func background() async throws {
    let started = try await terminal.wayleave("agent", "run", "--background", "--lock-after", "10", "--json")
    #expect(try started.exit == .code(0) && started.json()["locked"] as? Bool == false, "\(started.errors)")
    let status = try await terminal.wayleave("agent", "status")
    #expect(status.exit == .code(0) && status.output.contains("Locks: after 10 minutes without a request"))
    let second = try await terminal.wayleave("agent", "run", "--json")
    #expect(second.exit == .code(1))
    #expect(try second.errorCode() == "agent.already_running")
    let third = try await terminal.wayleave("agent", "run", "--background", "--json")
    #expect(try third.exit == .code(1) && third.errorCode() == "agent.already_running")
    let stopped = try await terminal.wayleave("agent", "stop", "--quiet")
    #expect(stopped.exit == .code(0) && stopped.output.isEmpty)
  }

  @Test("one that starts without the passphrase of the store says so, and no prompt goes where no one can read it")
  func lockedStart() async throws {
    let passphrase = try terminal.paper("passphrase", "canary four words here")
    let given = ["WAYLEAVE_STORE_PASSPHRASE_FILE": passphrase]
    let client = ["clients", "add", "mine", "--provider", "github", "--client-id", "x"]
    let added = try await terminal.outcome(of: try terminal.start(client, environment: given))
    #expect(added.exit == .code(0), "\(added.errors)")
    let started = try await terminal.wayleave("agent", "run", "--background", "--json")
    #expect(try started.json()["locked"] as? Bool == true, "\(started.output)\(started.errors)")
    let asked = try await terminal.wayleave("agent", "unlock")
    #expect(asked.exit == .code(64) && !asked.errors.contains("press Enter"), "\(asked.errors)")
    #expect(asked.errors.contains("--passphrase-file FILE"), "\(asked.errors)")
    #expect(try await terminal.wayleave("agent", "stop").exit == .code(0))
  }

  @Test("`install` writes the units into the user's folder, and `uninstall` removes them")
  func installed() async throws {
    let folder = terminal.papers.appendingPathComponent("config")
    let environment = ["XDG_CONFIG_HOME": folder.path, "PATH": "/nonexistent"]
    let installed = try await terminal.wayleave("agent", "install", "--json", environment: environment)
    #expect(installed.exit == .code(0), "\(installed.errors)")
    let files = try installed.json()["files"] as? [String] ?? []
    let answer = try installed.json()
    #expect((answer["reason"] as? String)?.isEmpty == false && (answer["commands"] as? [String])?.isEmpty == false)
    #expect(files.count >= 1 && files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    let removed = try await terminal.wayleave("agent", "uninstall", "--json", environment: environment)
    #expect(try removed.json()["removed"] as? Bool == true)
    #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
  }
}
