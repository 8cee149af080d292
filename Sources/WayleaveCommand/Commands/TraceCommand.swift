import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Look at a saved sign-in, and check it again without a network.",
    discussion: """
      `wayleave trace save FILE` saves the last sign-in, and `wayleave login PROVIDER
      --trace-save FILE` the one that it makes. It has no secrets, and does not say
      who signed in.
      """,
    subcommands: [Save.self, Show.self, Replay.self])

  /// Reads a saved sign-in.
  fileprivate static func record(at path: String) throws(OAuthError) -> TraceRecord {
    try TraceRecord(reading: try TextFile.bytes(path), at: path)
  }

  struct Save: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "save", abstract: "Save the last sign-in of this computer to a new file.",
      discussion: """
        Each `login` leaves a record of its steps, without secrets, also where it
        fails; the next one replaces it.
        """)

    @Argument(help: "A new file.", completion: .file()) var file: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let record = try LastSignIn(in: try Folders().state).read()
      try NewFile(at: file).write(record)
      if output.isJSON { return Console.answer(["saved": .string(file)]) }
      output.say("Written: \(DisplayText.clean(file, limit: 300))")
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a saved sign-in, step by step.",
      discussion: """
        With --html, --svg or --har it is written to new files instead: a page, a
        sequence diagram, or the HTTP messages in the form of HAR 1.2.
        """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("Write an HTML page to a new file.", valueName: "file"), completion: .file())
    var html: String?
    @Option(help: ArgumentHelp("Write a sequence diagram to a new file.", valueName: "file"), completion: .file())
    var svg: String?
    @Option(help: ArgumentHelp("Write the HTTP messages to a new file.", valueName: "file"), completion: .file())
    var har: String?
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let record = try TraceCommand.record(at: file)
      let wanted: [(path: String?, text: () -> [UInt8])] = [
        (html, { Array(TracePage(of: record).text.utf8) }), (svg, { Array(TraceDiagram(of: record).svg.utf8) }),
        (har, { TraceArchive.json(of: record).encoded() + [UInt8(ascii: "\n")] }),
      ]
      var written: [String] = []
      for case (let path?, let text) in wanted {
        try NewFile(at: path).write(text())
        written.append(path)
      }
      if output.isJSON { return Console.answer(record.json) }
      guard written.isEmpty else {
        for path in written { output.say("Written: \(DisplayText.clean(path, limit: 300))") }
        return
      }
      let layout = TextLayout(for: .standardOutput)
      for (index, step) in record.steps.enumerated() {
        Console.answer(exact: step.event.text(in: layout, number: index + 1))
      }
      guard let failure = record.failure else { return }
      Console.answer("The sign-in failed: \(failure.message)")
      Console.answer("To find the step: `wayleave trace replay \(Remedy.argument(file) ?? "FILE")`")
    }
  }

  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay", abstract: "Check a saved sign-in again, and find the step where it went wrong.",
      discussion: """
        Sends nothing. Checked are the rules that need no secret: the order of the
        steps, times, issuer, state, redirect URI, code, and what was answered. The
        exit code is 8 when it went wrong.
        """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let replay = TraceReplay(of: try TraceCommand.record(at: file))
      if output.isJSON {
        Console.answer(replay.json)
      } else if !output.isQuiet || replay.firstFault != nil {
        Console.answer(
          exact: replay.text(in: TextLayout(for: .standardOutput), style: TextStyle(for: .standardOutput)))
      }
      if replay.firstFault != nil { throw AnsweredFailure(status: ExitStatus.checkFailed) }
    }
  }
}
