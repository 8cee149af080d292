import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Your registrations at providers; their secrets are stored encrypted.",
    subcommands: [List.self, Add.self, RegisterClientCommand.self, Remove.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the registrations.")
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let own = try await workplace.clients.all()
      let played = workplace.playedClients(besides: own)
      if output.isJSON {
        Console.answer([
          "clients": .array(own.map { $0.json(isStored: true) } + played.map { $0.json(isStored: false) })
        ])
        return
      }
      let unused = try await unused(of: own, in: workplace)
      let layout = TextLayout(for: .standardOutput)
      let texts =
        own.map { $0.text(isStored: true, isUnused: unused.contains($0.name), in: layout) }
        + played.map { $0.text(isStored: false, in: layout) }
      guard texts.isEmpty else { return Console.answer(texts.joined(separator: "\n\n")) }
      output.say(
        "You have no client yet. `wayleave login PROVIDER` says where to register an app, and which command saves it."
      )
    }

    /// The names of those that sign-ins have registered and no account needs; none where an account cannot be read.
    private func unused(of clients: [RegisteredClient], in workplace: Workplace) async throws -> Set<String> {
      let made = clients.filter { $0.madeFor != nil }
      guard !made.isEmpty else { return [] }
      let accounts = (try? await workplace.withAccounts(mayStayOffline: true) { try await $0.all() }) ?? []
      guard workplace.damaged.isEmpty else { return [] }
      return Set(made.filter { client in !accounts.contains(where: client.isNeeded) }.map(\.name))
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Save a registration under a name.",
      discussion: """
        It stores, encrypted, what the provider's page for your app shows. Give
        secrets by a file, by standard input or by WAYLEAVE_CLIENT_SECRET, never as
        an argument. A client authenticates by one of these:

          none               nothing: an app has no secret
          basic, post        id and secret, in the header or in the body
          basic-raw          as basic, for servers that do not decode it
          client_secret_jwt  a JWT made with the secret, of 32 bytes or more
          private_key_jwt    a JWT signed with the key of --key-file
          client_secret_signed  a JWT as the secret, as Apple has it:
                             --key-file, --key-id and --team
          tls                --certificate-file, and the --key-file to it

        A client id can be the https URL of a document that says what the client is
        (Documentation/client-id.md). Without --provider such a client is for each
        server that reads these documents, where you have no other client. It has no
        secret: none or private_key_jwt.
        """)
    @Argument(help: "A name of your choice.") var name: String
    @Option(
      help: "The provider's name, or an issuer's URL; needed unless the client id is a URL.",
      completion: CompletedNames.providers)
    var provider: String?
    @OptionGroup(title: "Client") var description: ClientDescription
    @Flag(name: .customLong("no-dpop"), help: "Have plain tokens always, for APIs that take no others.")
    var declinesBinding = false
    @Flag(help: "Replace a registration of that name.") var replace = false
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      guard let id = description.clientID else {
        throw ValidationError("--client-id is needed: copy it from the provider's page for your app.")
      }
      guard provider != nil || ClientIDMetadataDocument.isNamed(by: ClientID(id)) else {
        throw ValidationError("--provider is missing: a client is one at a provider, unless its id is an https URL.")
      }
      let workplace = try Workplace(output: output)
      var named: Provider?
      if let provider { named = try await workplace.exactProvider(named: provider, allowingHTTP: allowHTTP) }
      try await workplace.requireFreeName(name, replacing: replace)
      description.warnOfFiles(by: output)
      var client = try description.registered(as: name, at: named, id: ClientID(id))
      if named == nil { client.provider = ProviderName(id) }
      client.client.bindsTokens = !declinesBinding
      workplace.announceNewStore()
      try await workplace.clients.put(client)
      if output.isJSON { Console.answer(client.json) } else { Console.answer("Saved \(DisplayText.clean(name)).") }
      for warning in client.client.redirectURIs.compactMap({ URLScheme(of: $0.url)?.warning }) { output.say(warning) }
      if let warning = client.client.id.warningOfURL { output.say("Warning: \(warning)") }
      guard let provider = named else {
        return output.remark(
          "The document is at \(DisplayText.clean(id)), once you publish it. Next: wayleave login URL, of a server or an API."
        )
      }
      if Self.isKnown(provider), let missing = RegistrationSteps(at: provider).missingCredential(of: client) {
        // A sign-in of this client would fail: what to type next is in the warning.
        return output.say(
          "Warning: \(missing.sentence) Repeat the command with --replace and \(missing.options).")
      }
      let all = try await workplace.clients.all()
      let accounts = try await workplace.withAccounts(mayStayOffline: true) { try await $0.all() }
      output.remark(NextStep(for: client, at: provider, among: all, accounts: accounts).text)
    }

    /// Whether the entry is ours, and so says how clients authenticate.
    private static func isKnown(_ provider: Provider) -> Bool {
      (Provider.builtInNames + PlaygroundDescription.names).contains(provider.name)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a registration; one of `clients register` is removed at the provider too.",
      discussion: """
        If the provider cannot be reached, or refuses, nothing is changed: try again,
        or add --local. A registration that an account uses is not removed at the
        provider: sign the account out first.
        """)
    @Argument(help: "Its name.", completion: CompletedNames.clients) var name: String
    @Flag(help: "Remove it here only.") var local = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let all = try await workplace.clients.all()
      guard let client = all.first(where: { $0.name.hasSameBytes(as: name) }) else {
        // One that is damaged is found by its file.
        guard try await workplace.clients.remove(named: name) else {
          let isPlayed = try await workplace.knownClients().contains { $0.name.hasSameBytes(as: name) }
          throw isPlayed ? Self.ofPlayground(name) : Self.unknown(name, among: all)
        }
        return report("unknown", "It could not be read. It may still be registered at its provider.")
      }
      let isEnded = try await end(client, in: workplace)
      _ = try await workplace.clients.remove(named: name)
      await DirectRecords(in: FileVault(directory: workplace.folders.metadata, key: workplace.key))
        .removeAll(of: client.client.id, endingBy: WallClock.now())
      let outcome = isEnded ? "ended" : client.configuration == nil ? "not_offered" : "skipped"
      let provider = DisplayText.clean(client.provider.text)
      guard !client.isForAnyServer else { return report(outcome, "Its document stays at \(provider).") }
      report(
        outcome,
        isEnded
          ? "The registration at \(provider) was removed too."
          : client.configuration == nil
            ? "If it is registered at \(provider), it stays so: only the provider's page for your app removes it."
            : "It stays registered at \(provider).")
    }

    private func report(_ outcome: String, _ remark: String) {
      guard !output.isJSON else {
        return Console.answer(["removed": .string(name), "registration": .string(outcome)])
      }
      Console.answer("Removed \(DisplayText.clean(name)).")
      output.say(remark)
    }

    private static func ofPlayground(_ name: String) -> OAuthError {
      OAuthError(
        .unknownClient, message: "The client “\(DisplayText.clean(name))” is one of the running playground.",
        rule: .wayleave("a client of a playground is there while it runs"),
        remedy: "It goes when you end the playground. Yours are in `wayleave clients`.")
    }

    private static func unknown(_ name: String, among all: [RegisteredClient]) -> OAuthError {
      OAuthError(
        .unknownClient, message: "No client has the name \(TypedName.shown(name)).",
        rule: .wayleave("a registration is removed by its name"),
        remedy: .advice(NearestNames.suggestion(for: name, among: all.map(\.name))))
    }

    /// Removes the registration at the provider where it can; true when it did.
    private func end(_ client: RegisteredClient, in workplace: Workplace) async throws -> Bool {
      guard !local, let configuration = client.configuration else { return false }
      let accounts = try await workplace.withAccounts(mayStayOffline: true) { try await $0.all() }
      if let use = OAuthError.stillUsed(client, by: accounts) { throw use }
      // An account that cannot be read may need it.
      if let damage = workplace.damaged.first {
        throw damage.remedied(by: .advice("\(damage.remedy.inCommands) \(client.removingHere)"))
      }
      do {
        try await workplace.withAccounts(as: nil, trustRoots: network.caFile) {
          try await $0.endRegistration(configuration)
        }
      } catch let error as OAuthError where error.code != .cancelled {
        // A provider may never be able to: the way that works without it is named.
        throw error.remedied(by: .advice("\(error.remedy.inCommands) \(client.removingHere)"))
      }
      return true
    }
  }
}

extension Workplace {
  /// Checks that a name can be given to a registration; a taken one only where the user wants to replace it.
  func requireFreeName(_ name: String, replacing: Bool = false) async throws {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ValidationError("NAME is 1 to 64 visible ASCII characters.")
    }
    let taken: RegisteredClient?
    do throws(OAuthError) { taken = try await clients.client(named: name) } catch {
      // What cannot be read is lost already: the user may replace it.
      guard replacing, error.code == .storeDamaged else { throw error }
      return
    }
    guard let taken else { return }
    // At its provider that one would be left without anyone who can remove it.
    guard taken.configuration == nil else { throw OAuthError.madeByRegistration(taken) }
    guard replacing else { throw OAuthError.nameTaken(taken) }
    let id = DisplayText.clean(taken.client.id.text)
    Console.error("Replacing \(name): client \(id) at \(DisplayText.clean(taken.provider.text)).")
  }
}

extension ClientID {
  /// What a server may not like about it where it is a URL; nil for another one.
  fileprivate var warningOfURL: String? {
    guard ClientIDMetadataDocument.isNamed(by: self) else { return nil }
    return (try? ClientIDMetadataDocument.url(of: self)).flatMap(ClientIDMetadataDocument.warning)
  }
}

extension RegisteredClient {
  /// The way to remove it that works without the provider.
  fileprivate var removingHere: String {
    "To remove it here only: `wayleave clients remove \(Remedy.argument(name) ?? "NAME") --local`."
  }
}

extension OAuthError {
  /// The accounts for which a registration is still needed; nil where there are none.
  ///
  /// RFC 7592 §2.3: with the registration all its grants may end, and a client that is gone can revoke nothing.
  fileprivate static func stillUsed(_ client: RegisteredClient, by accounts: [StoredCredential]) -> OAuthError? {
    let users = accounts.filter(client.isNeeded)
    guard !users.isEmpty else { return nil }
    let names = AccountName.ofEach(users, among: accounts)
    let shown = DisplayText.clean(names.map { "“\($0)”" }.joined(separator: ", "), limit: 600)
    let needers = users.count == 1 ? "the account \(shown)" : "\(users.count) accounts: \(shown)"
    // What is signed out, and waits for the provider to confirm that, is sent again first.
    let commands = zip(users, names).map { stored, name in
      stored.isSignedOut || !client.serves(stored)
        ? "`wayleave logout --pending`" : "`wayleave logout \(Remedy.argument(name) ?? "NAME")`"
    }
    let first = Set(commands).sorted().prefix(5).joined(separator: ", ")
    return OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(client.name))” is still needed by \(needers).",
      rule: .rfc(7592, "2.3"), remedy: .advice("Sign out first: \(first). \(client.removingHere)"))
  }

  fileprivate static func nameTaken(_ client: RegisteredClient) -> OAuthError {
    let isPublic = client.client.secret == nil && client.client.key == nil && client.certificate == nil
    let loss = isPublic ? "" : ": the secret or key of the old one is then lost here"
    return OAuthError(
      .invalidValue, message: "The name is taken already: \(taken(client)).",
      rule: .wayleave("a registration is replaced only when the user says so"),
      remedy: .advice("Choose another name, or add --replace\(loss)."))
  }

  fileprivate static func madeByRegistration(_ client: RegisteredClient) -> OAuthError {
    OAuthError(
      .invalidValue,
      message:
        "You have a client with the name “\(DisplayText.clean(client.name))” already, registered at its provider.",
      rule: .wayleave("a registration is removed at its provider before its name is used again"),
      received: taken(client),
      remedy: """
        Choose another name, or remove it first: `wayleave clients remove \(Remedy.argument(client.name) ?? "NAME")`.
        """)
  }

  private static func taken(_ client: RegisteredClient) -> Received {
    let id = DisplayText.clean(client.client.id.text)
    return .described(
      "\(DisplayText.clean(client.name)), which is client \(id) at \(DisplayText.clean(client.provider.text))")
  }
}
