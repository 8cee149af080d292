import WayleaveConsole
import WayleavePlain
import WayleaveTerminal

/// The program `wayleave`.
@main
enum Program {
  static func main() async {
    var typed = Array(CommandLine.arguments.dropFirst())
    if let path = CommandLine.arguments.first, let linked = LinkedName.command(of: path) {
      typed.insert(linked, at: 0)
    }
    CommandLineProgram<WayleaveProgram>.prepare(hidingMemory: !AgentClient.isAsked(by: typed))
    if QuickAnswer.give(to: typed) { CommandLineProgram<WayleaveProgram>.end(with: ExitStatus.done) }
    await CommandLineProgram<WayleaveProgram>.main(VersionCommand.named(in: typed))
  }
}
