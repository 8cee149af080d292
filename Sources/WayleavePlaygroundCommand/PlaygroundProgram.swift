import ArgumentParser
import WayleaveConsole
import WayleavePlain
import WayleaveTerminal

/// The program that plays the providers: what `wayleave playground` becomes, and what `wayleave demo` starts.
///
/// It is apart from `wayleave`, since a server and its templates are more than half of what both need.
@main
struct PlaygroundProgram: AsyncParsableCommand {
  // The name of the program that people type: the help and each message name it.
  static let configuration = CommandConfiguration(
    commandName: "wayleave", version: ProgramVersion.ofBuild.text,
    subcommands: [RunPlayground.self, PlayDemonstration.self])

  static func main() async {
    let typed = Array(CommandLine.arguments.dropFirst())
    CommandLineProgram<PlaygroundProgram>.prepare()
    let isOfDemonstration = typed.first == PlayDemonstration.configuration.commandName
    await CommandLineProgram<PlaygroundProgram>.main(isOfDemonstration ? typed : ["playground"] + typed)
  }
}
