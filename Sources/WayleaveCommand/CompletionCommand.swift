import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print the script by which bash, zsh or fish completes commands.",
    discussion: """
      It completes the names of accounts, providers and clients too. Save it where
      the shell looks for it, then open a new shell:

        folder=~/.local/share/bash-completion/completions
        wayleave completion bash > $folder/wayleave
        wayleave completion zsh  > ~/.zfunc/_wayleave
        wayleave completion fish > ~/.config/fish/completions/wayleave.fish

      zsh needs this before `compinit` in ~/.zshrc: fpath+=~/.zfunc
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var script: String {
      switch self {
      case .bash: WayleaveProgram.completionScript(for: .bash)
      case .zsh: WayleaveProgram.completionScript(for: .zsh)
      case .fish: WayleaveProgram.completionScript(for: .fish)
      }
    }
  }

  @Argument(help: "The shell.") var shell: Shell
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() {
    guard output.isJSON else { return Console.answer(exact: shell.script) }
    Console.answer(["shell": .string(shell.rawValue), "script": .string(shell.script)])
  }
}
