import Foundation
import Testing
import WayleaveProgramRunning

@Suite("The program that people type is small, and becomes the full one")
struct FrontProgramTests {
  private let home: FreshHome

  init() throws { home = try FreshHome() }

  /// An installation whose full program says what it was given.
  private func telling(_ script: String, at place: String = "bin/wayleave-full") throws -> Installation {
    let installation = try Installation(with: ["bin/wayleave"])
    let file = installation.folder.appendingPathComponent(place)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return installation
  }

  @Test(
    "the full program is found next to it, and where `make install` puts it",
    arguments: ["bin/wayleave-full", "libexec/wayleave/wayleave-full"])
  func found(place: String) async throws {
    let installation = try telling("echo full", at: place)
    let run = try await installation.program.run(["status"], in: home)
    #expect(run.exit == .code(0) && run.output == "full\n" && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("the full program is found through a link to the small one")
  func linked() async throws {
    let installation = try telling("echo full")
    let link = installation.folder.appendingPathComponent("linked")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: installation.program.executable)
    let run = try await Program(executable: link).run(["status"], in: home)
    #expect(run.exit == .code(0) && run.output == "full\n", "\(run.errors)")
  }

  @Test("words, variables, standard input, standard error and the exit code pass through unchanged")
  func unchanged() async throws {
    let installation = try telling("printf '%s|' \"$#\" \"$@\" \"$SOME\"; cat; echo said >&2; exit 47")
    let run = try await installation.program.run(
      ["request", "", "two words", "--", "-\u{fc}"], in: home, environment: ["SOME": "value"], input: "typed")
    #expect(run.exit == .code(47) && run.errors == "said\n")
    #expect(run.output == "5|request||two words|--|-\u{fc}|value|typed")
  }

  @Test("bytes that are no UTF-8 pass through unchanged")
  func bytes() async throws {
    let installation = try telling("printf '%s' \"$1\" | od -An -tx1")
    let shell = Program(executable: URL(fileURLWithPath: "/bin/sh"))
    let run = try await shell.run(
      ["-c", "\"$0\" \"$(printf 'a\\377b')\"", installation.program.executable.path], in: home)
    #expect(run.output.split(separator: " ").joined(separator: " ").hasPrefix("61 ff 62"), "\(run.output)")
  }

  @Test("a signal that is ignored stays ignored, and another ends the full program", arguments: [true, false])
  func signals(isIgnored: Bool) async throws {
    let installation = try telling("kill -HUP $$; echo alive")
    let shell = Program(executable: URL(fileURLWithPath: "/bin/sh"))
    let line = isIgnored ? "trap '' HUP; exec \"$0\" status" : "exec \"$0\" status"
    let run = try await shell.run(["-c", line, installation.program.executable.path], in: home)
    #expect(run.exit == (isIgnored ? .code(0) : .signal(SIGHUP)))
    #expect(run.output == (isIgnored ? "alive\n" : ""))
  }

  @Test("without the full program a line says so, and the version is still shown")
  func missing() async throws {
    let installation = try Installation(with: ["bin/wayleave"])
    let run = try await installation.program.run(["status"], in: home)
    #expect(run.exit == .code(1) && run.output.isEmpty && run.errors.contains("wayleave-full"))
    let version = try await installation.program.run(["--version"], in: home)
    #expect(version.exit == .code(0) && version.output.hasPrefix("wayleave "), "\(version.errors)")
  }

  @Test("the small program and the full one show the same version", arguments: [["--version"], ["-V"], ["version"]])
  func version(words: [String]) async throws {
    let front = try Program.wayleave()
    let full = Program(executable: front.executable.deletingLastPathComponent().appendingPathComponent("wayleave-full"))
    let (first, second) = (try await front.run(words, in: home), try await full.run(words, in: home))
    #expect(first.output == second.output && first.exit == second.exit && first.exit == .code(0))
  }

  @Test("an answer that cannot be written is reported by the full program")
  func unwritten() async throws {
    let shell = Program(executable: URL(fileURLWithPath: "/bin/sh"))
    let run = try await shell.run(
      ["-c", "\"$0\" --version > /dev/full", Program.wayleave().executable.path], in: home)
    #expect(run.exit == .code(1) && run.errors.contains("could not be written"), "\(run.errors)")
  }
}
