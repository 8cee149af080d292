import Foundation
import Testing
import WayleaveProgramRunning

@Suite("the agent where no session starts it: the first command that asks does", .serialized)
struct AgentOnDemandTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let account = "playground-gitlab"

  /// Runs a test with an account, on a machine where `agent install` found no service manager; no agent is left after it.
  private func installed(_ options: String..., test: () async throws -> Void) async throws {
    try await terminal.withAccounts([Self.account]) { _ in
      let words = (["$0", "agent", "install", "--json"] + options).joined(separator: " ")
      let installed = try await terminal.shell("PATH=/nonexistent; \(words)", environment: configuration)
      #expect(installed.exit == .code(0), "\(installed.errors)")
      let answer = try installed.json()
      #expect(answer["started"] as? Bool == false && answer["on_demand"] as? Bool == true)
      let result: Result<Void, any Error>
      do { result = .success(try await test()) } catch { result = .failure(error) }
      let removed = try await terminal.shell(
        "PATH=/nonexistent; $0 agent uninstall --json", environment: configuration)
      #expect(try removed.json()["removed"] as? Bool == true, "\(removed.errors)")
      #expect(try await status() == nil, "uninstall ends the agent that a command started")
      try result.get()
    }
  }

  /// Where `install` puts the units of systemd, which stand outside of WAYLEAVE_HOME.
  private var configuration: [String: String] {
    ["XDG_CONFIG_HOME": terminal.papers.appendingPathComponent("config").path]
  }

  /// The state of the agent that runs; nil where none does.
  private func status() async throws -> [String: Any]? {
    let status = try await terminal.wayleave("agent", "status", "--json")
    guard status.exit == .code(0) else {
      #expect(try status.errorCode() == "agent.not_running", "\(status.output)")
      return nil
    }
    return try status.json()
  }

  private func process() async throws -> Int32 {
    Int32(try #require(try await status()?["process"] as? Int))
  }

  private func allowShell() async throws {
    let allowed = try await terminal.atTerminal(
      " agent grants allow /bin/sh --account \(Self.account)", answer: "yes")
    #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")
  }

  @Test("`status`, `stop` and `doctor` start none, and say what will; the first command that asks starts it")
  func first() async throws {
    try await installed("--lock-after", "30") {
      let status = try await terminal.wayleave("agent", "status")
      #expect(status.exit == .code(1) && status.errors.contains("The first command that asks"), "\(status.errors)")
      #expect(try await terminal.wayleave("agent", "stop").shownCode == "agent.not_running")
      let doctor = try await terminal.wayleave("doctor", "--offline")
      #expect(doctor.output.contains("No agent runs. The first command that asks"), "\(doctor.output)")
      #expect(try await self.status() == nil)

      let asked = try await terminal.askingShell("\"$0\" token --json")
      #expect(try asked.exit == .code(7) && asked.errorCode() == "agent.denied", "\(asked.output)\(asked.errors)")
      let running = try #require(try await self.status())
      #expect(running["started_by"] as? String == "command" && running["lock_after"] as? Int == 30)
      let text = try await terminal.wayleave("agent", "status").output
      #expect(text.contains("Started by: a command that found no agent"), "\(text)")
      let second = try await terminal.wayleave("doctor", "--offline").output
      #expect(second.contains("Started by: a command that found no agent."), "\(second)")
      #expect(
        try String(contentsOf: #require(terminal.kept("agent.log").first), encoding: .utf8).contains("listens at"))
    }
  }

  @Test("a plain `token` gets what the agent gives, and no variable of one command stays in the agent")
  func plain() async throws {
    try await installed {
      try await allowShell()
      #expect(try await terminal.wayleave("agent", "stop").exit == .code(0))
      let given = try await terminal.shell(
        "\"$0\" token; exit $?", environment: ["WAYLEAVE_CLIENT_SECRET": "canary-of-one-command"])
      #expect(given.exit == .code(0) && !given.answer.isEmpty && given.errors.isEmpty, "\(given.errors)")
      let process = try await process()
      let variables = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/environ"))
      #expect(variables.map { !String(decoding: $0, as: UTF8.self).contains("canary") } ?? true)
      // In a session of its own, at the root, with nothing of the command open.
      let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8).split(separator: " ")
      #expect(stat[5] == "\(process)", "\(stat)")
    }
  }

  @Test("twenty commands at once start exactly one agent, also where one was killed and left its socket")
  func crowd() async throws {
    try await installed {
      try await allowShell()
      var processes: Set<Int32> = [try await process()]
      for round in 1...3 {
        // A stale socket, with the lock of its agent freed by the kernel.
        kill(try await process(), SIGKILL)
        let line =
          "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \"$0\" token & done; wait; exit 0"
        let asked = try await terminal.shell(line)
        #expect(asked.output.split(separator: "\n").count == 20, "round \(round): \(asked.output)\(asked.errors)")
        #expect(asked.errors.isEmpty, "\(asked.errors)")
        let process = try await process()
        #expect(processes.insert(process).inserted)
        #expect(try running() == [process], "round \(round)")
      }
    }
  }

  /// The processes that run as an agent of this test.
  private func running() throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
      guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
        String(decoding: words, as: UTF8.self).contains("agent\0run\0")
      else { return false }
      // Another test may have an agent of its own.
      return FileManager.default.contents(atPath: "/proc/\(process)/environ")
        .map { String(decoding: $0, as: UTF8.self).contains(terminal.home.wayleave.path) } ?? true
    }
  }

  @Test("where the agent cannot start, the command says so and goes on without it")
  func failing() async throws {
    try await installed {
      let stored = try await terminal.wayleave("token", "--no-refresh").answer
      // Its socket cannot be made: something else has the name, and cannot be removed.
      let socket = terminal.home.wayleave.appendingPathComponent("run/agent.sock/full")
      try FileManager.default.createDirectory(at: socket, withIntermediateDirectories: true)
      let start = ContinuousClock.now
      let asked = try await terminal.askingShell("\"$0\" token")
      #expect(asked.exit == .code(0) && asked.answer == stored, "\(asked.errors)")
      #expect(asked.errors.contains("The agent did not start"), "\(asked.errors)")
      // It has ended at once, and is not waited for: that would be half a minute.
      #expect(.now - start < .seconds(25))
      try FileManager.default.removeItem(at: socket.deletingLastPathComponent())
    }
  }

  @Test("a file that does not say how is an error, and starts nothing")
  func damaged() async throws {
    try await installed {
      let file = try #require(terminal.kept("agent.json").first)
      let text = try String(contentsOf: file, encoding: .utf8)
      for wrong in ["", "{}", "{\"start\":\"on_demand\"}", "{\"start\":\"other\",\"lock_after\":null}"] {
        try Data(wrong.utf8).write(to: file)
        let asked = try await terminal.askingShell("\"$0\" token --json")
        #expect(try asked.errorCode() == "configuration.invalid_value", "\(wrong): \(asked.output)")
      }
      try Data(text.utf8).write(to: file)
      #expect(try await status() == nil)
    }
  }
}
