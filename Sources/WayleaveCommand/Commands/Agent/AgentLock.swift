import ArgumentParser
import WayleaveAgentProtocol
import WayleaveTerminal
import WayleaveWire

struct AgentLock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Have the agent forget its keys and credentials until it is unlocked.")

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    _ = try await AgentClient.running(output: output).answer(to: .lock)
    output.report("The agent is locked.", json: ["locked": true])
  }
}
