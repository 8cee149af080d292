import Foundation
import Testing
import WayleaveProgramRunning

@Suite("The examples of test-your-client.md run")
struct ClientExampleTests {
  private static let programs = ["sh": "sh", "python": "python3"]

  @Test("in each language, against a playground that the example starts itself", arguments: ["sh", "python"])
  func runs(language: String) async throws {
    let page = try #require(try Page.all().first { $0.name == "Documentation/test-your-client.md" })
    // The other block in shell is the command alone, which goes on until it is ended.
    let block = try #require(page.blocks.last { $0.language == language })
    let home = try FreshHome()
    let folder = try Program.wayleave().executable.deletingLastPathComponent().path
    let run = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env")).run(
      [try #require(Self.programs[language]), "-c", block.lines.joined(separator: "\n")], in: home,
      environment: ["PATH": "\(folder):\(home.environment["PATH"] ?? "")"])
    #expect(run.exit == .code(0), "\(block.place)\n\(run.output)\(run.errors)")
  }
}
