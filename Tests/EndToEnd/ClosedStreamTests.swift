import Foundation
import Testing
import WayleaveProgramRunning

@Suite("attack 206: standard output without a reader", .serialized)
struct ClosedStreamTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("a pipe whose reader has gone ends the program quietly")
  func brokenPipe() async throws {
    for command in ["providers list --quiet", "providers show twitter --json", "help", "--version"] {
      // The reader is gone before the program begins.
      let run = try await terminal.shell(
        "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; rm pipe; \"$0\" \(command) >&4; echo $? >&2")
      #expect(run.errors == "0\n" && run.output.isEmpty, "\(command): \(run.errors)")
    }
  }

  @Test("a closed standard output is never taken for a file: no token gets into the store")
  func closed() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token").answer
      for closing in [">&-", ">&- 2>&-", "<&- >&- 2>&-"] {
        let run = try await terminal.shell("\"$0\" token \(closing); echo $?")
        #expect(run.output == "0\n", "\(closing): \(run.errors)")
      }
      for path in FileManager.default.subpaths(atPath: terminal.home.wayleave.path) ?? [] {
        let bytes = FileManager.default.contents(atPath: terminal.home.wayleave.appendingPathComponent(path).path)
        #expect(bytes?.range(of: Data(token.utf8)) == nil, "\(path)")
      }
      #expect(try await terminal.wayleave("token").answer == token)
    }
  }

  #if os(Linux)
    @Test("the number of a closed stream is given to nothing else")
    func occupied() async throws {
      let running = try terminal.startShell("exec \"$0\" playground <&- >&-")
      _ = try await running.errorLine(containing: "Ctrl-C ends it")
      for number in 0...1 {
        let target = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(running.identifier)/fd/\(number)")
        #expect(target == "/dev/null")
      }
      running.send(SIGTERM)
      #expect(try await terminal.outcome(of: running).exit == .code(0))
    }
  #endif
}
