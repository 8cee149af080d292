import WayleaveConsole
import WayleaveTerminal

/// The program `wayleave`.
@main
enum Program {
  static func main() async {
    let typed = Array(CommandLine.arguments.dropFirst())
    CommandLineProgram<WayleaveProgram>.prepare(hidingMemory: !AgentClient.isAsked(by: typed))
    if QuickAnswer.give(to: typed) { CommandLineProgram<WayleaveProgram>.end(with: ExitStatus.done) }
    await CommandLineProgram<WayleaveProgram>.main(VersionCommand.named(in: typed))
  }
}
