/// A `console` block of a page: commands, each with the lines that it is said to print.
struct ConsoleBlock: Sendable {
  /// The page and line.
  let place: String
  /// The commands in order.
  let commands: [Command]

  /// One command of a block.
  struct Command: Sendable, Equatable {
    /// What is typed.
    let line: String
    /// How lines of its output begin.
    var expected: [String] = []
  }

  /// Reads a block: what begins with `$ ` is typed; in a block without any such line, what begins with `wayleave `.
  ///
  /// Every other line is printed by the command above it; what follows `…` in it is left open, and so is an empty line.
  init(_ block: FencedBlock) {
    place = block.place
    let prompt = "$ "
    let hasPrompts = block.lines.contains { $0.hasPrefix(prompt) }
    var commands: [Command] = []
    for line in block.lines {
      if line.hasPrefix(hasPrompts ? prompt : "wayleave ") {
        commands.append(Command(line: hasPrompts ? String(line.dropFirst(prompt.count)) : line))
      } else if let last = commands.indices.last {
        let beginning = line.prefix { $0 != "…" }
        if !beginning.isEmpty { commands[last].expected.append(String(beginning)) }
      }
    }
    self.commands = commands
  }
}
