import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Signals during a refresh or an exchange that spends what it sends, and while a sign-in waits", .serialized)
struct InterruptionTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs a test with an account at a provider whose refresh waits until the test makes a file.
  private func withSlowProvider(_ test: (RunningProgram, _ file: String) async throws -> Void) async throws {
    let file = terminal.papers.appendingPathComponent("go").path
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Scene/slow_provider.py").path
    let provider = try Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      .start(["python3", script, file], in: try FreshHome())
    let base = try await provider.outputLine(containing: "http://")
    let entry = """
      name: slow
      protocol: oauth2
      authorization_endpoint: \(base)/authorize
      token_endpoint: \(base)/token
      identity:
        endpoint: \(base)/me
        subject: "{id}"

      """
    #expect(try await terminal.wayleave("providers", "add", try terminal.paper("slow.yaml", entry)).exit == .code(0))
    let login = try await terminal.wayleave(
      "login", "slow", "--client-id", "x", environment: ["BROWSER": PlainBrowser.command([])])
    #expect(login.exit == .code(0), "\(login.errors)")
    try await test(provider, file)
    provider.send(SIGTERM)
    _ = try await provider.outcome()
  }

  @Test(
    "M6, N3: the refresh is finished and saved, the exit code is 130, and the message says what was changed",
    arguments: [[SIGINT], [SIGTERM], [SIGHUP], [SIGQUIT], [SIGINT, SIGINT, SIGINT]])
  func during(signals: [Int32]) async throws {
    try await withSlowProvider { provider, file in
      let running = try terminal.start(["token", "--force"])
      _ = try await provider.outputLine(containing: "refreshing")
      for signal in signals {
        running.send(signal)
        // Two of one kind at once may be one to the kernel.
        if signals.count > 1 { try await Task.sleep(for: .milliseconds(200)) }
      }
      _ = try await running.errorLine(containing: "Waiting for the end of")
      try Data().write(to: URL(fileURLWithPath: file))
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(130), "\(outcome.errors)")
      #expect(outcome.output.isEmpty && outcome.errors.contains("Waiting for the end of"), "\(outcome.errors)")
      #expect(outcome.errors.contains("Interrupted. The credential of slow was saved."), "\(outcome.errors)")
      let next = try await terminal.wayleave("token", "--no-refresh")
      #expect(next.answer == "access-1")
      // The provider has taken the file away.
      try Data().write(to: URL(fileURLWithPath: file))
      #expect(try await terminal.wayleave("token", "--force").answer == "access-2", "nothing was lost")
    }
  }

  @Test(
    "M6: the exchange of a code is finished and saved too: what was issued is not lost", arguments: [SIGINT, SIGTERM])
  func duringExchange(signal: Int32) async throws {
    try await withSlowProvider { provider, file in
      let running = try terminal.start(
        ["login", "slow", "--client-id", "x", "--scope", "slow"], environment: ["BROWSER": PlainBrowser.command([])])
      _ = try await provider.outputLine(containing: "exchanging")
      running.send(signal)
      _ = try await running.errorLine(containing: "Waiting for the end of the sign-in at")
      try Data().write(to: URL(fileURLWithPath: file))
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(130), "\(outcome.errors)")
      #expect(outcome.errors.contains("The credential of slow was saved."), "\(outcome.errors)")
      #expect(!outcome.errors.contains("Nothing was changed."), "\(outcome.errors)")
    }
  }

  @Test("S7: one signal ends an import between two accounts: how many were imported is said, and those are stored")
  func duringImport() async throws {
    let count = 900
    let lines = (0..<count).map { "https://user\($0):not-a-real-token-\($0)@github.com\n" }
    let running = try terminal.start(["import", "git", "--offline", try terminal.paper("many", lines.joined())])
    let deadline = ContinuousClock.now + .seconds(120)
    while terminal.kept(".credential").count < 2 {
      try #require(.now < deadline && running.isRunning, "\(running.errorsSoFar)")
      try await Task.sleep(for: .milliseconds(5))
    }
    running.send(SIGINT)
    let outcome = try await terminal.outcome(of: running)
    #expect(outcome.exit == .code(130), "\(outcome.errors)")
    let words = outcome.errors.split(whereSeparator: \.isWhitespace)
    let place = try #require(words.firstIndex { $0 == "\(count)" }, "\(outcome.errors)")
    let imported = try #require(Int(words[place - 2]), "\(outcome.errors)")
    #expect((1..<count).contains(imported) && outcome.errors.contains("\(imported) of \(count) accounts"))
    // One that was being stored may be there as well.
    #expect((imported...imported + 1).contains(terminal.kept(".credential").count), "\(outcome.errors)")
  }

  @Test("of two signals at once the second ends a sign-in that waits, and what was changed is still said")
  func atOnce() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      for arguments in [[], ["--json"]] {
        let waiting = try await WaitingSignIn.begin(at: terminal, to: .lane, arguments)
        // Two of one kind at once may be one to the kernel.
        for signal in [SIGINT, SIGTERM] { waiting.running.send(signal) }
        let outcome = try await terminal.outcome(of: waiting.running)
        #expect(outcome.exit == .code(130), "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "Interrupted. ").count == 2, "\(outcome.errors)")
        #expect(outcome.output.contains("sign_in.cancelled") == !arguments.isEmpty, "\(outcome.output)")
      }
    }
  }

  #if os(Linux)
    @Test("a program whose output no one reads is ended by its second signal")
    func unread() async throws {
      let pipe = terminal.papers.appendingPathComponent("unread").path
      #expect(mkfifo(pipe, 0o600) == 0)
      // Open in both directions: opening it waits for no one, and no one reads.
      let end = try #require(FileHandle(forUpdatingAtPath: pipe))
      let running = try terminal.startShell("exec \"$0\" providers list --json >'\(pipe)'")
      let deadline = ContinuousClock.now + .seconds(120)
      // The list is longer than a pipe holds.
      var count: Int32 = 0
      while count < 65536 {
        try #require(.now < deadline && running.isRunning, "\(running.errorsSoFar)")
        try await Task.sleep(for: .milliseconds(5))
        _ = ioctl(end.fileDescriptor, UInt(FIONREAD), &count)
      }
      running.send(SIGTERM)
      try await Task.sleep(for: .milliseconds(200))
      running.send(SIGHUP)
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(130), "\(outcome.errors)")
      try end.close()
    }
  #endif
}
