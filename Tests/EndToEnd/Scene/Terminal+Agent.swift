import Foundation
import Testing
import WayleaveProgramRunning

extension Terminal {
  /// Runs a test with accounts at a playground, and an agent; both end after it.
  func withAgent(
    accounts: [String], playground options: [String] = [],
    _ test: (_ providers: RunningProgram, _ agent: RunningProgram) async throws -> Void
  ) async throws {
    try await withAccounts(accounts, playground: options) { providers in
      try await withAgent { agent in try await test(providers, agent) }
    }
  }

  /// Runs a test with accounts at a playground, which ends after it.
  func withAccounts(
    _ accounts: [String], playground options: [String] = [], _ test: (_ providers: RunningProgram) async throws -> Void
  ) async throws {
    let providers = try start(["playground", "--port", "0", "--trace"] + options)
    try await until(providers) { !kept("playground.json").isEmpty }
    for account in accounts {
      let login = try await wayleave(
        "login", account, environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
    }
    try await ending(providers) { try await test(providers) }
  }

  /// Runs a test with an agent, which ends after it.
  func withAgent(_ test: (RunningProgram) async throws -> Void) async throws {
    let agent = try start(["agent", "run"])
    try await ending(agent) {
      try await until(agent) { try await wayleave("agent", "status").exit == .code(0) }
      try await test(agent)
    }
  }

  /// Runs a test, and ends a program after it.
  private func ending(_ running: RunningProgram, _ test: () async throws -> Void) async throws {
    let result: Result<Void, any Error>
    do { result = .success(try await test()) } catch { result = .failure(error) }
    running.send(SIGTERM)
    _ = try await outcome(of: running)
    try result.get()
  }

  /// Hides the key of the store, without which nothing in it can be read.
  func withoutKey(_ test: () async throws -> Void) async throws {
    let key = try #require(kept("store.key").first)
    let place = key.deletingLastPathComponent().appendingPathComponent("hidden")
    try FileManager.default.moveItem(at: key, to: place)
    defer { try? FileManager.default.moveItem(at: place, to: key) }
    try await test()
  }

  /// Where the playground is.
  func playgroundAddress() throws -> String {
    let file = try #require(kept("playground.json").first)
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    return try #require(json?["url"] as? String)
  }

  /// Waits until something holds of a program that runs.
  private func until(_ running: RunningProgram, _ holds: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !holds() {
      try #require(.now < deadline && running.isRunning, "\(running.errorsSoFar)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Runs a line of the shell that stays while the command runs: the shell is the program that asks.
  func askingShell(_ command: String) async throws -> ProgramOutcome { try await shell("\(command); exit $?") }

  /// Runs a line of `wayleave` at a terminal at which a person answers the question of the agent.
  func atTerminal(_ words: String, answer: String) async throws -> ProgramOutcome {
    try await atTerminal(words, answers: [["Type yes", answer]])
  }

  /// Runs a line of `wayleave` at a terminal at which a person answers questions: each a part of it, and the answer.
  func atTerminal(_ words: String, answers: [[String]]) async throws -> ProgramOutcome {
    let program = try Program.wayleave().executable.path
    let answers = String(decoding: try JSONEncoder().encode(answers), as: UTF8.self)
    return try await outcome(
      of: try start(script: "answering.py", [answers, "/bin/sh", "-c", "'\(program)'\(words); exit $?"]))
  }
}
