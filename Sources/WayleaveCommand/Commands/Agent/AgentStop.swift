import ArgumentParser
import WayleaveAgentProtocol
import WayleaveTerminal
import WayleaveWire

struct AgentStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stop", abstract: "End the agent.")

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    _ = try await AgentClient.running(output: output).answer(to: .stop)
    output.report("The agent has ended.", json: ["stopped": true])
  }
}
