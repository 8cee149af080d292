import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What other programs of this machine see of a secret", .serialized)
struct ProcessSecrecyTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// An option as the program describes itself.
  private struct Described: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
      let subcommands: [Command]?

      var allArguments: [Argument] { (arguments ?? []) + (subcommands ?? []).flatMap(\.allArguments) }
    }
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }
      let kind: String
      let names: [Name]?
    }

    let command: Command
  }

  @Test("attack 190: no option takes a secret, only the file in which it is")
  func options() async throws {
    let help = try await terminal.wayleave("--experimental-dump-help")
    let options = try JSONDecoder().decode(Described.self, from: Data(help.output.utf8)).command.allArguments
      .filter { $0.kind == "option" }.flatMap { $0.names ?? [] }.map(\.name)
    #expect(options.contains("client-secret-file") && options.count > 50)
    let words = ["secret", "password", "passphrase", "token", "assertion", "key"]
    let telling = Set(
      options.filter { option in words.contains { option.split(separator: "-").contains(Substring($0)) } })
    // The id of a key is public: each token that the key signs names it.
    #expect(
      telling.filter { !$0.hasSuffix("-file") }.sorted() == [
        "key-id", "save-id-token", "subject-token-type", "token-lifetime",
      ])
  }

  #if os(Linux)
    /// Whether the memory of a program is hidden while it waits for the rest of what it has begun to read.
    private func isHidden(whileReading arguments: String) async throws -> Bool {
      let line = terminal.papers.appendingPathComponent(arguments.replacingOccurrences(of: " ", with: "-")).path
      #expect(mkfifo(line, 0o644) == 0)
      // Open in both directions: the program finds no end until this one is closed.
      let input = try #require(FileHandle(forUpdatingAtPath: line))
      try input.write(contentsOf: Data("protocol=https\n".utf8))
      // The files of a process that hides its memory belong to root. So the program must not be one of root.
      let user = getuid() == 0 ? "setpriv --reuid=54321 --clear-groups" : ""
      let running = try terminal.startShell("exec \(user) \"$0\" \(arguments) <'\(line)'")
      let deadline = ContinuousClock.now + .seconds(20)
      var unread: Int32 = 1
      while unread > 0 {
        try #require(.now < deadline && running.isRunning, "\(running.errorsSoFar)")
        try await Task.sleep(for: .milliseconds(5))
        ioctl(input.fileDescriptor, UInt(FIONREAD), &unread)
      }
      let process = "/proc/\(running.identifier)/environ"
      let owner = try FileManager.default.attributesOfItem(atPath: process)[.ownerAccountID] as? Int
      running.send(SIGKILL)
      _ = try await running.outcome()
      try input.close()
      return owner == 0
    }

    @Test(
      "192: what a credential helper stores and erases is read into hidden memory; the agent sees who wants to get",
      arguments: ["docker-credential", "git-credential"])
    func helpers(name: String) async throws {
      for action in ["store", "erase"] { #expect(try await isHidden(whileReading: "\(name) \(action)"), "\(action)") }
      #expect(try await !isHidden(whileReading: "\(name) get"))
    }

    @Test("attack 190: while the browser is open, no process has a secret in its arguments")
    func commandLines() async throws {
      try await EmulatedProviders.during { place in
        try await place.register(.lane, at: terminal)
        let seen = terminal.papers.appendingPathComponent("command-lines")
        // The arguments of all processes of this machine, one process a line.
        let browser = try terminal.paper(
          "browser",
          """
          #!/bin/sh
          for each in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < "$each" 2>/dev/null; echo; done > '\(seen.path)'
          exec \(PlainBrowser.command(Person.ada.orders(.allow))) "$1"

          """)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser)
        let login = try await terminal.wayleave("login", "lane", environment: ["BROWSER": "'\(browser)'"])
        #expect(login.exit == .code(0), "\(login.errors)")
        let lines = try String(contentsOf: seen, encoding: .utf8)
        #expect(lines.contains("login lane"))
        #expect(!terminal.secrets.isEmpty)
        for secret in terminal.secrets { #expect(!lines.contains(secret)) }
      }
    }
  #endif

  @Test("attack 197: no program that writes to the clipboard is started, and no terminal is asked to")
  func clipboard() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let used = terminal.papers.appendingPathComponent("used")
      let folder = terminal.papers.appendingPathComponent("bin")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["xclip", "xsel", "wl-copy", "pbcopy", "clip.exe"] {
        let file = folder.appendingPathComponent(name).path
        try Data("#!/bin/sh\ntouch '\(used.path)'\n".utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
      }
      let path = terminal.home.environment["PATH"] ?? "/usr/bin:/bin"
      terminal.environment = ["PATH": "\(folder.path):\(path)", "DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]
      try await place.signIn(to: .lane, at: terminal)
      for command in [["token"], ["token", "--env"], ["token", "--json"], ["status"], ["logout"]] {
        let outcome = try await terminal.outcome(of: try terminal.start(command))
        #expect(outcome.exit == .code(0), "\(outcome.errors)")
        // OSC 52 is how a program asks a terminal.
        #expect(!(outcome.output + outcome.errors).contains("\u{1B}]52"))
      }
      #expect(!FileManager.default.fileExists(atPath: used.path))
    }
  }
}
