import Foundation
import Testing
import WayleaveProgramRunning

@Suite("The playground is a program of its own")
struct PlaygroundProgramTests {
  @Test(
    "where it is missing, an error says so, and all other commands work",
    arguments: [["playground"], ["playground", "--port", "0"], ["demo", "--no-browser"]])
  func missing(arguments: [String]) async throws {
    let installation = try Installation(with: ["bin/wayleave", "bin/wayleave-full"])
    let run = try await installation.program.run(arguments + ["--json"], in: FreshHome())
    #expect(run.exit == .code(1), "\(run.errors)")
    #expect(run.output.contains("configuration.unsupported") && run.output.contains("wayleave-playground"))
    let help = try await installation.program.run(["playground", "--help"], in: FreshHome())
    #expect(help.exit == .code(0) && help.output.contains("USAGE: wayleave playground"))
    let wrong = try await installation.program.run(["playground", "--no-such-option"], in: FreshHome())
    #expect(wrong.exit == .code(64))
    let status = try await installation.program.run(["status"], in: FreshHome())
    #expect(status.exit == .code(0), "\(status.errors)")
  }

  @Test(
    "it is found next to the program, and where `make install` puts it",
    arguments: [
      ["bin/wayleave-full", "bin/wayleave-playground"],
      ["bin/wayleave-full", "libexec/wayleave/wayleave-playground"],
      ["libexec/wayleave/wayleave-full", "libexec/wayleave/wayleave-playground"],
    ])
  func found(places: [String]) async throws {
    let installation = try Installation(with: ["bin/wayleave"] + places)
    let run = try await installation.program.run(["demo", "--no-browser", "--json"], in: FreshHome())
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(run.output.contains("Ada Fenwick"))
  }

  @Test("started by itself it is `wayleave playground`, with the same words and the same messages")
  func alone() async throws {
    let file = try Program.wayleave().executable.deletingLastPathComponent().appendingPathComponent(
      "wayleave-playground")
    let own = Program(executable: file)
    for arguments in [
      ["--help"], ["--no-such-option"], ["--fault", "x"], ["--port", "0", "more"], ["--json", "--port", "x"],
    ] {
      let first = try await Program.wayleave().run(["playground"] + arguments, in: FreshHome())
      let second = try await own.run(arguments, in: FreshHome())
      #expect(
        first.exit == second.exit && first.output == second.output && first.errors == second.errors, "\(arguments)")
    }
  }

  @Test("the one of the demonstration ends with its input, so that it never outlives the program that started it")
  func leash() async throws {
    let file = try Program.wayleave().executable.deletingLastPathComponent().appendingPathComponent(
      "wayleave-playground")
    let run = try await Program(executable: file).run(["demonstration"], in: FreshHome())
    #expect(run.exit == .code(0) && run.output.contains("\"url\":\"http://127.0.0.1:"), "\(run.errors)")
  }
}
