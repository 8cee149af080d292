import Foundation
import Testing
import WayleaveProgramRunning

/// The end-to-end tests believe what these verify, with the shell as the program.
@Suite("Running a program as a user would")
struct ProgramRunningTests {
  let shell = Program(executable: URL(fileURLWithPath: "/bin/sh"))

  @Test("both streams and the exit code arrive, each by itself")
  func streams() async throws {
    let run = try await shell.run(["-c", "echo answer; echo note >&2; exit 5"], in: FreshHome())
    #expect(run.exit == .code(5))
    #expect(run.output == "answer\n")
    #expect(run.errors == "note\n")
  }

  @Test("more than a pipe holds arrives whole")
  func longOutput() async throws {
    let script = "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 9876543210 >&2; i=$((i+1)); done"
    let run = try await shell.run(["-c", script], in: FreshHome())
    #expect(run.output.utf8.count == 220_000)
    #expect(run.errors.utf8.count == 220_000)
  }

  @Test("standard input is what was given, else empty")
  func input() async throws {
    #expect(try await shell.run(["-c", "cat"], in: FreshHome(), input: "a secret\n").output == "a secret\n")
    #expect(try await shell.run(["-c", "cat"], in: FreshHome()).output.isEmpty)
  }

  @Test("the environment is the user's own folders and what was asked for, nothing of ours")
  func environment() async throws {
    let home = try FreshHome()
    let script = #"echo "$WAYLEAVE_HOME"; echo "${DISPLAY-none}"; echo "$ASKED""#
    let run = try await shell.run(["-c", script], in: home, environment: ["ASKED": "yes"])
    #expect(run.output == "\(home.wayleave.path)\nnone\nyes\n")
  }

  @Test("a program that does not end is killed at its deadline, and the outcome says so")
  func deadline() async throws {
    let run = try await shell.run(["-c", "exec sleep 30"], in: FreshHome(), deadline: .milliseconds(200))
    #expect(run.exit == .killedAtDeadline)
    #expect(run.took < .seconds(10))
  }

  @Test("a line is seen while the program still runs, and Ctrl-C reaches it")
  func interrupt() async throws {
    let script = "trap 'exit 130' INT; echo 'Open http://127.0.0.1:1/authorize' >&2; while :; do sleep 0.05; done"
    let running = try shell.start(["-c", script], in: FreshHome())
    #expect(try await running.errorLine(containing: "http://") == "Open http://127.0.0.1:1/authorize")
    running.send(SIGINT)
    #expect(try await running.outcome().exit == .code(130))
  }

  @Test("a signal that is not handled differs from an exit code")
  func unhandledSignal() async throws {
    let run = try await shell.run(["-c", "kill -TERM $$"], in: FreshHome())
    #expect(run.exit == .signal(SIGTERM))
  }

  @Test("a line that never comes fails as soon as the program ends")
  func missingLine() async throws {
    let running = try shell.start(["-c", "echo something else >&2"], in: FreshHome())
    await #expect(throws: ProgramFailure.self) { try await running.errorLine(containing: "http://") }
  }

  @Test(
    "a secret is found in either stream, plain or encoded",
    arguments: ["canary/+?", "canary%2F%2B%3F", "Y2FuYXJ5Lys/", "Y2FuYXJ5Lys_"], ["", ">&2"])
  func leaks(spelling: String, stream: String) async throws {
    let script = "printf '%s' \"$SAID\" \(stream)"
    let run = try await shell.run(["-c", script], in: FreshHome(), environment: ["SAID": "x\(spelling)x"])
    #expect(run.leaks(of: ["canary/+?", "another"]) == ["canary/+?"])
  }

  @Test("a file outside WAYLEAVE_HOME is seen, one inside it is not")
  func strayFiles() async throws {
    let home = try FreshHome()
    _ = try await shell.run(["-c", #"mkdir "$WAYLEAVE_HOME" && touch "$WAYLEAVE_HOME/kept""#], in: home)
    #expect(home.strayFiles().isEmpty)
    _ = try await shell.run(["-c", #"touch "$HOME/.lost" "$TMPDIR/lost" ./lost"#], in: home)
    #expect(home.strayFiles().sorted() == ["home/.lost", "tmp/lost", "work/lost"])
  }
}
