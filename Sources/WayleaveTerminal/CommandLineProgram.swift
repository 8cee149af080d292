package import ArgumentParser
import UnixSignals
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveWire

/// A program: reads the command line, runs the command, and turns errors into a message and an exit code.
package enum CommandLineProgram<Root: AsyncParsableCommand> {
  /// What comes before anything is read: closed streams must not get our files, and secrets must not get into others.
  ///
  /// A program that asks the agent hides its memory later, since the agent must see which program it is.
  package static func prepare(hidingMemory: Bool = true) {
    ThisProcess.ignoreClosedPipes()
    FileDescriptor.occupyStandardStreams()
    ThisProcess.refuseCoreFiles()
    if hidingMemory { HiddenMemory.hide() }
  }

  /// Runs the command that some words name, and ends the process. It was prepared before.
  ///
  /// - Parameter known: the command of these words; nil where the argument parser must read them.
  package static func main(
    _ typed: [String], known: @escaping @Sendable () -> (any AsyncParsableCommand)? = { nil }
  ) async -> Never {
    Environment.takeSecrets()
    let line = EnvironmentArguments(typed, variables: ProcessEnvironment.variables()) { Root._dumpHelp() }
    // Before the command begins: Ctrl-C at its first question must not find the system's own handler.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup, .sigquit)
    let work = Task { await run(line.arguments, known()) }
    let watch = Task { for await _ in signals { interrupt(work, of: line) } }
    let failure = await work.value
    watch.cancel()
    end(with: report(failure, of: line))
  }

  /// Ends the process; with a failure where the answer did not arrive.
  package static func end(with status: Int32) -> Never {
    guard Console.isWritten || status != ExitStatus.done else {
      Console.error("wayleave: the answer could not be written. The disk may be full.")
      ThisProcess.end(with: 1)
    }
    ThisProcess.end(with: status)
  }

  /// Takes a signal. A step that spends a token is finished first; a second signal waits for it too.
  private static func interrupt(_ work: Task<(any Error)?, Never>, of line: EnvironmentArguments) {
    switch Interruption.ofProgram.receiveSignal() {
    case .cancel(let message):
      work.cancel()
      if let message { Console.error(message) }
    case .wait(let message): Console.error(message)
    case .exit:
      BottomLine.leave()
      TerminalMode.restore()
      // Output that no one reads would hold the last words for ever.
      ThisProcess.end(with: ExitStatus.interrupted, afterMilliseconds: 1000)
      if Interruption.ofProgram.isInterrupted { reportInterruption(of: line) }
      ThisProcess.endAtOnce(with: ExitStatus.interrupted)
    }
  }

  private static func run(_ arguments: [String], _ known: (any AsyncParsableCommand)?) async -> (any Error)? {
    do {
      if var known, !arguments.contains(where: CommandTree.isBlank) {
        try await known.run()
        return nil
      }
      try requireValues(in: arguments)
      var command = try await command(in: arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return nil
    } catch { return error }
  }

  /// Refuses an option or an argument with an empty text, whatever the command would make of it.
  private static func requireValues(in arguments: [String]) throws {
    // The description of all commands takes long: it is made only where it is needed.
    guard arguments.contains(where: CommandTree.isBlank), let tree = CommandTree(description: Root._dumpHelp()) else {
      return
    }
    if let option = tree.emptyOption(in: arguments) {
      throw ValidationError("\(option) is empty: give it a value, or leave it out.")
    }
    guard tree.hasEmptyArgument(in: arguments) else { return }
    throw ValidationError("An argument is empty: give it a value, or leave it out.")
  }

  /// What to run.
  ///
  /// A command is read by its own description where it can be: to lay out those of all commands takes longer than many of
  /// them run. What it refuses is read again with all, which know the usage.
  private static func command(in arguments: [String]) async throws -> any ParsableCommand {
    let (type, words) = command(of: arguments)
    if type != Root.self, type.configuration.subcommands.isEmpty, let type = type as? any AsyncParsableCommand.Type,
      let command = try? await type.asyncParse(Array(arguments.dropFirst(words.count - 1)))
    {
      return command
    }
    return try await Root.asyncParseAsRoot(arguments)
  }

  private static func report(_ failure: (any Error)?, of line: EnvironmentArguments) -> Int32 {
    if Interruption.ofProgram.isInterrupted {
      reportInterruption(of: line)
      return ExitStatus.interrupted
    }
    let isJSON = asksForJSON(line)
    guard let failure else { return ExitStatus.done }
    if let answered = failure as? AnsweredFailure { return answered.status }
    let missing = failure as? MissingClient
    let refusal = failure as? AgentRefusal
    guard let found = refusal?.error ?? missing?.error ?? failure as? OAuthError else {
      return reportUsage(failure, in: line, isJSON: isJSON)
    }
    let error = Environment.flag("TRACE") || line.arguments.contains("--trace") ? found : found.advisingTrace
    if isJSON {
      Console.answer(missing?.json ?? error.json)
    } else {
      let stream = FileDescriptor.standardError
      Console.error(
        error.explanation(
          in: TextLayout(for: stream), style: TextStyle(for: stream), steps: missing?.steps.lines))
    }
    return refusal?.status ?? ExitStatus.status(for: error)
  }

  private static func asksForJSON(_ line: EnvironmentArguments) -> Bool { line.asksForJSON || Environment.flag("JSON") }

  /// Says what was changed before the command was interrupted.
  private static func reportInterruption(of line: EnvironmentArguments) {
    Interruption.ofProgram.tellOnce { summary in
      Console.error("Interrupted. \(summary)")
      if asksForJSON(line) { Console.answer(OAuthError.interrupted(summary).json) }
    }
  }

  /// What the argument parser says: help and version on standard output, wrong usage on standard error.
  private static func reportUsage(_ failure: any Error, in line: EnvironmentArguments, isJSON: Bool) -> Int32 {
    if !isCommand(line.arguments), let unknown = CommandTree(description: Root._dumpHelp())?.unknown(in: line.arguments)
    {
      return reportUnknown(unknown, isJSON: isJSON)
    }
    guard Root.exitCode(for: failure) != .success else {
      Console.answer(breakingUsage(of: Root.fullMessage(for: failure)))
      return ExitStatus.done
    }
    // The shell asks while the user types: nothing may be written between the letters.
    guard line.arguments.first != "---completion" else { return ExitStatus.usage }
    let message = Root.message(for: failure)
    let sentence = UsageSentence.of(line.arguments, parserSays: message)
    let command = command(of: line.arguments)
    let help = "See `\(command.words.joined(separator: " ")) --help`."
    if isJSON {
      Console.answer(OAuthError.wrongUsage(sentence, help: help).json)
    } else {
      let layout = TextLayout(for: .standardError)
      let usage = Root.usageString(for: command.type).split(separator: "\n").flatMap {
        layout.lines(String($0), after: "  Usage: ", inside: 4)
      }
      let lines = layout.lines(sentence, after: "wayleave: ", inside: 2) + usage + ["  \(help)"]
      Console.error(lines.joined(separator: "\n"))
      if !line.variables.isEmpty {
        Console.error("  Set in the environment: \(line.variables.joined(separator: ", ")).")
      }
    }
    return ExitStatus.usage
  }

  /// The help with its usage in lines that fit: the parser breaks all but these.
  private static func breakingUsage(of help: String) -> String {
    let screen = FileDescriptor.standardOutput.terminalSize?.columns
    let layout = TextLayout(width: Environment.variable("COLUMNS").flatMap(Int.init) ?? screen ?? 80)
    let heading = "USAGE: "
    return help.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap { line in
      let isUsage = line.starts(with: heading.utf8)
      let text = String(Substring(isUsage ? line.dropFirst(heading.utf8.count) : line))
      return isUsage ? layout.lines(text, after: heading, inside: heading.utf8.count) : [text]
    }.joined(separator: "\n")
  }

  /// The command that a command line names, with the words that name it.
  private static func command(of arguments: [String]) -> (type: any ParsableCommand.Type, words: [String]) {
    var (type, words): (any ParsableCommand.Type, [String]) = (Root.self, [Root._commandName])
    for word in arguments {
      guard let next = type.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
      (type, words) = (next, words + [word])
    }
    return (type, words)
  }

  /// Whether each word before the options names a command: then the description of all of them, which takes long, is not
  /// needed to find one that does not.
  private static func isCommand(_ typed: [String]) -> Bool {
    var type: any ParsableCommand.Type = Root.self
    for word in typed.first == "help" ? typed.dropFirst() : typed[...] {
      let commands = type.configuration.subcommands
      if commands.isEmpty || word.hasPrefix("-") || word == "help" { return true }
      guard let next = commands.first(where: { $0._commandName.hasSameBytes(as: word) }) else { return false }
      type = next
    }
    return true
  }

  private static func reportUnknown(_ unknown: CommandTree.Unknown, isJSON: Bool) -> Int32 {
    let error = OAuthError.unknownCommand(unknown)
    if isJSON {
      Console.answer(error.json)
    } else {
      let layout = TextLayout(for: .standardError)
      Console.error(
        (layout.lines(error.message, after: "wayleave: ", inside: 2)
          + layout.lines(error.remedy.inCommands, after: "  "))
          .joined(separator: "\n"))
    }
    return ExitStatus.usage
  }
}

extension OAuthError {
  fileprivate static func interrupted(_ summary: String) -> OAuthError {
    OAuthError(
      .cancelled, message: "The command was interrupted.",
      rule: .wayleave("an interrupted command says what it changed"),
      remedy: "\(summary) Run the command again when you like.")
  }

  fileprivate static func unknownCommand(_ unknown: CommandTree.Unknown) -> OAuthError {
    let commands = unknown.nearest.map { "`\(unknown.parent) \($0)`" }
    let nearest = commands.isEmpty ? "" : "Did you mean \(commands.joined(separator: ", "))? "
    return OAuthError(
      .invalidValue,
      message:
        "“\(DisplayText.clean(UsageSentence.shown(unknown.word)))” is not a command of `\(unknown.parent)`.",
      rule: .wayleave("the command line"),
      remedy: "\(nearest)Usage: \(unknown.parent) COMMAND; see `\(unknown.parent) --help`.")
  }

  fileprivate static func wrongUsage(_ message: String, help: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: DisplayText.clean(message), rule: .wayleave("the command line"), remedy: .advice(help))
  }
}
