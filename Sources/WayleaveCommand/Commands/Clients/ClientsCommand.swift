import ArgumentParser
import Wayleave
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Your registrations at providers; their secrets are kept encrypted.",
    subcommands: [List.self, Add.self, RegisterClientCommand.self, Remove.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the registrations.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let clients = try await Workplace(output: output).clients.all()
      if output.isJSON {
        Console.answer(["clients": .array(clients.map(\.json))])
        return
      }
      for client in clients { Console.answer(client.text) }
      if clients.isEmpty { output.say("None yet. Add one: wayleave clients add NAME --provider P --client-id ID") }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keep a registration under a name.",
      discussion: """
        What the provider's page for your app shows is kept here, encrypted.
        Secrets come by a file, by standard input or by WAYLEAVE_CLIENT_SECRET,
        never as an argument. A client shows who it is by one of these:

          none               nothing: an app without a secret
          basic, post        id and secret, in the header or in the body
          basic-raw          as basic, for servers that do not decode it
          client_secret_jwt  a JWT made with the secret, of 32 bytes or more
          private_key_jwt    a JWT signed with the key of --key-file
          tls                --certificate-file, and the --key-file to it
        """)
    @Argument(help: "A name of your choice.") var name: String
    @Option(help: "The provider's name, or an issuer's address.") var provider: String
    @OptionGroup(title: "Client") var description: ClientDescription
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      guard let id = description.clientID else {
        throw ValidationError("--client-id is needed: copy it from the provider's page for your app.")
      }
      let workplace = try Workplace(output: output)
      let provider = try workplace.catalogue.provider(named: provider, allowingHTTP: allowHTTP)
      try await workplace.requireFreeName(name, at: provider)
      let client = try description.registered(as: name, at: provider, id: id)
      try await workplace.clients.put(client)
      if output.isJSON { Console.answer(client.json) } else { Console.answer("Kept \(DisplayText.clean(name)).") }
      output.remark(NextStep(for: client, at: provider, among: try await workplace.clients.all()).text)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget a registration; one of `clients register` ends at the provider too.",
      discussion: "Where the provider cannot be reached, or refuses, nothing is changed: try again, or add --local.")
    @Argument(help: "Its name.") var name: String
    @Flag(help: "Forget it here only.") var local = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let all = try await workplace.clients.all()
      guard let client = all.first(where: { $0.name.hasSameBytes(as: name) }) else {
        throw OAuthError(
          .unknownClient, rule: .wayleave("a registration is removed by its name"), expected: "the name of a client",
          received: .text(name), remedy: .advice(NearestNames.suggestion(for: name, among: all.map(\.name))))
      }
      let isEnded = try await end(client, in: workplace)
      _ = try await workplace.clients.remove(named: name)
      let outcome = isEnded ? "ended" : client.configuration == nil ? "not_offered" : "skipped"
      if output.isJSON {
        Console.answer(["removed": .string(name), "registration": .string(outcome)])
      } else {
        Console.answer("Removed \(DisplayText.clean(name)).")
        output.say(
          isEnded
            ? "The registration at \(DisplayText.clean(client.provider)) has ended too."
            : "It is still registered at \(DisplayText.clean(client.provider)).")
      }
    }

    /// Ends the registration where that is asked for and can be done; whether it was.
    private func end(_ client: RegisteredClient, in workplace: Workplace) async throws -> Bool {
      guard !local, let configuration = client.configuration else { return false }
      try await workplace.withAccounts { try await $0.endRegistration(configuration) }
      return true
    }
  }
}

extension Workplace {
  /// Sees that a name can be given to a registration at a provider.
  func requireFreeName(_ name: String, at provider: Provider) async throws {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ValidationError("NAME is 1 to 64 visible ASCII characters.")
    }
    guard let taken = try await clients.all().first(where: { $0.name.hasSameBytes(as: name) }) else { return }
    guard taken.provider.hasSameBytes(as: provider.name), taken.configuration == nil else {
      throw ValidationError(
        "\(name) is a registration at \(DisplayText.clean(taken.provider)) already; remove it first, or take another name."
      )
    }
  }
}
