import WayleaveWire

/// A command line with the options that the environment adds: `WAYLEAVE_SOME_NAME` stands for `--some-name`.
///
/// This is the only place with that rule. The commands describe their options themselves, so no option can be missed.
/// A variable is read, and refused, as if its option had been typed.
package struct EnvironmentArguments {
  /// What to parse: the command, the options of variables, then what was typed.
  package let arguments: [String]
  /// The variables that added to it.
  package let variables: [String]

  /// Variables that are not options: folders; secrets, which no command line may show; and what every command reads
  /// itself, because the report of a failure needs it even where the command line cannot be parsed.
  private static let others: Set<String> = [
    "HOME", "STORE_PASSPHRASE", "STORE_PASSPHRASE_FILE", "CLIENT_SECRET", "TOKEN_SECRET", "JSON", "QUIET", "TRACE",
  ]

  /// A typed option, or the variable of an earlier row, switches off the variables of the options that it contradicts.
  ///
  /// The order is that of precedence: of two variables that contradict each other, the one in the earlier row counts.
  private static let rivals: [(option: String, silences: [String])] = [
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
    ),
    ("resource", ["no-resource"]), ("no-resource", ["resource"]),
    ("pending", ["local"]), ("json", ["header", "env", "curl-config"]), ("sasl", ["header", "env", "curl-config"]),
    ("header", ["env", "curl-config"]), ("env", ["header", "curl-config"]), ("curl-config", ["header", "env"]),
  ]

  /// Options that need another option: without it their variables, which other commands use too, do not count.
  private static let dependents: [(command: String, option: String, dependent: Set<String>)] =
    [
      ("token", "grant", ofClientsToken.union(["client", "accept-downgrade"])),
      ("login", "unsaved-to", ["passphrase-file"]),
    ] + actingAsClient.map { ($0, "client", ofClientsToken.union(["grant"])) }

  /// The commands that act as a client where one is typed, and else as an account.
  private static let actingAsClient = ["request", "git-credential", "docker-credential", "kube-credential"]

  /// What says which token a client asks for.
  private static let ofClientsToken: Set<String> = [
    "scope", "audience", "resource", "subject-token-file", "subject-token-type", "requested-token-type",
    "assertion-file", "assertion-command", "no-store",
  ]

  /// Options whose variables are named after their command too.
  ///
  /// They change what is printed. A variable that a user has set for another purpose, such as `WAYLEAVE_ENV`, must never
  /// make `token` print something else.
  private static let named: [(command: String, options: Set<String>)] = [
    ("token", ["header", "env", "curl-config"])
  ]

  /// Options that count only when they are typed: their variables would turn a command into another one.
  ///
  /// `token` and `logout` also take an account as their first word, so they ask `AccountVariable`.
  private static let typedOnly: [(command: String, option: String)] =
    [
      ("token", "echo"), ("token", "reverse-auth"), ("token", "sasl"), ("token", "user"), ("token", "mail"),
      ("token", "account"), ("logout", "account"),
      ("logout", "pending"), ("remove", "account"), ("remove", "pending"), ("status", "account"), ("allow", "scope"),
      ("allow", "for"), ("list", "account"),
      ("reset", "yes"), ("doctor", "apple-app"),
      ("update", "yes"), ("update", "move"), ("update", "key"), ("update", "reset"),
    ] + actingAsClient.map { ($0, "client") }

  /// The command line to parse; `describe` gives the description of every command, as JSON.
  package init(_ typed: [String], variables: [String: String], describe: () -> String) {
    let values = Self.values(in: variables)
    guard !values.isEmpty, !Self.asksForHelp(typed), let tree = try? JSON(decoding: Array(describe().utf8))["command"]
    else {
      arguments = typed
      self.variables = []
      return
    }
    var (command, depth) = (tree, 0)
    while depth < typed.count, let next = command.subcommand(named: typed[depth]) {
      (command, depth) = (next, depth + 1)
    }
    // Where none is named, the usual one of them runs.
    if let usual = command["defaultSubcommand"]?.string.flatMap({ command.subcommand(named: $0) }) { command = usual }
    let added = Self.added(to: Self.names(in: typed[depth...]), by: values, in: command)
    arguments = typed.prefix(depth) + added.map(\.argument) + typed.dropFirst(depth)
    self.variables = added.map { "WAYLEAVE_" + Self.key(of: $0.option, in: command).uppercasedVariable }
  }

  /// Whether the flag `--json` is on the command line: what stands after `--` is no option.
  package var asksForJSON: Bool { arguments.prefix { $0 != "--" }.contains("--json") }

  /// The name under which the value of an option is found: its own, with that of its command where the rule says so.
  private static func key(of option: String, in command: JSON) -> String {
    let name = command["commandName"]?.string ?? ""
    return named.contains { $0.command == name && $0.options.contains(option) } ? "\(name)-\(option)" : option
  }

  /// The values by option name, without the empty ones.
  private static func values(in variables: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in variables where name.hasPrefix("WAYLEAVE_") && !value.isEmpty {
      let name = String(name.dropFirst("WAYLEAVE_".count))
      guard !others.contains(name) else { continue }
      values[name.lowercased().replacing("_", with: "-")] = value
    }
    return values
  }

  private static func asksForHelp(_ typed: [String]) -> Bool {
    typed.first == "help" || typed.contains { ["--help", "-h", "--version"].contains($0) }
  }

  /// The names of the options that were typed, long and short.
  private static func names(in typed: ArraySlice<String>) -> Set<String> {
    Set(
      typed.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }.map { text in
        String(text.drop { $0 == "-" }.prefix { $0 != "=" })
      })
  }

  /// An option, and its text on the command line.
  private typealias Added = (option: String, argument: String)

  private static func added(to typed: Set<String>, by values: [String: String], in command: JSON) -> [Added] {
    var taken = typed
    var added: [Added] = []
    let precedence = rivals.map(\.option)
    let rank = { (option: Option) in precedence.firstIndex(of: option.name) ?? precedence.count }
    let name = command["commandName"]?.string
    // A client that is typed acts in place of any account.
    if let name, actingAsClient.contains(name), typed.contains("client") { taken.insert("account") }
    func isTypedOnly(_ option: String) -> Bool { typedOnly.contains { $0.command == name && $0.option == option } }
    let idle = dependents.filter { rule in
      rule.command == name && !typed.contains(rule.option)
        && (values[rule.option] == nil || isTypedOnly(rule.option))
    }
    for option in command.options.sorted(by: { rank($0) < rank($1) }) {
      guard !isTypedOnly(option.name), !taken.contains(option.name),
        let value = values[key(of: option.name, in: command)],
        typed.isDisjoint(with: option.names),
        !idle.contains(where: { $0.dependent.contains(option.name) })
      else { continue }
      guard !rivals.contains(where: { taken.contains($0.option) && $0.silences.contains(option.name) }) else {
        continue
      }
      if option.isFlag {
        guard !["0", "false", "no", "off"].contains(value) else { continue }
        added.append((option.name, "--\(option.name)"))
      } else {
        added.append((option.name, "--\(option.name)=\(value)"))
      }
      taken.insert(option.name)
    }
    return added
  }

  /// An option of a command.
  fileprivate struct Option {
    let name: String
    let names: Set<String>
    let isFlag: Bool

    init?(_ json: JSON) {
      let names = json["names"]?.array ?? []
      guard let kind = json["kind"]?.string, kind != "positional",
        let long = names.first(where: { $0["kind"]?.string == "long" })?["name"]?.string
      else { return nil }
      name = long
      self.names = Set(names.compactMap { $0["name"]?.string })
      isFlag = kind == "flag"
    }
  }
}

extension JSON {
  fileprivate func subcommand(named name: String) -> JSON? {
    self["subcommands"]?.array?.first { $0["commandName"]?.string == name }
  }

  fileprivate var options: [EnvironmentArguments.Option] {
    (self["arguments"]?.array ?? []).compactMap(EnvironmentArguments.Option.init)
  }
}

extension String {
  /// The name of an option as environment variables have it.
  fileprivate var uppercasedVariable: String { replacing("-", with: "_").uppercased() }
}
