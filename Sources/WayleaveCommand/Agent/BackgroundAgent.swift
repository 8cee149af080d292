import WayleaveAgent
import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// An agent that runs on when the command that started it has ended.
enum BackgroundAgent {
  /// Starts this program as the agent, and waits until it can be asked.
  static func start(lockAfterMinutes: Int?, output: OutputOptions) async throws {
    guard try AgentClient(output: output) == nil else { throw OAuthError.agentAlreadyRunning(AgentClient.folder ?? "") }
    guard let path = ThisProcess.executable else { throw AgentRefusal(.notStarted) }
    let lock = lockAfterMinutes.map { ["--lock-after", "\($0)"] } ?? []
    var environment = ProcessEnvironment.variables()
    // Else the agent would start another one.
    environment["WAYLEAVE_BACKGROUND"] = nil
    do throws(SystemError) {
      _ = try ChildProcess(starting: path, words: ["wayleave", "agent", "run"] + lock, environment: environment)
    } catch { throw AgentRefusal(.notStarted) }
    for _ in 1...500 {
      if try AgentClient(output: output) != nil { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw AgentRefusal(.notStarted)
  }
}

extension AgentFailure {
  fileprivate static let notStarted = AgentFailure(
    code: "agent.failed", message: "The agent did not start.", rule: "the agent answers at a socket of the user",
    expected: "an agent that answers", received: "none",
    remedy: "Run `wayleave agent run` in this terminal: it says why.", exitStatus: 1)
}
