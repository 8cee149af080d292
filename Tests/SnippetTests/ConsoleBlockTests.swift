import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Every console block in the documentation runs")
struct ConsoleBlockTests {
  @Test("each command ends well and prints the lines that the page says")
  func commandsRun() async throws {
    let pages = try Page.all().map { $0.blocks.filter { $0.language == "console" }.map(ConsoleBlock.init) }
    try #require(pages.contains { !$0.isEmpty }, "no page shows a command in a console block")
    for blocks in pages {
      var user = try ConsoleUser()
      for block in blocks {
        try #require(!block.commands.isEmpty, "\(block.place): a console block without a command")
        // Who has started a playground goes on with it, in another terminal.
        if user.playground == nil { user = try ConsoleUser() }
        for command in block.commands { try await user.type(command, of: block) }
        #expect(user.home.strayFiles().isEmpty, "\(block.place)")
      }
      try await user.endPlayground()
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
