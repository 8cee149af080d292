import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveTerminal

/// Asks the agent how it is.
struct AgentProbe {
  let output: OutputOptions

  func finding() async -> Finding {
    do {
      guard let agent = try AgentClient(output: output) else {
        return Finding(.agent, .good, "No agent runs: each command opens the store itself.")
      }
      guard case .fields(let pairs)? = try await agent.answer(to: .status) else {
        return Finding(
          .agent, .warning, "The agent does not say how it is.", remedy: Self.restart)
      }
      let state = pairs.first { $0.name == "state" }?.value ?? "open"
      guard !state.hasPrefix("locked") else {
        return Finding(.agent, .warning, "The agent is \(state).", remedy: "Open it: `wayleave agent unlock`.")
      }
      return Finding(.agent, .good, "The agent answers: \(state).")
    } catch let refusal as AgentRefusal {
      return Finding(.agent, because: refusal.error)
    } catch {
      return Finding(
        .agent, .failed, "The agent does not answer.", remedy: Self.restart)
    }
  }

  private static let restart = "End it with `wayleave agent stop`, then start it: `wayleave agent run --background`."
}
