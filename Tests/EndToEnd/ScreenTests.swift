import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What a person sees at a terminal", .serialized)
struct ScreenTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    terminal.environment = ["TERM": "xterm-256color", "BROWSER": "/bin/true"]
  }

  /// Runs a command at a terminal, until it ends or has shown a text so often.
  private func watch(
    _ arguments: [String], columns: Int = 80, until text: String = "no such text", times: Int = 1,
    environment: [String: String] = [:]
  ) async throws -> ProgramOutcome {
    let program = try Program.wayleave().executable.path
    return try await terminal.outcome(
      of: try terminal.start(
        script: "watching.py", ["\(columns)", text, "\(times)", program] + arguments, environment: environment))
  }

  /// The lines that are left on the screen: what was erased is gone, and styles are no characters.
  private func lines(_ shown: String) -> [String] {
    shown.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.components(separatedBy: "\r\u{1B}[K").last ?? "")
        .replacing(#/\u{1B}\][^\u{1B}]*\u{1B}\\|\u{1B}\[[0-9;]*[A-Za-z]/#, with: "")
    }
  }

  @Test("every line is broken between words, and only a URL or a path is wider than the terminal", arguments: [40, 80])
  func width(columns: Int) async throws {
    for arguments in [["demo", "--no-browser"], ["token"], ["providers"], ["login", "nosuch"], ["clients"]] {
      let seen = lines(try await watch(arguments, columns: columns).output)
      #expect(seen.allSatisfy { $0.count <= columns || $0.split(separator: " ").count == 1 }, "\(seen)")
      #expect(seen.count > 1)
    }
  }

  @Test("while the browser is waited for, one line shows the time that is left, and is gone afterwards")
  func waiting() async throws {
    for columns in [40, 80] {
      let run = try await watch(["demo", "--trace"], columns: columns, until: "left", times: 3)
      #expect(run.exit == .code(130), "\(run.output)")
      #expect(run.output.contains(columns == 80 ? "left; Ctrl-C ends it)" : "Waiting for you (4:5"))
      let left = lines(run.output)
      #expect(!left.contains { $0.contains("Waiting for you") } && left.contains { $0.hasPrefix("Interrupted.") })
    }
  }

  @Test(
    "no line is updated in place with --quiet, with --json, on a dumb terminal, or in a pipe",
    arguments: [["--quiet"], ["--json"], ["TERM=dumb"], ["pipe"]])
  func still(how: [String]) async throws {
    let options = ["demo", "--timeout", "1"] + how.filter { $0.hasPrefix("--") }
    let environment = how == ["TERM=dumb"] ? ["TERM": "dumb"] : [:]
    let run =
      how == ["pipe"]
      ? try await terminal.outcome(of: try terminal.start(options))
      : try await watch(options, environment: environment)
    #expect(run.exit == .code(9), "\(run.output)\(run.errors)")
    #expect(!(run.output + run.errors).contains("Waiting for you"))
  }

  @Test("an error has a red label and a faint last line, and the URL to open is bold and a link")
  func styles() async throws {
    let error = try await watch(["token"])
    #expect(error.output.hasPrefix("\u{1B}[1m\u{1B}[31mwayleave:\u{1B}[39m\u{1B}[22m "), "\(error.output)")
    #expect(error.output.contains("\u{1B}[2m  [configuration.unknown_account"))
    let demo = try await watch(["demo", "--timeout", "1"])
    #expect(demo.output.contains("\u{1B}[1m\u{1B}]8;;http://127.0.0.1:"), "\(demo.output)")
  }

  @Test("a pipe has no styles; CLICOLOR_FORCE brings colours into it, and never links")
  func pipes() async throws {
    let piped = try await terminal.wayleave("token").errors
    let plain = try await watch(["token"], environment: ["NO_COLOR": "1"]).output
    #expect(!piped.contains("\u{1B}") && !plain.contains("\u{1B}"))
    let forced = try await terminal.wayleave("demo", "--timeout", "1", environment: ["CLICOLOR_FORCE": "1"])
    #expect(forced.errors.contains("\u{1B}[1m") && !forced.errors.contains("\u{1B}]8"), "\(forced.errors)")
  }

  @Test("the verdicts of verify and inspect have colours, and stay words")
  func verdicts() async throws {
    let token = try terminal.paper("token", "a.b.c")
    let seen = try await watch(["inspect", "eyJhbGciOiJub25lIn0.e30.", "--check"])
    #expect(seen.exit == .code(8) && seen.output.contains("\u{1B}[31mFails:\u{1B}[39m "), "\(seen.output)")
    let verified = try await watch(["verify", "oauth1", "--client-id", "x", token])
    #expect(verified.exit == .code(8) && verified.output.contains("\u{1B}[31mFAIL\u{1B}[39m"), "\(verified.output)")
  }
}
