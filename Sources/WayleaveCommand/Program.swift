import WayleaveConsole
import WayleavePlain
import WayleaveTerminal

/// The program `wayleave`.
@main
enum Program {
  static func main() async {
    let linked = CommandLine.arguments.first.flatMap(LinkedName.command)
    let typed = [linked].compactMap(\.self) + CommandLine.arguments.dropFirst()
    CommandLineProgram<WayleaveProgram>.prepare(hidingMemory: !AgentClient.isAsked(by: typed))
    if QuickAnswer.give(to: typed) { CommandLineProgram<WayleaveProgram>.end(with: ExitStatus.done) }
    await CommandLineProgram<WayleaveProgram>.main(VersionCommand.named(in: typed))
  }
}
