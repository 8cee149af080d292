import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct AgentUninstall: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Have your session no longer start the agent.",
    discussion: "It ends the agent that your session started. Accounts and grants stay.")

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let installation = try AgentInstallation(lockAfterMinutes: nil)
    _ = AgentInstallation.run(installation.end)
    let isRemoved = try installation.remove()
    output.report(
      isRemoved ? "The files of the agent are removed." : "The agent was not installed.",
      json: ["removed": .bool(isRemoved)])
  }
}
