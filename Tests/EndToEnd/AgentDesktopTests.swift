import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave agent, with the programs of a desktop that others wrote")
struct AgentDesktopTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let account = "playground-gitlab"

  private static func areInstalled(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
  }

  @Test(.enabled(if: areInstalled("dbus-run-session", "dunst", "notify-send", "Xvfb")))
  func `dunst shows the question, and each of its buttons is an answer`() async throws {
    try await terminal.withAccounts([Self.account]) { _ in
      let folder = terminal.papers.path
      let outcome = try await terminal.shell(
        """
        export HOME='\(folder)' XDG_RUNTIME_DIR='\(folder)'
        exec dbus-run-session -- /bin/sh '\(Terminal.path(ofScript: "desktop.sh"))' "$0" '\(folder)' \
          "Allow for 10 minutes" Allow Deny
        """)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(lines.count == 4, "\(outcome.output)\(outcome.errors)")
      #expect(lines[2].hasPrefix("7 ") && lines[2].contains("agent.denied"), "\(lines[2])")
      for line in lines[0...1] { #expect(line.hasPrefix("0 ") && line.contains("access_token"), "\(line)") }
      let answer = try JSONSerialization.jsonObject(with: Data(lines[3].utf8)) as? [String: Any]
      let grants = try #require(answer?["grants"] as? [[String: Any]])
      #expect(grants.map { ($0["program"] as? String)?.last } == ["1", "2"], "\(lines[3])")
      #expect(grants.map { $0["seconds_left"] is NSNull } == [false, true], "\(lines[3])")
    }
  }

  /// What starts the agent when the first program asks, and hands it the socket.
  enum Activation: String, CaseIterable, Sendable {
    /// systemd's own program. It cannot set PassCredentials=, so requests that come before the agent runs are refused.
    case systemd
    /// A stand-in for the unit of `agent install`, which sets it.
    case unit

    func command(_ socket: String) -> String {
      switch self {
      case .systemd: "/usr/bin/systemd-socket-activate -E WAYLEAVE_HOME -l '\(socket)'"
      case .unit: "python3 -B '\(Terminal.path(ofScript: "activating.py"))' '\(socket)'"
      }
    }
  }

  @Test(.enabled(if: areInstalled("systemd-socket-activate")), arguments: Activation.allCases)
  func `the agent starts when the first program asks, and the socket stays when it ends`(by: Activation) async throws {
    try await terminal.withAccounts([Self.account]) { _ in
      let folder = terminal.home.wayleave.appendingPathComponent("run").path
      let untilStarted = "until \"$0\" agent status >/dev/null 2>&1; do sleep 0.05; done"
      let outcome = try await terminal.shell(
        """
        umask 077; mkdir -p '\(folder)'; cd '\(folder)'
        \(by.command("\(folder)/agent.sock")) "$0" agent run --lock-after 15 >/dev/null 2>&1 &
        until [ -S agent.sock ]; do sleep 0.05; done
        ls *.lock; \(by == .systemd ? untilStarted : ":")
        "$0" agent status | grep Locks; "$0" token --json </dev/null; echo $?
        "$0" agent stop --quiet; wait $!; echo $?; ls *.sock
        """)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(lines.count == 6, "\(lines) \(outcome.errors)")
      // No agent ran before.
      #expect(lines[0] == "playground.lock", "\(lines)")
      #expect(lines[1].contains("after 15 minutes without a request"), "\(lines)")
      #expect(lines[2].contains("agent.denied") && lines[3] == "7" && lines[4] == "0", "\(lines)")
      #expect(lines[5] == "agent.sock", "\(lines)")
    }
  }
}
