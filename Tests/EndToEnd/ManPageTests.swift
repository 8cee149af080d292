import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Scripts/make-man", .serialized, .enabled(if: ForeignProgram.isInstalled("mandoc")))
struct ManPageTests {
  private func run(_ words: [String], in terminal: Terminal) async throws -> ProgramOutcome {
    try await terminal.outcome(
      of: try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(words, in: terminal.home))
  }

  @Test("each command has a page with its options, the exit codes and the variables, and a linter accepts it")
  func pages() async throws {
    let terminal = try Terminal()
    let folder = terminal.papers.appendingPathComponent("man").path
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Scripts/make-man")
    let made = try await run(
      ["python3", "-B", script.path, folder, "--program", Program.wayleave().executable.path], in: terminal)
    #expect(made.exit == .code(0), "\(made.errors)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      Set(pages).isSuperset(of: HelpTests.commands.map { (["wayleave"] + $0).joined(separator: "-") + ".1" }),
      "\(pages)")
    for page in pages {
      let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      #expect(text.contains(".Sh ENVIRONMENT") && text.contains(".It 130\n"), "\(page)")
    }
    #expect(try String(contentsOfFile: "\(folder)/wayleave-token.1", encoding: .utf8).contains(".It Fl -min-ttl"))
    let lint = try await run(["mandoc", "-T", "lint", "-W", "warning"] + pages.map { "\(folder)/\($0)" }, in: terminal)
    #expect(lint.exit == .code(0), "\(lint.output)\(lint.errors)")
  }
}
