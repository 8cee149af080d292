import Foundation
import Testing
import WayleaveProgramRunning

/// Model Context Protocol 2025-11-25, Transports; the servers are those of `Scene/mcp_scenes.py`.
@Suite("wayleave mcp", .serialized)
struct MCPTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let initialize = """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
    "clientInfo":{"name":"test","version":"1"}}}
    """
  private static let initialized = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
  private static let call = #"{"jsonrpc":"2.0","id":"broken","method":"tools/call","params":{"name":"read"}}"#
  private static let ping = #"{"jsonrpc":"2.0","id":6,"method":"ping"}"#
  private static let cancel =
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"broken"}}"#

  /// Runs a test beside the servers, with an account at their provider, and gives what they have seen, a line for each.
  @discardableResult
  private func withServers(
    life: Int = 3600, environment: [String: String] = [:],
    _ test: (_ base: String, _ servers: RunningProgram) async throws -> Void
  ) async throws -> [String] {
    let servers = try Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      .start(["python3", "-B", Terminal.path(ofScript: "mcp_scenes.py"), "\(life)"], in: try FreshHome())
    let result: Result<Void, any Error>
    do {
      let base = try await servers.outputLine(containing: "http://").trimmingCharacters(in: .whitespacesAndNewlines)
      let entry = """
        name: odd
        protocol: oauth2
        authorization_endpoint: \(base)/authorize
        token_endpoint: \(base)/token
        identity:
          endpoint: \(base)/me
          subject: "{id}"

        """
      #expect(try await terminal.wayleave("providers", "add", try terminal.paper("odd.yaml", entry)).exit == .code(0))
      let login = try await terminal.wayleave(
        "login", "odd", "--client-id", "x",
        environment: environment.merging(["BROWSER": PlainBrowser.command([])]) { $1 })
      #expect(login.exit == .code(0), "\(login.errors)")
      result = .success(try await test(base, servers))
    } catch { result = .failure(error) }
    servers.send(SIGTERM)
    let seen = try await servers.outcome().output
    try result.get()
    return seen.split(separator: "\n").map(String.init)
  }

  private func start(
    _ url: String, _ lines: [String], environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try terminal.start(["mcp", url], environment: environment, input: lines.joined(separator: "\n") + "\n")
  }

  /// What the client reads after it has written some lines and closed its end.
  private func answers(
    _ url: String, _ lines: [String], environment: [String: String] = [:], location: SourceLocation = #_sourceLocation
  ) async throws -> [Answer] {
    let run = try await terminal.outcome(of: start(url, lines, environment: environment), location: location)
    #expect(run.exit == .code(0), "\(run.errors)", sourceLocation: location)
    return try run.answers(location: location)
  }

  @Test("§ Session Management: messages come back as lines, in a session that ends with the input")
  func plain() async throws {
    let seen = try await withServers { base, _ in
      let answers = try await answers(base + "/mcp/plain", [Self.initialize, Self.initialized, "", Self.call])
      #expect(answers.map(\.id) == ["1", "broken"] && answers.allSatisfy { $0.code == nil }, "\(answers)")
    }
    // Which stream of messages the server has is asked for meanwhile, or not any more.
    #expect(
      seen.filter { $0.hasPrefix("POST") || $0.hasPrefix("DELETE") } == [
        "POST initialize /mcp/plain - -", "POST notifications/initialized /mcp/plain session-1 2025-11-25",
        "POST tools/call /mcp/plain session-1 2025-11-25", "DELETE /mcp/plain session-1 2025-11-25",
      ])
  }

  @Test("§ Resumability and Redelivery: events are passed on as they come, also of a stream that is taken up again")
  func streams() async throws {
    let seen = try await withServers { base, servers in
      let lines = [Self.initialize, Self.initialized, Self.call]
      let endless = try await answers(base + "/mcp/endless", lines)
      #expect(endless.map(\.id) == ["1", nil, "broken"] && endless[1].method == "notifications/progress", "\(endless)")
      _ = try await servers.outputLine(containing: "closed")
      let broken = try await answers(base + "/mcp/breaking", lines)
      #expect(broken.map(\.id) == ["1", nil, nil, "broken"] && broken[3].code == nil, "\(broken)")
    }
    #expect(seen.contains("GET e-1 /mcp/breaking session-1 2025-11-25"))
  }

  @Test("JSON-RPC 2.0 §5.1: what goes wrong is the answer to the client's own request, and names what to type")
  func refusals() async throws {
    let scenes = [
      ("gone", "request.refused", nil), ("page", "answer.unexpected", nil), ("moved", "answer.redirect", nil),
      ("nonsense", "answer.unexpected", nil), ("ending", "token.outcome_unknown", nil),
      ("large", "answer.too_large", nil),
      ("step", "credential.scope_needed", "`wayleave login --account odd --scope notes:write`"),
      ("refusing", "credential.sign_in_needed", "`wayleave login --account odd`"),
    ]
    let seen = try await withServers { base, _ in
      for (scene, code, command) in scenes {
        let all = try await answers(base + "/mcp/" + scene, [Self.initialize, Self.initialized, Self.call])
        let answer = try #require(all.last { $0.id == "broken" }, "\(scene): \(all)")
        #expect(answer.code == -32000 && answer.name == code, "\(scene): \(answer)")
        if let command { #expect(answer.message?.contains(command) ?? false, "\(scene): \(answer)") }
      }
      // The server's own words stay, with the id that it did not read.
      let unknown = try await answers(base + "/mcp/unknown", [Self.initialize, Self.call])
      #expect(unknown.last?.id == "broken" && unknown.last?.code == -32601, "\(unknown)")
    }
    // Where every token is refused, each of the three messages is tried with one more token, and then no more.
    let tries = seen.filter { $0.hasPrefix("POST") && $0.contains("/mcp/refusing") }.count
    #expect((1...6).contains(tries), "\(seen)")
  }

  @Test("what a server repeats of the token, and what looks like a command of ours, is in no answer of ours")
  func repeatedTokens() async throws {
    try await withServers { base, _ in
      for (scene, words) in [
        ("titled", "a web page"), ("saying", "The server says"), ("leading", "is at another URL"),
        ("typed", "answers 200 as"), ("repeating", "The server says"),
      ] {
        let lines = [Self.initialize, Self.initialized, Self.call]
        let run = try await terminal.outcome(of: start("\(base)/mcp/\(scene)", lines))
        #expect(!(run.output + run.errors).contains("access-1"), "\(scene): \(run.output)\(run.errors)")
        let answer = try #require(try run.answers().last { $0.id == "broken" }, "\(scene): \(run.output)")
        let message = try #require(answer.message)
        #expect(answer.code == -32000 && message.contains(words) && !message.contains("`"), "\(scene): \(message)")
        #expect(!message.unicodeScalars.contains { $0.value < 0x20 }, "\(scene): \(message)")
      }
    }
  }

  @Test("2025-03-26: a batch is answered as the server answers it; a failure is an answer for each of its requests")
  func batches() async throws {
    let batch =
      #"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"},{"jsonrpc":"2.0","id":2,"method":"c"}]"#
    let seen = try await withServers { base, _ in
      let run = try await terminal.outcome(of: start(base + "/mcp/plain", [batch]))
      #expect(run.exit == .code(0) && run.output.split(separator: "\n").count == 1, "\(run.output)\(run.errors)")
      let all = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
      #expect(all?.map { $0["id"] as? Int } == [1, 2], "\(run.output)")
      let refused = try await answers(base + "/mcp/refusing", [batch])
      #expect(refused.map(\.id) == ["1", "2"] && refused.allSatisfy { $0.code == -32000 }, "\(refused)")
    }
    #expect(seen.contains("POST batch of 3 /mcp/plain - -"), "\(seen)")
  }

  @Test("RFC 8707 §2: where the account was signed in for another API, the answer names the sign-in for this one")
  func otherAPI() async throws {
    try await withServers { base, _ in
      let login = try await terminal.wayleave(
        "login", "odd", "--client-id", "x", "--account", "odd", "--resource", base + "/mcp/plain",
        environment: ["BROWSER": PlainBrowser.command([])])
      #expect(login.exit == .code(0), "\(login.errors)")
      let status = try await terminal.wayleave("status", "odd", "--json")
      let accounts = try status.json()["accounts"] as? [[String: Any]]
      #expect(accounts?.first?["apis"] as? [String] == [base + "/mcp/plain"], "\(status.output)")
      let command = "`wayleave login \(base)/mcp/refusing`"
      let answer = try await answers(base + "/mcp/refusing", [Self.initialize])
      #expect(answer.last?.name == "credential.sign_in_needed", "\(answer)")
      #expect(answer.last?.message?.contains(command) ?? false, "\(answer)")
      let request = try await terminal.wayleave("request", "-f", "a=b", base + "/mcp/refusing?key=x")
      #expect(request.exit != .code(0) && request.errors.contains(command), "\(request.errors)")
    }
  }

  @Test("Utilities, Cancellation: one that is cancelled is so at the server too, has no answer, and holds up no other")
  func cancellation() async throws {
    let seen = try await withServers { base, _ in
      let answers = try await answers(
        base + "/mcp/silent", [Self.initialize, Self.initialized, Self.call, Self.cancel, Self.ping])
      #expect(answers.map(\.id) == ["1", "6"], "\(answers)")
    }
    #expect(seen.contains("POST notifications/cancelled /mcp/silent session-1 2025-11-25"))
  }

  @Test("§ Listening for Messages from the Server: they arrive meanwhile; SIGTERM ends the session, and is no failure")
  func listening() async throws {
    let pipe = terminal.papers.appendingPathComponent("pipe").path
    let lines = try terminal.paper("lines", [Self.initialize, Self.initialized].joined(separator: "\n") + "\n")
    let seen = try await withServers { base, _ in
      // What writes ends when nothing reads: the end of a program is seen when what it has begun has ended too.
      let running = try terminal.startShell(
        """
        mkfifo '\(pipe)'
        (cat '\(lines)'; while echo; do sleep 0.1; done) > '\(pipe)' 2>/dev/null &
        exec "$0" mcp \(base)/mcp/telling < '\(pipe)'
        """)
      _ = try await running.outputLine(containing: "list_changed")
      running.send(SIGTERM)
      let run = try await terminal.outcome(of: running)
      #expect(run.exit == .code(0), "\(run.errors)")
      #expect(try run.answers().map(\.id) == ["1", nil])
    }
    #expect(seen.contains("DELETE /mcp/telling session-1 2025-11-25"))
  }

  @Test("RFC 9700 §4.14.2: of twenty that need one old token of a strict provider, one refreshes it")
  func twenty() async throws {
    let seen = try await withServers(life: 1) { base, _ in
      try await Task.sleep(for: .milliseconds(1100))
      let all = try (0..<20).map { _ in try start(base + "/mcp/plain", [Self.initialize]) }
      for running in all {
        let run = try await terminal.outcome(of: running)
        #expect(try run.exit == .code(0) && run.answers().map(\.code) == [nil], "\(run.output)\(run.errors)")
      }
    }
    #expect(seen.filter { $0 == "refreshed" }.count == 1)
  }

  @Test("§ stdio: lines that are no message, and one that is too long, are answered, and the next one counts")
  func badLines() async throws {
    let lines = ["nonsense", #"{"a":1}"#, String(repeating: "x", count: 17 << 20), Self.ping]
    let answers = try await answers("http://127.0.0.1:9/mcp", lines)
    #expect(answers.map(\.code) == [-32700, -32600, -32600, -32000], "\(answers)")
    #expect(answers.map(\.id) == [nil, nil, nil, "6"])
    // Without an account, nothing is sent, and the answer names the command.
    #expect(answers.last?.name == "configuration.unknown_account")
    #expect(answers.last?.message?.contains("`wayleave login http://127.0.0.1:9/mcp`") ?? false, "\(answers)")
  }

  @Test("a store that is locked is an error of the request")
  func locked() async throws {
    let passphrase = ["WAYLEAVE_STORE_PASSPHRASE": "four words are enough"]
    try await withServers(environment: passphrase) { base, _ in
      let locked = try await answers(base + "/mcp/plain", [Self.initialize])
      #expect(locked.map(\.name) == ["store.locked"], "\(locked)")
      let opened = try await answers(base + "/mcp/plain", [Self.initialize], environment: passphrase)
      #expect(opened.map(\.code) == [nil] && opened.map(\.id) == ["1"], "\(opened)")
    }
  }

  @Test("while the agent runs it authorizes each request, also several at once; without a grant, or locked, it says so")
  func agent() async throws {
    try await withServers { base, _ in
      try await terminal.withAgent { _ in
        func asked(_ lines: [String]) async throws -> [Answer] {
          let input = try terminal.paper("lines", lines.joined(separator: "\n") + "\n")
          let run = try await terminal.askingShell("\"$0\" mcp \(base)/mcp/plain < '\(input)'")
          #expect(run.exit == .code(0), "\(run.errors)")
          return try run.answers()
        }
        let denied = try await asked([Self.initialize])
        #expect(denied.map(\.name) == ["agent.denied"] && denied.map(\.id) == ["1"], "\(denied)")
        let allowed = try await terminal.atTerminal(
          " agent grants allow /bin/sh --account odd --scope requests", answer: "yes")
        #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")
        try await terminal.withoutKey {
          let answers = try await asked([Self.initialize, Self.initialized, Self.call, Self.ping])
          #expect(answers.allSatisfy { $0.code == nil } && answers.count == 3, "\(answers)")
          #expect(Set(answers.map(\.id)) == ["1", "broken", "6"])
        }
        #expect(try await terminal.wayleave("agent", "lock").exit == .code(0))
        #expect(try await asked([Self.initialize]).map(\.name) == ["agent.locked"])
      }
    }
  }

  @Test("mcp install prints entries that start this program, and writes nothing")
  func install() async throws {
    let url = "https://mcp.example.com/mcp"
    let options = ["--account", "work", "--ca-file", "/etc/ca.pem"]
    let shown = try await terminal.outcome(
      of: terminal.start(["mcp", "install", url, "--name", "notes", "--json"] + options))
    #expect(shown.exit == .code(0), "\(shown.errors)")
    let json = try shown.json()
    try CommandsPage().expect("wayleave mcp install", toHave: json)
    #expect(json["name"] as? String == "notes" && json["args"] as? [String] == ["mcp", url] + options)
    let program = try #require(json["command"] as? String)
    #expect(FileManager.default.isExecutableFile(atPath: program))
    #expect((json["env"] as? [String: String])?["WAYLEAVE_HOME"] == terminal.home.wayleave.path)
    let opening = try await terminal.outcome(
      of: terminal.start(["mcp", "install", url, "--sign-in", "--json"], environment: ["DISPLAY": ":7"]))
    #expect(try opening.json()["args"] as? [String] == ["mcp", url, "--sign-in"], "\(opening.output)")
    #expect(try (opening.json()["env"] as? [String: String])?["DISPLAY"] == ":7", "\(opening.output)")
    let plain = try await terminal.wayleave("mcp", "install", url)
    #expect(plain.exit == .code(0) && plain.output.contains("[mcp_servers.mcp-example-com]"), "\(plain.output)")
    // What to type has the file by a path that means it in every folder, as the entry has.
    let relative = try await terminal.wayleave("mcp", "install", url, "--ca-file", "ca.pem")
    let pattern = #/`wayleave login https://mcp\.example\.com/mcp --ca-file '?/[^`]*ca\.pem'?`/#
    #expect(relative.errors.contains(pattern), "\(relative.errors)")
    #expect(!FileManager.default.fileExists(atPath: terminal.home.wayleave.path))
    let wrongUsages = [
      ["mcp", "install", url, "--name", "a b"], ["mcp", "install", "nonsense"], ["mcp", "http://a.example/"],
    ]
    for wrong in wrongUsages {
      #expect(try await terminal.outcome(of: terminal.start(wrong)).exit == .code(64))
    }
  }
}

/// A line that the client reads.
private struct Answer {
  let id: String?
  let method: String?
  /// Of an error: its number, our own code, and what the user reads.
  let code: Int?
  let name: String?
  let message: String?
}

extension ProgramOutcome {
  /// Each line of the output, every one of which must be a message.
  fileprivate func answers(location: SourceLocation = #_sourceLocation) throws -> [Answer] {
    try output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let message = try #require(object, "\(line)", sourceLocation: location)
      #expect(message["jsonrpc"] as? String == "2.0", "\(line)", sourceLocation: location)
      let error = message["error"] as? [String: Any]
      let id = message["id"] is NSNull ? nil : message["id"]
      return Answer(
        id: id.map { "\($0)" }, method: message["method"] as? String, code: error?["code"] as? Int,
        name: (error?["data"] as? [String: Any])?["code"] as? String, message: error?["message"] as? String)
    }
  }
}
