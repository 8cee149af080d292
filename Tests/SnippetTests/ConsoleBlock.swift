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

  /// Reads a block: a line that begins with `$ ` or `wayleave ` is typed, any other is printed.
  ///
  /// What follows `…` in a printed line is left open; so is an empty line.
  init(_ block: FencedBlock) {
    place = block.place
    var commands: [Command] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        commands.append(Command(line: String(line.dropFirst(2))))
      } else if line.hasPrefix("wayleave ") {
        commands.append(Command(line: line))
      } else if let beginning = line.split(separator: "…", omittingEmptySubsequences: false).first, !beginning.isEmpty,
        !commands.isEmpty
      {
        commands[commands.count - 1].expected.append(String(beginning))
      }
    }
    self.commands = commands
  }
}
