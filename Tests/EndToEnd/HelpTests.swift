import Testing
import WayleaveProgramRunning

@Suite("Help and wrong usage", .serialized)
struct HelpTests {
  static let commands = [
    [], ["demo"], ["login"], ["token"], ["request"], ["status"], ["logout"], ["export"], ["import"],
    ["import", "file"],
    ["import", "gh"], ["import", "git"], ["import", "netrc"], ["import", "oauth2l"], ["import", "oidc-agent"],
    ["import", "twurl"], ["import", "xurl"], ["providers"],
    ["providers", "list"],
    ["providers", "show"], ["providers", "add"], ["providers", "remove"], ["providers", "check"],
    ["providers", "schema"], ["clients"], ["clients", "list"],
    ["clients", "add"], ["clients", "register"], ["clients", "remove"], ["inspect"], ["verify"], ["verify", "oauth1"],
    ["verify", "echo"], ["verify", "id-token"], ["verify", "access-token"], ["playground"], ["completion"], ["version"],
    ["agent"], ["agent", "run"], ["agent", "status"], ["agent", "grants", "allow"], ["agent", "install"], ["doctor"],
    ["trace"], ["trace", "show"], ["trace", "replay"],
    ["scheme"], ["scheme", "status"], ["scheme", "install"], ["scheme", "remove"], ["scheme", "open"],
    ["git-credential"], ["docker-credential"], ["kube-credential"], ["mcp"], ["mcp", "run"], ["mcp", "install"],
  ]

  @Test("every command explains itself on standard output", arguments: commands)
  func help(command: [String]) async throws {
    let home = try FreshHome()
    let run = try await Program.wayleave().run(command + ["--help"], in: home)
    #expect(run.exit == .code(0))
    #expect(run.output.hasPrefix("OVERVIEW: ") && run.output.contains("USAGE: wayleave"))
    #expect(run.errors.isEmpty)
    #expect(home.strayFiles().isEmpty)
  }

  @Test(
    "the usage line names the command that was asked for",
    arguments: commands + [["accounts", "list"], ["accounts", "remove"], ["accounts", "rename"]])
  func usage(command: [String]) async throws {
    let help = try await Program.wayleave().run(command + ["--help"], in: FreshHome()).output
    let usage = help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") } ?? ""
    let words = usage.dropFirst("USAGE: ".count).split(separator: " ")
      .prefix { $0.first?.isLetter == true }
    #expect(words.map(String.init) == ["wayleave"] + command, "\(usage)")
  }

  @Test("the usage of every command stands in lines of 80 columns", arguments: commands)
  func usageColumns(command: [String]) async throws {
    let help = try await Program.wayleave().run(command + ["--help"], in: FreshHome()).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let usage = lines.drop { !$0.hasPrefix("USAGE: ") }.prefix { !$0.isEmpty }
    #expect(!usage.isEmpty && usage.allSatisfy { $0.count <= 80 }, "\(usage.joined(separator: "\n"))")
  }

  @Test("a misspelt command stands in no place of an argument: the nearest one is named")
  func misspeltCommand() async throws {
    for arguments in [["mcp", "instal"], ["mcp", "instal", "https://mcp.example.com/mcp"]] {
      let run = try await Program.wayleave().run(arguments, in: FreshHome())
      #expect(run.exit == .code(64) && run.errors.contains("Did you mean `wayleave mcp install`?"), "\(run.errors)")
    }
  }

  @Test(
    "an argument that is empty, or only space, is one usage error",
    arguments: [
      ["login"], ["logout"], ["doctor"], ["mcp"], ["mcp", "install"], ["token"], ["status"], ["providers", "show"],
    ])
  func emptyArgument(command: [String]) async throws {
    for empty in ["", "  "] {
      let run = try await Program.wayleave().run(command + [empty], in: FreshHome())
      #expect(run.exit == .code(64) && run.output.isEmpty, "\(run.errors)")
      #expect(run.errors.hasPrefix("wayleave: An argument is empty: give it a value"), "\(run.errors)")
    }
  }

  @Test("the help says what is kept with an account, and when a file is written")
  func keptAndWritten() async throws {
    for (command, sentence) in [
      ("login", "`login` keeps it for the account."),
      ("request", "Write the body of an answer with status 2xx to a file"),
    ] {
      let help = try await Program.wayleave().run([command, "--help"], in: FreshHome()).output
      #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(sentence), "\(help)")
    }
  }

  @Test("`help` says what `--help` says")
  func helpCommand() async throws {
    let asked = try await Program.wayleave().run(["help"], in: FreshHome())
    let flag = try await Program.wayleave().run(["--help"], in: FreshHome())
    #expect(asked.exit == .code(0))
    #expect(asked.output == flag.output)
    let token = try await Program.wayleave().run(["help", "token"], in: FreshHome())
    #expect(token.output.contains("--min-ttl"))
  }

  static let wrongUsages = [
    ["frobnicate"], ["login"], ["token", "--min-ttl", "soon"], ["token", "--min-ttl=-1"], ["token", "--no-such"],
    ["token", "--force", "--no-refresh"], ["request"], ["request", "-d", "a=b", "-F", "a=b", "http://127.0.0.1/"],
    ["login", "foursquare", "--flow", "telepathy"], ["clients", "add", "mine", "--provider", "foursquare"],
    ["playground", "--token-lifetime", "0"], ["playground", "--port", "70000"],
    ["playground", "--fault", "/tollgate/token:explode=1"],
  ]

  @Test("wrong usage is exit 64, with the reason on standard error alone", arguments: wrongUsages)
  func wrongUsage(arguments: [String]) async throws {
    let run = try await Program.wayleave().run(arguments, in: FreshHome())
    #expect(run.exit == .code(64))
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("wayleave: "))
    let command = arguments.prefix { !$0.hasPrefix("-") && $0 != "mine" && $0 != "foursquare" && $0 != "frobnicate" }
    #expect(run.errors.contains("Usage: \((["wayleave"] + command).joined(separator: " "))"), "\(run.errors)")
  }

  @Test("a misspelt option names the nearest option of that command")
  func misspelt() async throws {
    for (arguments, nearest) in [
      (["request", "http://127.0.0.1/", "--dry-rn"], "--dry-run"), (["login", "--scop", "x"], "--scope"),
      (["demo", "--no-brwser"], "--no-browser"),
    ] {
      let run = try await Program.wayleave().run(arguments, in: FreshHome())
      #expect(run.exit == .code(64) && run.errors.contains("Did you mean '\(nearest)'?"), "\(run.errors)")
    }
  }

  @Test("with --json it is one object on standard output, and nothing else", arguments: wrongUsages)
  func wrongUsageForPrograms(arguments: [String]) async throws {
    let run = try await Program.wayleave().run(arguments + ["--json"], in: FreshHome())
    #expect(run.exit == .code(64))
    #expect(try run.errorCode() == "configuration.invalid_value")
    #expect(run.errors.isEmpty)
    // What is wrong is said, not what --json is to a command that does not exist.
    #expect(!run.output.contains("'--json'") && !run.output.contains("\\u"), "\(run.output)")
  }
}
