import ArgumentParser
import WayleaveTerminal

/// Becomes the program that plays the providers, which reads the same words.
struct PlaygroundCommand: ParsableCommand {
  static let configuration = PlaygroundOptions.configuration

  @OptionGroup var options: PlaygroundOptions

  func run() throws {
    let words = CommandLine.arguments.drop { $0 != Self.configuration.commandName }.dropFirst()
    try PlaygroundFile().replaceThisProcess(with: Array(words))
  }
}
