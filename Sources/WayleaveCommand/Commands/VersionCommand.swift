import ArgumentParser
import WayleaveConsole
import WayleavePlain
import WayleaveTerminal

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the version, and the commit and date of this build.")

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() {
    if output.isJSON {
      Console.answer(ProgramVersion.ofBuild.json)
    } else {
      Console.answer(ProgramVersion.ofBuild.text)
    }
  }

  /// The typed words, where `--version` and `-V` without a command are the command `version`.
  static func named(in typed: [String]) -> [String] {
    let others = typed.filter { $0 != "--version" && $0 != "-V" }
    guard others.count < typed.count, others.allSatisfy({ ["--json", "--quiet", "--trace"].contains($0) }) else {
      return typed
    }
    return [configuration.commandName ?? "version"] + others
  }
}
