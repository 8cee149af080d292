import Foundation
import Testing
import WayleaveProgramRunning

/// A user who types what a page shows; with a playground, a script fills in its forms as Ada Fenwick.
struct ConsoleUser {
  /// A playground that was started on the page, and where it is.
  struct Playground {
    let running: RunningProgram
    let base: String
  }

  let home: FreshHome
  private(set) var playground: Playground?
  private let program: Program

  init() throws {
    home = try FreshHome()
    program = try .wayleave()
  }

  /// Runs a command to its end; a playground goes on until the end of the page.
  mutating func type(_ command: ConsoleBlock.Command, of block: ConsoleBlock) async throws {
    guard !command.line.hasPrefix(Self.start) else { return try await startPlayground(command, of: block) }
    let folder = program.executable.deletingLastPathComponent().path
    let path = "\(folder):\(home.environment["PATH"] ?? "")"
    let shell = Program(executable: URL(fileURLWithPath: "/bin/sh"))
    let line = moved(command.line)
    let run = try await shell.run(
      ["-c", line], in: home, environment: playground == nil ? ["PATH": path] : ["PATH": path, "BROWSER": Self.browser])
    #expect(run.exit == .code(0), "\(block.place): \(line)\n\(run.errors)")
    let printed = (run.output + "\n" + run.errors).split(separator: "\n")
    for beginning in command.expected.map(moved) {
      #expect(
        printed.contains { $0.hasPrefix(beginning) },
        "\(block.place): \(line) prints no line that begins with \"\(beginning)\":\n\(run.output)\(run.errors)")
    }
  }

  /// Ends the playground as Ctrl-C does.
  mutating func endPlayground() async throws {
    guard let running = playground?.running else { return }
    playground = nil
    running.send(SIGINT)
    #expect(try await running.outcome().exit == .code(0))
  }

  private static let start = "wayleave playground"
  /// The port that pages name. Others may have it now, so a free one takes its place.
  private static let port = "9765"

  private mutating func startPlayground(_ command: ConsoleBlock.Command, of block: ConsoleBlock) async throws {
    #expect(command.line == "\(Self.start) --port \(Self.port)", "\(block.place)")
    let running = try program.start(["playground"], in: home)
    playground = Playground(running: running, base: try await running.outputLine(containing: "http://127.0.0.1:"))
    // The first line is the address, on standard output.
    for beginning in command.expected.dropFirst() { _ = try await running.errorLine(containing: moved(beginning)) }
  }

  private func moved(_ text: String) -> String {
    playground.map { text.replacingOccurrences(of: "http://127.0.0.1:\(Self.port)", with: $0.base) } ?? text
  }

  private static let browser: String = {
    let script = Page.root.appendingPathComponent("Tests/EndToEnd/Scene/plain_browser.py").path
    let orders = [
      "--fill", "username=adafenwick", "--fill", "password=open-gate", "--press", "sign-in", "--press", "allow",
    ]
    return (["python3", script] + orders).map { "'\($0)'" }.joined(separator: " ")
  }()
}
