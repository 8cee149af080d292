import WayleaveWire

/// The commands of the program, as the parser describes them.
///
/// The parser shows the root's help for `wayleave unknown --help`, with exit code 0. Scripts that look for a command
/// would believe that it exists. It also takes an empty text for the value of an option.
package struct CommandTree {
  private let root: JSON

  /// A word that is not a command.
  package struct Unknown: Equatable {
    /// The word as it was typed.
    package let word: String
    /// The command before it, such as `wayleave providers`.
    package let parent: String
    /// The commands that may be meant, nearest first, as they stand after `parent`.
    package let nearest: [String]
  }

  /// The tree of a description in JSON; nil when it cannot be read.
  package init?(description: String) {
    guard let root = try? JSON(decoding: Array(description.utf8))["command"] else { return nil }
    self.root = root
  }

  /// The first typed word that should be a command and is not; nil when there is none.
  package func unknown(in typed: [String]) -> Unknown? {
    var command = root
    var path = [root["commandName"]?.string ?? ""]
    let words = typed.first == "help" ? typed.dropFirst() : typed[...]
    for (place, word) in zip(words.indices, words) {
      let names = command.commandNames
      guard !names.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = command.command(named: word) else {
        let familiar = FamiliarCommand.meant(by: word, after: path.last ?? "")
        // One word may be what the usual command looks for; `rm NAME` is not.
        let isFollowed = words[place...].dropFirst().contains { !$0.hasPrefix("-") }
        guard !command.defaultTakesWords || familiar != nil && isFollowed else { return nil }
        return Unknown(
          word: word, parent: path.joined(separator: " "),
          nearest: familiar.map { [$0] } ?? NearestNames.of(word, among: names))
      }
      command = next
      path.append(word)
    }
    return nil
  }

  /// The options whose empty value means something: a request can have an empty body.
  private static let mayBeEmpty: Set<String> = ["-d", "--data", "--data-binary"]

  /// The first option that got an empty text as its value; nil when there is none.
  ///
  /// The parser refuses `--scope=` alone. A shell makes `--scope ""` of a variable that is not set.
  package func emptyOption(in typed: [String]) -> String? {
    let words = typed.prefix { $0 != "--" }
    guard words.contains("") else { return nil }
    var command = root
    for word in words {
      guard let next = command.command(named: word) else { break }
      command = next
    }
    let usual = command["defaultSubcommand"]?.string.flatMap { [command] in command.command(named: $0) }
    let names = Set(command.optionNames + (usual?.optionNames ?? [])).subtracting(Self.mayBeEmpty)
    return zip(words, words.dropFirst()).first { $1.isEmpty && names.contains($0) }?.0
  }
}

extension JSON {
  fileprivate var commands: [JSON] { self["subcommands"]?.array ?? [] }

  fileprivate var commandNames: [String] {
    commands.compactMap { $0["commandName"]?.string }.filter { $0 != "help" }
  }

  /// The names of the options that take a value, with their hyphens.
  fileprivate var optionNames: [String] {
    (self["arguments"]?.array ?? []).filter { $0["kind"]?.string == "option" }.flatMap { $0["names"]?.array ?? [] }
      .compactMap { name in name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 } }
  }

  fileprivate func command(named name: String) -> JSON? {
    commands.first { $0["commandName"]?.string?.hasSameBytes(as: name) == true }
  }

  /// Whether a word may be an argument of the command that runs when none is named.
  fileprivate var defaultTakesWords: Bool {
    guard let name = self["defaultSubcommand"]?.string, let command = command(named: name) else { return false }
    return command["arguments"]?.array?.contains { $0["kind"]?.string == "positional" } ?? false
  }
}
