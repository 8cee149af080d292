import Foundation

/// The commands and options that the program has, as it says itself.
struct CommandGrammar {
  private let root: Command

  init(dumped text: String) throws {
    root = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
  }

  private struct Dump: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    func hasOption(_ option: String) -> Bool {
      option == "--help" || option == "-h" || option == "--version"
        || (arguments ?? []).contains { ($0.names ?? []).contains { $0.text == option } }
    }
  }

  private struct Argument: Decodable {
    let names: [Name]?
  }

  private struct Name: Decodable {
    let kind: String
    let name: String
    var text: String { (kind == "long" ? "--" : "-") + name }
  }

  /// What is wrong with the commands and options that a text tells its reader to type.
  ///
  /// An option that stands alone belongs to the command of `arguments` or to one that the text names, or was typed.
  func mistakes(in text: String, after arguments: [String]) -> [String] {
    var (rest, found, commands) = (text, [String](), [command(of: arguments).0])
    for match in text.matches(of: #/(?:^|[^\w.\/-])wayleave ([^`'\n]*)/#) {
      let words = sentence(of: String(match.1))
      found += mistakes(inCommand: words)
      commands.append(command(of: words).0)
      rest = rest.replacingOccurrences(of: "wayleave " + match.1, with: " ")
    }
    for match in rest.matches(of: #/(?:^|[^\w-])(--[a-z][a-z-]+)/#) {
      let option = String(match.1)
      if !commands.contains(where: { $0.hasOption(option) }), !arguments.contains(option) {
        found.append("\(option) is no option of \(commands.map(\.commandName).joined(separator: " or "))")
      }
    }
    return found
  }

  /// The words up to the end of the sentence, without the mark at the end.
  private func sentence(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(separator: " ") {
      words.append(word.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:?)")))
      if [".", ";", "?", ":", ","].contains(word.last) { break }
    }
    return words.filter { !$0.isEmpty }
  }

  private func mistakes(inCommand words: [String]) -> [String] {
    let (command, rest) = command(of: words)
    var found: [String] = []
    if let first = rest.first, command.subcommands?.isEmpty == false, first.first?.isLowercase == true,
      command.commandName != "help"
    {
      found.append("“\(words.joined(separator: " "))” is no command")
    }
    // “-” alone is a value: standard input.
    for option in rest.filter({ $0.hasPrefix("-") && $0 != "-" }).compactMap({ $0.split(separator: "=").first }) {
      if !command.hasOption(String(option)) { found.append("\(option) is no option of \(command.commandName)") }
    }
    return found
  }

  private func command(of words: [String]) -> (Command, rest: [String]) {
    var (command, rest) = (root, words[...])
    while let word = rest.first, let next = command.subcommands?.first(where: { $0.commandName == word }) {
      command = next
      rest = rest.dropFirst()
    }
    return (command, Array(rest))
  }
}
