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
        let meant = familiar.map { [$0] } ?? (Self.isBlank(word) ? [] : NearestNames.of(word, among: names))
        // What the usual command refused may be a misspelt command.
        guard !command.defaultTakesWords || !meant.isEmpty && (familiar == nil || isFollowed) else { return nil }
        return Unknown(word: word, parent: path.joined(separator: " "), nearest: meant)
      }
      command = next
      path.append(word)
    }
    return nil
  }

  /// Whether a text is empty, or nothing but space: no name, URL or file is written so.
  package static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  /// The options whose empty value means something: a request can have an empty body.
  private static let mayBeEmpty: Set<String> = ["-d", "--data", "--data-binary"]

  /// The first option that got an empty text as its value; nil when there is none.
  ///
  /// The parser refuses `--scope=` alone. A shell makes `--scope ""` of a variable that is not set.
  package func emptyOption(in typed: [String]) -> String? {
    let names = options(of: typed).subtracting(Self.mayBeEmpty)
    return Self.blanks(in: typed).first { names.contains($0.before) }?.before
  }

  /// Whether an argument that is no option's value is empty, or nothing but space, as a shell makes it of a variable that
  /// is not set. What another program gets stands behind `--`, or behind `exec`.
  package func hasEmptyArgument(in typed: [String]) -> Bool {
    guard typed.first != "exec", typed.first?.hasPrefix("---") == false else { return false }
    let names = options(of: typed)
    return Self.blanks(in: typed).contains { !names.contains($0.before) }
  }

  /// The blank words, each with the one before it; what stands behind `--` is left out.
  private static func blanks(in typed: [String]) -> [(before: String, word: String)] {
    let words = typed.prefix { $0 != "--" }
    return zip([""] + words, words).map { (before: $0, word: $1) }.filter { isBlank($0.word) }
  }

  /// The options with a value of the command that a command line names, also of its usual one.
  private func options(of typed: [String]) -> Set<String> {
    var command = root
    for word in typed {
      guard let next = command.command(named: word) else { break }
      command = next
    }
    let usual = command["defaultSubcommand"]?.string.flatMap { [command] in command.command(named: $0) }
    return Set(command.optionNames + (usual?.optionNames ?? []))
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
