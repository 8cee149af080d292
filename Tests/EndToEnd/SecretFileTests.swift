import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Files with secrets that are named on the command line", .serialized)
struct SecretFileTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("a file with a secret that others can read is used, and that is said, but not with --quiet")
  func readableSecret() async throws {
    let secret = try terminal.paper("secret", "not-a-real-secret")
    for (mode, options, isSaid) in [(0o644, [], true), (0o644, ["--quiet"], false), (0o600, [], false)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: secret)
      let added = try await terminal.outcome(
        of: terminal.start(
          ["clients", "add", "mine", "--provider", "github", "--client-id", "x", "--client-secret-file", secret]
            + ["--replace"] + options))
      #expect(added.exit == .code(0), "\(added.errors)")
      #expect(added.errors.contains("chmod 600") == isSaid, "\(mode) \(options): \(added.errors)")
    }
  }

  @Test("a pipe that no program writes to, a folder and a device are refused where a file is wanted")
  func noFile() async throws {
    let pipe = terminal.papers.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let client = ["clients", "add", "mine", "--provider", "github", "--client-id", "x"]
    let commands: [[String]] = [
      client + ["--client-secret-file"], client + ["--key-file"], ["providers", "check"], ["providers", "add"],
      ["import"], ["import", "gh"], ["import", "git"], ["import", "netrc"], ["import", "oauth2l"], ["import", "twurl"],
      ["import", "xurl"], ["trace", "show"], ["login", "https://issuer.example", "--client-id", "c", "--ca-file"],
    ]
    for path in [pipe, terminal.papers.path, "/dev/zero"] {
      let running = try commands.map { try terminal.start($0 + [path]) }
      for (command, running) in zip(commands, running) {
        let run = try await terminal.outcome(of: running)
        #expect(run.exit != .code(0) && run.exit != .killedAtDeadline, "\(command) \(path): \(run.exit) \(run.errors)")
        // A library reads the certificates: it gets no pipe at all.
        guard path == pipe, command.last != "--ca-file" else { continue }
        #expect(run.errors.contains("no program writes to this pipe"), "\(command): \(run.errors)")
      }
    }
  }

  @Test("a pipe is read to its end, also where its writer comes later")
  func pipe() async throws {
    let run = try await terminal.shell(
      """
      mkfifo later; (sleep 0.2; echo not-a-real-secret >later) &
      "$0" clients add mine --provider github --client-id x --client-secret-file later &&
      "$0" clients add other --provider github --client-id y --client-secret-file - </dev/null
      status=$?; rm later; exit $status
      """)
    #expect(run.errors.contains("is empty"), "\(run.errors)")
    let clients = try await terminal.wayleave("clients", "--json")
    #expect(clients.output.contains("\"mine\"") && !clients.output.contains("\"other\""), "\(clients.output)")
  }

  @Test("a file with more tokens than are imported at once is refused, and nothing is stored")
  func manyTokens() async throws {
    let lines = (0..<1001).map { "https://user\($0):not-a-real-token-\($0)@github.com\n" }
    let file = try terminal.paper("many", lines.joined())
    let run = try await terminal.wayleave("import", "git", "--offline", file)
    #expect(run.exit == .code(64) && run.errors.contains("1001 tokens"), "\(run.errors)")
    let accounts = try await terminal.wayleave("accounts", "--json")
    #expect(!accounts.output.contains("github"), "\(accounts.output)")
  }
}
