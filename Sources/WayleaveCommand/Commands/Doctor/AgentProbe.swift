import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// Asks the agent how it is.
struct AgentProbe {
  let output: OutputOptions

  func finding() async -> Finding {
    do {
      guard let agent = try AgentClient(output: output) else {
        let start = try AgentOnDemand.saved(in: Folders())
        return Finding(
          .agent, .good,
          start == nil
            ? "No agent runs: each command opens the store itself."
            : "No agent runs. The first command that asks for an account starts it.")
      }
      guard case .fields(let pairs)? = try await agent.answer(to: .status) else {
        return Finding(
          .agent, .warning, "The agent does not say how it is.", remedy: Self.restart)
      }
      let state = pairs.first { $0.name == "state" }?.value ?? "open"
      guard !state.hasPrefix("locked") else {
        return Finding(.agent, .warning, "The agent is \(state).", remedy: "Open it: `wayleave agent unlock`.")
      }
      let starter = AgentText.lines(ofStatus: pairs.filter { $0.name == "started_by" }.map { ($0.name, $0.value) })
      return Finding(
        .agent, .good, (["The agent answers: \(state)."] + starter.map { "\($0)." }).joined(separator: " "))
    } catch let error as OAuthError {
      return Finding(.agent, because: error)
    } catch let refusal as AgentRefusal {
      return Finding(.agent, because: refusal.error)
    } catch {
      return Finding(
        .agent, .failed, "The agent does not answer.", remedy: Self.restart)
    }
  }

  private static let restart = "End it with `wayleave agent stop`, then start it: `wayleave agent run --background`."
}
