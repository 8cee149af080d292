import ArgumentParser
import CWayleaveSystem
import WayleaveConsole

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the version, and the commit and date of this build.")

  @OptionGroup(title: "Output") var output: OutputOptions

  /// The version of this build; `make release` names its commit.
  static let build = ProgramVersion(
    number: "0.1.0", commit: String(cString: wayleave_commit()), date: String(cString: wayleave_commit_date()))

  func run() {
    if output.isJSON { Console.answer(Self.build.json) } else { Console.answer(Self.build.text) }
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
