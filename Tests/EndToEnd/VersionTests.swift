import Testing
import WayleaveProgramRunning

@Suite("wayleave version")
struct VersionTests {
  @Test(
    "prints the version and the build alone on standard output, and leaves no file anywhere",
    arguments: [["version"], ["--version"], ["-V"], ["token", "--version"]])
  func version(arguments: [String]) async throws {
    let home = try FreshHome()
    let run = try await Program.wayleave().run(arguments, in: home)
    #expect(run.exit == .code(0))
    #expect(try #/wayleave \d+\.\d+\.\d+\S* \(.+\)\n/#.wholeMatch(in: run.output) != nil)
    #expect(run.errors.isEmpty)
    #expect(home.strayFiles().isEmpty)
  }

  @Test(
    "--json makes an object of it", arguments: [["version", "--json"], ["--version", "--json"], ["--json", "-V"]])
  func object(arguments: [String]) async throws {
    let run = try await Program.wayleave().run(arguments, in: FreshHome())
    #expect(run.exit == .code(0))
    #expect(Set(try run.json().keys) == ["version", "commit", "date"])
  }

  @Test("a command that does not exist is wrong usage: exit 64, and nothing on standard output")
  func unknownCommand() async throws {
    let run = try await Program.wayleave().run(["no-such-command"], in: FreshHome())
    #expect(run.exit == .code(64))
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }
}
