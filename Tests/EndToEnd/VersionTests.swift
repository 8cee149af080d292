import Testing
import WayleaveProgramRunning

@Suite("wayleave --version")
struct VersionTests {
  @Test("prints the version alone on standard output, and leaves no file anywhere")
  func version() async throws {
    let home = try FreshHome()
    let run = try await Program.wayleave().run(["--version"], in: home)
    #expect(run.exit == .code(0))
    #expect(try #/(wayleave )?\d+\.\d+\.\d+\S*\n/#.wholeMatch(in: run.output) != nil)
    #expect(run.errors.isEmpty)
    #expect(home.strayFiles().isEmpty)
  }

  @Test("a command that does not exist is wrong usage: exit 64, and nothing on standard output")
  func unknownCommand() async throws {
    let run = try await Program.wayleave().run(["no-such-command"], in: FreshHome())
    #expect(run.exit == .code(64))
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }
}
