import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveWire
import WayleaveProvider
import WayleaveSystem

struct ProvidersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "The catalogue of providers, and your own entries.",
    subcommands: [List.self, Show.self, Add.self, Remove.self, Check.self, Schema.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the providers.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let providers = try Workplace(output: output).catalogue.all()
      let templates = Provider.builtInTemplates
      if output.isJSON {
        Console.answer(["providers": .array(providers.map(\.json)), "templates": .array(templates.map(\.json))])
        return
      }
      let needy = templates.filter { $0.variable.usual == nil }
      let rows = (providers.map(\.row) + needy.map(\.row)).sorted { $0.name < $1.name }
      for line in TextLayout(for: .standardOutput).columns(rows, inside: 0) { Console.answer(line) }
      output.say("You can also use the https URL of any issuer: `wayleave login https://…`")
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show an entry in the form that `add` takes.")
    @Argument(help: "The provider's name.", completion: CompletedNames.providers) var name: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let provider = try await Workplace(output: output).provider(named: name, allowingHTTP: false)
      guard !output.isJSON else { return Console.answer(provider.json) }
      Console.answer(exact: provider.json.yaml())
      guard provider.registration != nil || provider.isRetired else { return }
      for line in RegistrationSteps(at: provider).lines { output.say(line) }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add an entry from a YAML file.")
    @Argument(help: "The file.") var file: String
    @Flag(help: "Replace an entry of that name.") var replace = false
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let provider = try Workplace(output: output).catalogue
        .add(file: file, allowingHTTP: allowHTTP, replacing: replace)
      if output.isJSON { Console.answer(provider.json) } else { Console.answer("Added \(provider.name).") }
      output.say("Next: wayleave clients add NAME --provider \(provider.name) --client-id ID --client-secret-file FILE")
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove an entry that was added.")
    @Argument(help: "The provider's name.", completion: CompletedNames.providers) var name: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      try Workplace(output: output).catalogue.remove(named: name)
      if output.isJSON { Console.answer(["removed": .string(name)]) } else { Console.answer("Removed \(name).") }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check entries: what is wrong, and in which line.",
      discussion: """
        Without a name, every entry that you have added is checked. A file that is
        named like an entry is meant with a path, such as ./name, or with .yaml at
        its end. The exit code is 8 when an entry cannot be used; a warning alone is
        exit 0.
        """)
    @Argument(help: "Files, or names of entries; - is standard input.", completion: .file()) var entries: [String] = []
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let checks = try Workplace(output: output).catalogue.checks(of: entries, allowingHTTP: allowHTTP)
      if output.isJSON {
        Console.answer(["valid": .bool(!checks.contains(where: \.hasErrors)), "files": .array(checks.map(\.json))])
      } else {
        let layout = TextLayout(for: .standardOutput)
        for check in checks where !output.isQuiet || !check.findings.isEmpty {
          Console.answer(exact: check.text(in: layout, style: TextStyle(for: .standardOutput)))
        }
        if checks.isEmpty { output.say("You have not added an entry. `wayleave providers check FILE` checks a file.") }
      }
      if checks.contains(where: \.hasErrors) { throw AnsweredFailure(status: ExitStatus.checkFailed) }
    }
  }

  struct Schema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the JSON Schema of an entry, for editors and other checkers.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      if output.isJSON { return Console.answer(EntryFormat.schema) }
      Console.answer(exact: EntryFormat.schema.indented(upTo: 4 << 20) ?? EntryFormat.schema.encodedText())
    }
  }
}

extension Provider {
  /// The line of the list.
  fileprivate var row: TextLayout.Row {
    TextLayout.Row(name: name.text, value: "\(DisplayText.clean(title)) (\(spoken)\(isRetired ? ", has ended" : ""))")
  }

  private var spoken: String {
    switch service {
    case .oauth1: "OAuth 1.0a"
    case .oauth2: "OAuth 2"
    case .issuer: "OpenID"
    }
  }
}

extension ProviderTemplate {
  /// The line of the list.
  fileprivate var row: TextLayout.Row {
    TextLayout.Row(name: shownName, value: "\(title) (\(variable.meaning))")
  }

  fileprivate var json: JSON {
    [
      "name": .string(name.text), "title": .string(title), "variable": .string(variable.name),
      "meaning": .string(variable.meaning), "usual": JSON(variable.usual), "example": .string(variable.example),
    ]
  }
}
