import ArgumentParser
import WayleaveAgent
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct AgentUninstall: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Have neither your session nor commands start the agent.",
    discussion: "It ends the agent that was started so. Accounts and grants stay.")

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let installation = try AgentInstallation(lockAfterMinutes: nil)
    let reason = try await installation.deactivate()
    let isOnDemand = try AgentOnDemand.remove(from: Folders())
    if isOnDemand { try await endStarted() }
    let isRemoved = try installation.remove() || isOnDemand
    output.report(
      isRemoved ? "The files of the agent are removed." : "The agent was not installed.",
      json: ["removed": .bool(isRemoved)])
    if let reason { output.say("The agent may still run: \(reason)") }
  }

  /// Ends an agent that a command started: one that a person started runs on.
  private func endStarted() async throws {
    guard case .fields(let pairs)? = try await AgentClient(output: output)?.answer(to: .status),
      pairs.contains(AgentPair("started_by", AgentStarter.command.rawValue))
    else { return }
    _ = try await AgentClient(output: output)?.answer(to: .stop)
  }
}
