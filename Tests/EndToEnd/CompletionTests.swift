import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave completion", .serialized)
struct CompletionTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
  }

  /// What bash offers at the end of a line, after it has read our script.
  private func offered(_ line: String, environment: [String: String] = [:]) async throws -> [String] {
    let program = try Program.wayleave().executable
    let script = """
      PATH=\(program.deletingLastPathComponent().path):$PATH
      eval "$(wayleave completion bash)"
      COMP_LINE=$1 COMP_POINT=${#1}; read -ra COMP_WORDS <<< "$1"
      [[ $1 == *" " ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _wayleave wayleave "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try await terminal.outcome(
      of: try Program(executable: URL(fileURLWithPath: "/bin/bash")).start(
        ["-c", script, "bash", line], in: terminal.home, environment: environment))
    #expect(run.exit == .code(0) && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private func add(_ name: String, environment: [String: String] = [:]) async throws {
    let added = try await terminal.wayleave(
      "clients", "add", name, "--provider", "foursquare", "--client-id", "x", environment: environment)
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  @Test("bash completes commands, options, and the names of providers and clients")
  func bash() async throws {
    try await add("mine")
    #expect(try await Set(offered("wayleave lo")) == ["login", "logout"])
    #expect(try await offered("wayleave clients remove ").contains("mine"))
    #expect(try await offered("wayleave token --client m") == ["mine"])
    #expect(try await offered("wayleave login foursq") == ["foursquare"])
    #expect(try await offered("wayleave request --dry").contains("--dry-run"))
  }

  @Test("bash completes the names of accounts, as an argument and after --account")
  func accounts() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      #expect(try await terminal.wayleave("login", "lane", environment: browser).exit == .code(0))
      #expect(try await offered("wayleave token ").contains("lane"))
      #expect(try await offered("wayleave request --account ") == ["lane"])
      #expect(try await offered("wayleave status la") == ["lane"])
    }
  }

  @Test("a name that bash would run is not offered, and nothing is run")
  func hostile() async throws {
    // What ran would leave a file in the folder, which every command is watched for.
    for name in ["$(id>run)", "`id>run`", "a'b", "a;b", "a$b", "~root", "plain-name"] { try await add(name) }
    #expect(try await offered("wayleave token --client ") == ["plain-name"])
  }

  @Test("a store that cannot be read without a passphrase completes nothing, and says nothing")
  func locked() async throws {
    let passphrase = ["WAYLEAVE_STORE_PASSPHRASE": "four words are enough"]
    try await add("mine", environment: passphrase)
    for environment in [passphrase, [:]] {
      let run = try await terminal.wayleave(
        "---completion", "token", "--", "--client", "2", "0", "wayleave", "token", "--client", "",
        environment: environment.merging(["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5"]) { $1 })
      #expect(run.output.trimmingCharacters(in: .newlines).isEmpty && run.errors.isEmpty, "\(run)")
    }
    let malformed = try await terminal.wayleave("---completion", "nonsense")
    #expect(malformed.output.isEmpty && malformed.errors.isEmpty)
  }

  @Test("the scripts are shell", arguments: [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
  func syntax(shell: String, options: [String]) async throws {
    let script = try await terminal.wayleave("completion", shell)
    #expect(script.exit == .code(0) && script.output.contains("wayleave"))
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { URL(fileURLWithPath: "\($0)/\(shell)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    // Of the three, only bash is on every machine that runs the tests.
    guard let found else {
      #expect(shell != "bash")
      return
    }
    let file = try terminal.paper("script", script.output)
    let checked = try await terminal.outcome(
      of: try Program(executable: found).start(options + [file], in: terminal.home))
    #expect(checked.exit == .code(0), "\(checked.errors)")
  }

  @Test("another shell is wrong usage, and the three are named")
  func unknown() async throws {
    let run = try await terminal.wayleave("completion", "tcsh")
    #expect(run.exit == .code(64) && run.errors.contains("fish"), "\(run.errors)")
  }
}
