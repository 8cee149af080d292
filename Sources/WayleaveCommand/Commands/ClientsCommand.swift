import ArgumentParser
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Your registrations at providers; their secrets are kept encrypted.",
    subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the registrations.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let clients = try await Workplace(output: output).clients.all()
      if output.isJSON {
        Console.answer(["clients": .array(clients.map(\.json))])
        return
      }
      for client in clients {
        Console.answer(
          "\(DisplayText.clean(client.name))  at \(DisplayText.clean(client.provider)), id \(DisplayText.clean(client.client.id)), \(client.authentication)"
        )
      }
      if clients.isEmpty { output.say("None yet. Add one: wayleave clients add NAME --provider P --client-id ID") }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Keep a registration under a name.")
    @Argument(help: "A name of your choice.") var name: String
    @Option(help: "The provider's name, or an issuer's address.") var provider: String
    @OptionGroup(title: "Client") var choice: ClientChoice
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      guard let id = choice.clientID ?? Environment.text("CLIENT_ID") else {
        throw ValidationError("--client-id is needed: copy it from the provider's page for your app.")
      }
      guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw ValidationError("NAME is 1 to 64 visible ASCII characters.")
      }
      let workplace = try Workplace(output: output)
      if let taken = try await workplace.clients.all().first(where: { $0.name == name }), taken.provider != provider {
        throw ValidationError(
          "\(name) is a registration at \(taken.provider) already; remove it first, or take another name.")
      }
      let provider = try workplace.catalogue.provider(
        named: provider, allowingHTTP: allowHTTP || Environment.flag("ALLOW_HTTP"))
      let client = RegisteredClient(name: name, provider: provider.name, client: try choice.given(id: id))
      try await workplace.clients.put(client)
      if output.isJSON { Console.answer(client.json) } else { Console.answer("Kept \(DisplayText.clean(name)).") }
      output.say("Next: wayleave login \(DisplayText.clean(provider.name))")
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget a registration.")
    @Argument(help: "Its name.") var name: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let clients = try Workplace(output: output).clients
      let names = try await clients.all().map(\.name)
      guard try await clients.remove(named: name) else {
        throw OAuthError(
          .unknownClient, rule: .wayleave("a registration is removed by its name"), expected: "the name of a client",
          received: .text(name), remedy: NearestNames.suggestion(for: name, among: names))
      }
      if output.isJSON {
        Console.answer(["removed": .string(name)])
      } else {
        Console.answer("Removed \(DisplayText.clean(name)).")
      }
    }
  }
}

extension RegisteredClient {
  /// The registration without its secret.
  fileprivate var json: JSON {
    [
      "name": .string(name), "provider": .string(provider), "client_id": .string(client.id),
      "client_auth": JSON(client.authentication?.rawValue), "has_secret": .bool(client.secret != nil),
      "key": JSON(client.key?.thumbprint),
      "redirect_uris": JSON((client.isOutOfBand ? [Client.outOfBand] : []) + client.redirectURIs.map(\.text)),
    ]
  }

  fileprivate var authentication: String {
    let shown = [
      client.secret.map { "secret \($0.fingerprint)" }, client.key.map { "key \($0.thumbprint.prefix(8))" },
    ].compactMap(\.self)
    return shown.isEmpty ? "no secret" : shown.joined(separator: ", ")
  }
}
