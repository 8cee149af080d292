import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveWire

/// What a client reports of the agent.
extension AgentFailure {
  static let notRunning = AgentFailure(
    code: "agent.not_running", message: "The agent does not run.",
    rule: "the agent answers at a socket of the user", expected: "a running agent", received: "no one at the socket",
    remedy: "Start it with `wayleave agent run --background`, or `wayleave agent install`.", exitStatus: 1)

  /// The same where commands start it.
  static let notStartedYet = AgentFailure(
    code: "agent.not_running", message: "The agent does not run. The first command that asks for an account starts it.",
    rule: "the agent answers at a socket of the user", expected: "a running agent", received: "no one at the socket",
    remedy: "Start it with `wayleave agent run --background`, or by a command such as `wayleave token`.", exitStatus: 1)

  /// Why the agent did not answer; nil where none runs.
  init?(_ error: AgentConnectionError) {
    switch error {
    case .notRunning: return nil
    case .exposed(let folder):
      self.init(
        failed: "The folder of the agent, \(DisplayText.clean(folder, limit: 300)), is open to other users.",
        received: "a folder that others can reach",
        remedy: "Make it private: `chmod 700 \(Remedy.argument(folder) ?? "FOLDER")`.")
    case .foreign(let user):
      self.init(
        failed: "The program at the socket of the agent runs as another user.", received: "the user \(user)",
        remedy: "Remove the socket, and start your own agent with `wayleave agent run --background`.")
    case .timedOut: self = .noAnswer(in: AgentClient.folder ?? "")
    case .broken:
      self.init(
        failed: "The agent ended the connection without an answer.", received: "the end of the connection",
        remedy: "Try again. The agent's log of requests says why: `wayleave agent status` shows where it is.")
    case .malformed:
      self.init(
        failed: "The agent is another version than this program.", received: "an answer that cannot be read",
        remedy: "End the agent with `wayleave agent stop` or by its process number, then start it again.")
    }
  }

  private init(failed message: String, received: String, remedy: String) {
    self.init(
      code: "agent.failed", message: message, rule: "the agent answers at a socket of the user",
      expected: "an answer of the agent", received: received, remedy: remedy, exitStatus: 1)
  }
}
