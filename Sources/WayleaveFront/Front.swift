import WayleavePlain
import WayleaveSystem

/// The program `wayleave`: it answers what is asked again and again, and becomes the full program for everything else.
///
/// It starts in a quarter of the full program's time. It says nothing but the answer: every doubt, and every failure, is
/// left to the full program, which gets the same words, variables and streams.
@main
enum Front {
  static func main() {
    let isLinked = CommandLine.arguments.first.flatMap(LinkedName.words) != nil
    // Under another name the words are those of one command, and none of them is plain.
    switch isLinked
      ? nil
      : PlainCommand(
        Array(CommandLine.arguments.dropFirst()), variables: ProcessEnvironment.names(beginningWith: "WAYLEAVE_"))
    {
    case .version(isJSON: false): Answer.give(ProgramVersion.ofBuild.text)
    case .token(let words) where !words.isForced: AgentToken.give(words)
    case .version, .token, .status, .login, nil: break
    }
    FullProgram.take(over: ThisProcess.executable ?? ThisProcess.namedExecutable)
  }
}
