import Testing
import WayleaveConsole

/// A command line with options, all of them options of the command `run`, and with variables.
private func arguments(
  _ typed: [String], _ variables: [String: String], options: [String], flags: [String] = [], command: String = "run"
) -> [String] {
  let described =
    options.map { #"{"kind":"option","names":[{"kind":"long","name":"\#($0)"}]}"# }
    + flags.map { #"{"kind":"flag","names":[{"kind":"long","name":"\#($0)"},{"kind":"short","name":"z"}]}"# }
    + [#"{"kind":"positional","names":[{"kind":"long","name":"positional"}]}"#]
  return EnvironmentArguments([command] + typed, variables: variables) {
    """
    {"command":{"commandName":"wayleave","subcommands":[
      {"commandName":"\(command)","arguments":[\(described.joined(separator: ","))]}]}}
    """
  }.arguments
}

private func variable(_ option: String) -> String { "WAYLEAVE_" + option.uppercased().replacing("-", with: "_") }

@Suite("A typed option switches off the variables that contradict it")
struct VariableRivalTests {
  private static let rivals: [(typed: String, silenced: [String])] = [
    ("client-id", ["client"]),
    (
      "client",
      [
        "client-id", "client-secret-file", "api-key-file", "key-file", "key-id", "team", "certificate-file",
        "client-auth",
      ]
    ),
    ("echo", ["force", "no-refresh", "min-ttl"]), ("reverse-auth", ["force", "no-refresh", "min-ttl"]),
    ("grant", ["no-refresh"]), ("force", ["no-refresh"]), ("no-refresh", ["force"]),
    ("port", ["redirect-uri"]), ("redirect-uri", ["port"]),
    (
      "resume",
      [
        "scope", "account", "allow-origin", "flow", "resource", "details-file", "acr-values", "max-age", "login-hint",
        "prompt", "response-mode", "username", "password-file", "accept-downgrade", "no-resource",
      ]
    ), ("resource", ["no-resource"]), ("no-resource", ["resource"]),
    ("json", ["header", "env", "curl-config"]), ("sasl", ["header", "env", "curl-config"]),
    ("header", ["env", "curl-config"]), ("env", ["header", "curl-config"]), ("curl-config", ["header", "env"]),
  ]

  @Test("each rival that is typed silences the variable; without it the variable counts")
  func typed() {
    for (typed, silenced) in Self.rivals {
      for option in silenced {
        let (variables, options) = ([variable(option): "v"], [typed, option])
        #expect(arguments([], variables, options: options) == ["run", "--\(option)=v"])
        for spelling in [["--\(typed)", "x"], ["--\(typed)=x"]] {
          #expect(arguments(spelling, variables, options: options) == ["run"] + spelling, "\(typed) \(option)")
        }
        // After "--" it is no option.
        #expect(arguments(["--", "--\(typed)"], variables, options: options).contains("--\(option)=v"))
      }
    }
  }

  @Test("of two variables that contradict each other one counts, whatever the order of the options")
  func variables() {
    for (winner, silenced) in Self.rivals where winner != "json" {
      for option in silenced {
        // Of a pair that silences both ways, the earlier row counts.
        let isMutual = Self.rivals.first { $0.typed == option }?.silenced.contains(winner) == true
        let rows = Self.rivals.map(\.typed)
        if isMutual, let first = rows.firstIndex(of: option), let own = rows.firstIndex(of: winner), first < own {
          continue
        }
        let variables = [variable(winner): "a", variable(option): "b"]
        for options in [[winner, option], [option, winner]] {
          #expect(arguments([], variables, options: options) == ["run", "--\(winner)=a"], "\(winner) \(option)")
        }
      }
    }
  }

  @Test(
    "what is no rival stays", arguments: [("force", "grant"), ("scope", "resume"), ("client-secret-file", "client")])
  func oneWay(typed: String, option: String) {
    #expect(arguments(["--\(typed)"], [variable(option): "v"], options: [typed, option]).contains("--\(option)=v"))
  }
}

@Suite("WAYLEAVE_SOME_NAME stands for --some-name")
struct VariableTests {
  @Test(
    "folders, secrets and what every command reads itself are no options",
    arguments: [
      "HOME", "STORE_PASSPHRASE", "STORE_PASSPHRASE_FILE", "CLIENT_SECRET", "TOKEN_SECRET", "JSON", "QUIET", "TRACE",
    ])
  func others(name: String) {
    let option = name.lowercased().replacing("_", with: "-")
    #expect(arguments([], ["WAYLEAVE_" + name: "v"], options: [option]) == ["run"])
    #expect(arguments([], ["WAYLEAVE_X" + name: "v"], options: ["x" + option]) == ["run", "--x\(option)=v"])
  }

  @Test("an empty variable, one of another program and one of no option add nothing")
  func absent() {
    #expect(arguments([], ["WAYLEAVE_SCOPE": "", "SCOPE": "a", "WAYLEAVEX_SCOPE": "a"], options: ["scope"]) == ["run"])
    #expect(arguments([], ["WAYLEAVE_OTHER": "v", "WAYLEAVE_POSITIONAL": "v"], options: ["scope"]) == ["run"])
  }

  @Test("a value is one argument, whatever stands in it", arguments: ["a b", "-x", "--json", "a=b", "'", "\u{1F600}"])
  func value(text: String) {
    #expect(arguments(["last"], ["WAYLEAVE_SCOPE": text], options: ["scope"]) == ["run", "--scope=\(text)", "last"])
  }

  @Test(
    "a flag is set by every value but 0, false, no and off",
    arguments: [
      ("1", true), ("true", true), ("yes", true), ("0", false), ("false", false), ("no", false), ("off", false),
    ])
  func flag(value: String, isSet: Bool) {
    #expect(
      arguments([], ["WAYLEAVE_WIDE": value], options: [], flags: ["wide"]) == (isSet ? ["run", "--wide"] : ["run"]))
  }

  @Test("a flag that was typed by its short name is not added once more")
  func short() {
    #expect(arguments(["-z"], ["WAYLEAVE_WIDE": "1"], options: [], flags: ["wide"]) == ["run", "-z"])
    #expect(arguments(["-y"], ["WAYLEAVE_WIDE": "1"], options: [], flags: ["wide"]) == ["run", "--wide", "-y"])
  }

  @Test(
    "help, the version, and a description that cannot be read: the command line stays as it is",
    arguments: [
      ["--help"], ["-h"], ["--version"],
    ])
  func help(typed: [String]) {
    let variables = ["WAYLEAVE_SCOPE": "a"]
    #expect(arguments(typed, variables, options: ["scope"]) == ["run"] + typed)
    #expect(EnvironmentArguments(["help", "run"], variables: variables) { "{}" }.arguments == ["help", "run"])
    #expect(EnvironmentArguments(["run"], variables: variables) { "no JSON" }.arguments == ["run"])
  }

  @Test("an option of one command is not added to another, and comes after the whole name of a subcommand")
  func nested() {
    let description = """
      {"command":{"commandName":"wayleave","subcommands":[{"commandName":"clients","subcommands":[
        {"commandName":"add","arguments":[{"kind":"option","names":[{"kind":"long","name":"scope"}]}]},
        {"commandName":"list"}]}]}}
      """
    let variables = ["WAYLEAVE_SCOPE": "a"]
    let added = EnvironmentArguments(["clients", "add", "x"], variables: variables) { description }
    #expect(added.arguments == ["clients", "add", "--scope=a", "x"] && added.variables == ["WAYLEAVE_SCOPE"])
    let other = EnvironmentArguments(["clients", "list"], variables: variables) { description }
    #expect(other.arguments == ["clients", "list"] && other.variables.isEmpty)
  }

  @Test(
    "RFC 8693: variables of a token exchange count only with --grant, typed or by its variable",
    arguments: [
      "client", "scope", "audience", "resource", "subject-token-file", "subject-token-type", "requested-token-type",
      "assertion-file", "assertion-command", "no-store", "accept-downgrade",
    ])
  func dependents(option: String) {
    let variables = [variable(option): "v"]
    let options = ["grant", option]
    #expect(arguments([], variables, options: options, command: "token") == ["token"])
    #expect(
      arguments(["--grant", "x"], variables, options: options, command: "token")
        == ["token", "--\(option)=v", "--grant", "x"])
    let both = arguments([], variables.merging(["WAYLEAVE_GRANT": "x"]) { $1 }, options: options, command: "token")
    #expect(Set(both) == ["token", "--grant=x", "--\(option)=v"])
    #expect(arguments([], variables, options: options) == ["run", "--\(option)=v"])
  }

  @Test(
    "RFC 6749 §4.4: variables of a client's token count only where a client is typed",
    arguments: ["request", "git-credential", "docker-credential", "kube-credential"])
  func clientOnly(command: String) {
    let options = ["client", "grant", "scope", "resource", "assertion-file", "account"]
    let variables = Dictionary(uniqueKeysWithValues: options.map { (variable($0), "v") })
    #expect(arguments([], variables, options: options, command: command) == [command, "--account=v"])
    let typed = arguments(["--client", "x"], variables, options: options, command: command)
    #expect(Set(typed) == [command, "--client", "x", "--grant=v", "--scope=v", "--resource=v", "--assertion-file=v"])
  }

  @Test("the variable of a passphrase, which other commands have too, counts for login only with --unsaved-to")
  func passphraseOfUnsaved() {
    let options = ["unsaved-to", "passphrase-file"]
    let variables = [variable("passphrase-file"): "v"]
    #expect(arguments([], variables, options: options, command: "login") == ["login"])
    #expect(
      arguments(["--unsaved-to", "x"], variables, options: options, command: "login")
        == ["login", "--passphrase-file=v", "--unsaved-to", "x"])
    #expect(arguments([], variables, options: options, command: "export") == ["export", "--passphrase-file=v"])
  }

  @Test(
    "what would make another command of it has no variable",
    arguments: [("request", "client"), ("token", "echo"), ("token", "sasl"), ("token", "user"), ("token", "mail")])
  func typedOnly(command: String, option: String) {
    let variables = [variable(option): "v", "WAYLEAVE_GRANT": "g"]
    #expect(!arguments([], variables, options: [option], command: command).contains("--\(option)=v"))
    #expect(arguments([], variables, options: [option]).contains("--\(option)=v"))
  }
}
