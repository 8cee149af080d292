import ArgumentParser
import WayleaveConsole
import WayleavePlain
import WayleaveSystem
import WayleaveTerminal

/// The program `wayleave`.
@main
enum Program {
  static func main() async {
    var typed = Array(CommandLine.arguments.dropFirst())
    if let path = CommandLine.arguments.first, let linked = LinkedName.words(of: path) {
      typed.insert(contentsOf: linked, at: 0)
    }
    CommandLineProgram<WayleaveProgram>.prepare(hidingMemory: !AgentClient.isAsked(by: typed))
    let variables = ProcessEnvironment.names(beginningWith: "WAYLEAVE_")
    let plain = PlainCommand(typed, variables: variables)
    if QuickAnswer.give(to: plain) { CommandLineProgram<WayleaveProgram>.end(with: ExitStatus.done) }
    await CommandLineProgram<WayleaveProgram>.main(VersionCommand.named(in: typed)) { [typed] in
      command(plain) ?? MCPRun(typed, variables: variables)
    }
  }

  /// The command of a plain line that has no quick answer, where that can be made without the argument parser.
  private static func command(_ plain: PlainCommand?) -> (any AsyncParsableCommand)? {
    switch plain {
    case .token(let words): TokenCommand(words)
    case .login(let words): LoginCommand(words)
    case .version, .status, nil: nil
    }
  }
}
