import ArgumentParser
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveTerminal

struct AgentStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether the agent runs, is locked, and what it holds.")

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    guard case .fields(let pairs)? = try await AgentClient.running(output: output).answer(to: .status) else { return }
    let fields = AgentFields(pairs)
    if output.isJSON { return Console.answer(fields.json) }
    Console.answer(AgentText.lines(ofStatus: fields.values).joined(separator: "\n"))
  }
}
