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
    // The id of a key is public: each token that the key signs names it. `--key` is the file of a public one.
    #expect(
      telling.filter { !$0.hasSuffix("-file") }.sorted() == [
        "assertion-command", "key", "key-id", "requested-token-type", "save-id-token", "subject-token-type",
        "token-lifetime",
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
      let running = try terminal.startShell("exec \(Terminal.asOrdinaryUser) \"$0\" \(arguments) <'\(line)'")
      let deadline = ContinuousClock.now + .seconds(120)
      var unread: Int32 = 1
      while unread > 0 {
        try #require(.now < deadline && running.isRunning, "\(running.errorsSoFar)")
        try await Task.sleep(for: .milliseconds(5))
        ioctl(input.fileDescriptor, UInt(FIONREAD), &unread)
      }
      let isHidden = try Self.isHidden(running)
      running.send(SIGKILL)
      _ = try await running.outcome()
      try input.close()
      return isHidden
    }

    /// Whether the memory of a program that is not one of root is hidden.
    private static func isHidden(_ running: RunningProgram) throws -> Bool {
      let environment = "/proc/\(running.identifier)/environ"
      return try FileManager.default.attributesOfItem(atPath: environment)[.ownerAccountID] as? Int == 0
    }

    /// The soft and the hard limit of a program.
    private static func limits(_ name: String, of running: RunningProgram) throws -> [String] {
      let all = try String(contentsOfFile: "/proc/\(running.identifier)/limits", encoding: .utf8)
      let line = try #require(all.split(separator: "\n").first { $0.hasPrefix(name) })
      return line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).prefix(2).map(String.init)
    }

    @Test(
      "192, 194: a sign-in that waits has hidden memory, writes no core file, and reports no registers where it crashes",
      .enabled(if: Ability.canBeOrdinary))
    func signIn() async throws {
      try await EmulatedProviders.during { place in
        try await place.register(.lane, at: terminal)
        try await terminal.giveHomeToOrdinaryUser()
        let line = "exec \(Terminal.asOrdinaryUser) \"$0\" login lane"
        let signIn = try await WaitingSignIn(
          terminal.startShell(line, environment: ["BROWSER": "true", "SWIFT_BACKTRACE": "enable=yes"]))
        #expect(try Self.isHidden(signIn.running))
        let variables = try String(contentsOfFile: "/proc/\(signIn.running.identifier)/environ", encoding: .utf8)
        let backtrace = variables.split(separator: "\0").filter { $0.hasPrefix("SWIFT_BACKTRACE=") }
        // Only root can read them here.
        #expect(getuid() != 0 || backtrace == ["SWIFT_BACKTRACE=enable=no"])
        #expect(try Self.limits("Max core file size", of: signIn.running) == ["0", "0"])
        signIn.running.send(SIGINT)
        _ = try await terminal.outcome(of: signIn.running)
      }
    }

    @Test(
      "192: the agent has hidden memory, writes no core file, and is not swapped where the system allows that",
      .enabled(if: Ability.canBeOrdinary))
    func agent() async throws {
      try await terminal.giveHomeToOrdinaryUser()
      let line = "\(Terminal.asOrdinaryUser) \"$0\" agent"
      let agent = try terminal.startShell("ulimit -l unlimited 2>/dev/null; exec \(line) run")
      var status = try await terminal.shell("exec \(line) status --json")
      let deadline = ContinuousClock.now + .seconds(120)
      while status.exit != .code(0) {
        try #require(.now < deadline && agent.isRunning, "\(agent.errorsSoFar)")
        try await Task.sleep(for: .milliseconds(20))
        status = try await terminal.shell("exec \(line) status --json")
      }
      #expect(try Self.isHidden(agent) && status.json()["memory_hidden"] as? Bool == true, "\(status.output)")
      #expect(try Self.limits("Max core file size", of: agent) == ["0", "0"])
      let mayLock = try Self.limits("Max locked memory", of: agent)[0] == "unlimited"
      let memory = try String(contentsOfFile: "/proc/\(agent.identifier)/status", encoding: .utf8)
      let locked = memory.split(separator: "\n").first { $0.hasPrefix("VmLck:") }?.split(whereSeparator: \.isWhitespace)
      #expect(try (locked?.dropFirst().first != "0") == mayLock, "\(locked ?? [])")
      #expect(try status.json()["memory_locked"] as? Bool == mayLock, "\(status.output)")
      agent.send(SIGTERM)
      _ = try await terminal.outcome(of: agent)
    }

    @Test(
      "191: a passphrase that an agent was started with stands in the variables of no process, and opens its store",
      .enabled(if: getuid() == 0), arguments: [false, true])
    func agentVariables(inBackground: Bool) async throws {
      let passphrase = "canary five words of mine"
      terminal.secrets.append(passphrase)
      let variables = ["WAYLEAVE_STORE_PASSPHRASE": passphrase]
      let client = ["clients", "add", "mine", "--provider", "github", "--client-id", "x"]
      let added = try await terminal.outcome(of: try terminal.start(client, environment: variables))
      #expect(added.exit == .code(0), "\(added.errors)")
      let words = "agent run" + (inBackground ? " --background" : "")
      let running = try terminal.startShell("exec \"$0\" \(words)", environment: variables)
      var status = try await terminal.wayleave("agent", "status", "--json")
      let deadline = ContinuousClock.now + .seconds(120)
      while status.exit != .code(0) {
        try #require(.now < deadline, "\(running.errorsSoFar)")
        try await Task.sleep(for: .milliseconds(20))
        status = try await terminal.wayleave("agent", "status", "--json")
      }
      let agent = try #require(try status.json()["process"] as? Int)
      let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(agent)/environ"))
      let text = String(decoding: environment, as: UTF8.self)
      #expect(text.contains("WAYLEAVE_HOME=") && !text.contains(passphrase))
      #expect(try await terminal.wayleave("agent", "grants").exit == .code(0))
      #expect(try await terminal.wayleave("agent", "lock").exit == .code(0))
      let locked = try await terminal.wayleave("agent", "unlock", "--json")
      #expect(locked.exit != .code(0), "\(locked.output)")
      #expect(try await terminal.wayleave("agent", "stop").exit == .code(0))
      _ = try await terminal.outcome(of: running)
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
