import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSystem

struct ProvidersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "The catalogue of providers, and your own entries.",
    subcommands: [List.self, Show.self, Add.self, Remove.self, Check.self, Update.self, Schema.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the providers.",
      discussion: """
        A name with a word in capitals is one for many services: the value of your
        own stands in its place, such as zendesk.acme.
        """)
    @Argument(help: "Only those with this word in their name or title.") var word: String?
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      // Without "list", a word is a misspelt command.
      guard word == nil || CommandLine.arguments.contains("list") else {
        throw ValidationError("“\(DisplayText.clean(word ?? ""))” is not a command of `wayleave providers`.")
      }
    }

    func run() async throws {
      let catalogue = try Workplace(output: output, isAsking: false).catalogue
      let (allProviders, allTemplates) = try catalogue.everything()
      let providers = allProviders.filter { Self.isMeant($0.name, $0.title, $0.aliases, by: word) }
      let templates = allTemplates.filter { Self.isMeant($0.name, $0.title, $0.aliases, by: word) }
      if output.isJSON {
        Console.answer(["providers": .array(providers.map(\.json)), "templates": .array(templates.map(\.json))])
        return
      }
      let notes = try catalogue.correctedEntries().mapValues(\.note)
      let rows = (providers.map { $0.row(noting: notes[$0.name]) } + templates.map { $0.row(noting: notes[$0.name]) })
        .sorted { $0.name < $1.name }
      for line in TextLayout(for: .standardOutput).columns(rows, inside: 0) { Console.answer(line) }
      if let word, rows.isEmpty {
        output.say("No provider has “\(DisplayText.clean(word, limit: 100))” in its name or title.")
      }
      output.say("You can also use the https URL of any issuer or API: `wayleave login https://…`")
    }

    private static func isMeant(_ name: ProviderName, _ title: String, _ aliases: [String], by word: String?) -> Bool {
      guard let word = word?.lowercased() else { return true }
      return name.text.contains(word) || title.lowercased().contains(word) || aliases.contains(word)
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show an entry in the form that `add` takes.")
    @Argument(help: "The provider's name.", completion: CompletedNames.providers) var name: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output, isAsking: false)
      let template = try workplace.catalogue.template(named: ProviderName(name))
      // One for many services is shown as it is written.
      if let template, template.name.text.hasSameBytes(as: name) {
        let provider = try template.usualValues == nil ? template.example() : template.usual()
        show(template.description, of: provider, as: template)
      } else {
        let provider = try await workplace.provider(named: name, allowingHTTP: false)
        show(provider.json, of: provider, as: template)
      }
      let entry = template?.name ?? ProviderName(name)
      guard !output.isJSON, entry.isOfProgram, let corrected = try workplace.catalogue.corrected(entry) else { return }
      for line in corrected.sentences(of: entry, by: workplace.catalogue.usableUpdate()) { output.say(line) }
    }

    private func show(_ json: JSON, of provider: Provider, as template: ProviderTemplate?) {
      guard !output.isJSON else { return Console.answer(json) }
      Console.answer(exact: json.yaml())
      if let template {
        let meanings = template.variables.map { "\($0.name.uppercased()) is \(DisplayText.clean($0.meaning))" }
        output.say("One entry for many services: \(template.shownName). \(meanings.joined(separator: ", and ")).")
        output.say("For example: wayleave providers show \(template.exampleName)")
        if template.name.text.hasSameBytes(as: name), let usual = template.usualSentence { output.say(usual) }
      }
      guard provider.registration != nil || !provider.takesNewClients else { return }
      for line in RegistrationSteps(at: provider).lines { output.say(line) }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add an entry from a YAML file.")
    @Argument(help: "The file.") var file: String
    @Flag(help: "Replace an entry of that name.") var replace = false
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let check = try Workplace(output: output, isAsking: false).catalogue
        .add(file: file, allowingHTTP: allowHTTP, replacing: replace)
      guard let entry = check.entry else { throw report(check) }
      if output.isJSON { Console.answer(entry.json) } else { Console.answer("Added \(entry.name).") }
      tellWarnings(of: check)
      if let digest = check.digest { output.say("SHA-256 of the file: \(digest)") }
      if let changes = check.overridden {
        let keys = DisplayText.clean(changes.map(\.key).joined(separator: ", "), limit: 1000)
        return output.say("It changes the built-in entry \(entry.name): \(keys.isEmpty ? "nothing" : keys).")
      }
      if let template = entry.template {
        output.say("It is for many services: \(template.shownName), such as \(template.exampleName).")
      }
      guard let provider = try entry.template?.example() ?? entry.provider else { return }
      output.say("Next: \(RegistrationSteps(at: provider).command)")
    }

    /// Shows everything that is wrong with the file.
    private func report(_ check: EntryCheck) -> AnsweredFailure {
      if output.isJSON {
        Console.answer(check.failure)
      } else {
        Console.error(check.text(after: "wayleave: ", in: TextLayout(for: .standardError)))
      }
      return AnsweredFailure(status: ExitStatus.usage)
    }

    private func tellWarnings(of check: EntryCheck) {
      guard !output.isJSON, !check.findings.isEmpty else { return }
      output.say(check.text(in: TextLayout(for: .standardError)))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove an entry that was added.")
    @Argument(help: "The provider's name.", completion: CompletedNames.providers) var name: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output, isAsking: false)
      try workplace.catalogue.remove(named: name)
      let use = await workplace.use(of: ProviderName(name))
      if ProviderName(name).isOfProgram, !output.isJSON {
        return Console.answer("Removed your changes of \(name): the built-in entry counts again.")
      }
      guard !output.isJSON else {
        return Console.answer(["removed": .string(name), "used_by": use?.json ?? .null])
      }
      Console.answer("Removed \(name).")
      if let use, !use.isEmpty { output.say(use.warning) }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
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
      let checks = try Workplace(output: output, isAsking: false).catalogue.checks(of: entries, allowingHTTP: allowHTTP)
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
      commandName: "schema",
      abstract: "Print the JSON Schema of an entry, for editors and other checkers.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      if output.isJSON { return Console.answer(EntryFormat.schema) }
      Console.answer(exact: EntryFormat.schema.indented(upTo: 4 << 20) ?? EntryFormat.schema.encodedText())
    }
  }
}

extension Provider {
  /// The line of the list; a title that names the protocol already is enough.
  fileprivate func row(noting note: String?) -> TextLayout.Row {
    let title = DisplayText.clean(title)
    let notes = [title.contains("OAuth") ? nil : spoken, status.note, note].compactMap(\.self)
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return TextLayout.Row(name: name.text, value: title + suffix)
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
  fileprivate func row(noting note: String?) -> TextLayout.Row {
    let meanings = variables.map { DisplayText.clean($0.meaning) }.joined(separator: ", and ")
    let notes = [status.note, note].compactMap(\.self)
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return TextLayout.Row(
      name: shownName, value: "\(DisplayText.clean(title)): \(meanings), such as \(exampleName)\(note)")
  }

  fileprivate var json: JSON {
    let first = variables[0].listed.object ?? JSON.Object()
    return [
      "name": .string(name.text), "title": .string(title), "variable": first["name"] ?? .null,
      "meaning": first["meaning"] ?? .null, "usual": first["usual"] ?? .null, "example": first["example"] ?? .null,
      "variables": .array(variables.map(\.listed)), "example_name": .string(exampleName.text),
    ]
  }
}

extension ProviderVariable {
  fileprivate var listed: JSON {
    [
      "name": .string(name), "meaning": .string(meaning), "usual": JSON(usual), "example": .string(example),
    ]
  }
}
