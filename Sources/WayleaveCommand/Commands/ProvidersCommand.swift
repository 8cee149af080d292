import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveWire
import WayleaveProvider

struct ProvidersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "The catalogue of providers, and your own entries.",
    subcommands: [List.self, Show.self, Add.self, Remove.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the providers.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let providers = try Workplace(output: output).catalogue.all()
      if output.isJSON {
        Console.answer(["providers": .array(providers.map(\.json))])
        return
      }
      let width = providers.map(\.name.text.count).max() ?? 0
      for provider in providers {
        let gap = String(repeating: " ", count: width - provider.name.text.count)
        Console.answer("\(provider.name)\(gap)  \(provider.spoken)  \(DisplayText.clean(provider.title))")
      }
      output.say("You can also use the https URL of any issuer: `wayleave login https://…`")
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show an entry in the form that `add` takes.")
    @Argument(help: "The provider's name.", completion: CompletedNames.providers) var name: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let provider = try await Workplace(output: output).provider(named: name, allowingHTTP: false)
      if output.isJSON { Console.answer(provider.json) } else { Console.answer(exact: provider.json.yaml()) }
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
}

extension Provider {
  /// The protocol in a word, padded to one width.
  fileprivate var spoken: String {
    switch service {
    case .oauth1: "OAuth 1.0a"
    case .oauth2: "OAuth 2   "
    case .issuer: "OpenID    "
    }
  }
}
