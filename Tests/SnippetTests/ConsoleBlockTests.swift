import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Every console block in the documentation runs")
struct ConsoleBlockTests {
  @Test("each command ends well and prints the lines that the page says")
  func commandsRun() async throws {
    let blocks = try Page.all().flatMap(\.blocks).filter { $0.language == "console" }.map(ConsoleBlock.init)
    try #require(!blocks.isEmpty, "no page shows a command in a console block")
    let program = try Program.wayleave()
    for block in blocks {
      try #require(!block.commands.isEmpty, "\(block.place): a console block without a command")
      let home = try FreshHome()
      for command in block.commands {
        try await run(command, of: block, with: program, in: home)
      }
      #expect(home.strayFiles().isEmpty, "\(block.place)")
    }
  }

  private func run(
    _ command: ConsoleBlock.Command, of block: ConsoleBlock, with program: Program, in home: FreshHome
  ) async throws {
    let folder = program.executable.deletingLastPathComponent().path
    let path = "\(folder):\(home.environment["PATH"] ?? "")"
    let shell = Program(executable: URL(fileURLWithPath: "/bin/sh"))
    let run = try await shell.run(["-c", command.line], in: home, environment: ["PATH": path])
    #expect(run.exit == .code(0), "\(block.place): \(command.line)\n\(run.errors)")
    let printed = (run.output + "\n" + run.errors).split(separator: "\n")
    for beginning in command.expected {
      #expect(
        printed.contains { $0.hasPrefix(beginning) },
        "\(block.place): \(command.line) prints no line that begins with \"\(beginning)\":\n\(run.output)\(run.errors)")
    }
  }
}

@Suite("Reading console blocks")
struct ConsoleBlockReadingTests {
  @Test("with prompts, only what follows a prompt is typed")
  func prompts() {
    #expect(
      commands(["$ wayleave --version", "wayleave 0.…", "", "$ echo a", "… here"]) == [
        ConsoleBlock.Command(line: "wayleave --version", expected: ["wayleave 0."]),
        ConsoleBlock.Command(line: "echo a"),
      ])
  }

  @Test("without prompts, what begins with the program's name is typed")
  func programName() {
    #expect(
      commands(["wayleave providers list", "foursquare  Four…", "wayleave status"]) == [
        ConsoleBlock.Command(line: "wayleave providers list", expected: ["foursquare  Four"]),
        ConsoleBlock.Command(line: "wayleave status"),
      ])
  }

  private func commands(_ lines: [String]) -> [ConsoleBlock.Command] {
    ConsoleBlock(FencedBlock(place: "P.md:1", language: "console", lines: lines)).commands
  }
}
