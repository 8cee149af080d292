import Wayleave
import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// What a running playground leaves for the other commands of its user: its providers, and the clients at each of them.
package struct PlaygroundDescription: Sendable, Equatable {
  /// One provider and the clients that are registered there; the first one has the provider's name and is its default.
  package struct Entry: Sendable, Equatable {
    package let provider: Provider
    package let clients: [RegisteredClient]

    package init(provider: Provider, clients: [RegisteredClient]) {
      self.provider = provider
      self.clients = clients
    }

    /// The entry of one run of a playground.
    func played(in run: String?) -> Entry {
      var provider = provider
      provider.playgroundRun = run
      return Entry(provider: provider, clients: clients)
    }
  }

  /// The address of the front page, without a slash at its end.
  package let base: String
  package let entries: [Entry]
  /// Which run of a playground it is: a random name, new with each start. Nil where no other command finds it.
  package let run: String?

  package init(base: String, entries: [Entry], run: String? = nil) {
    self.base = base
    self.run = run
    self.entries = entries.map { $0.played(in: run) }
  }

  package var providers: [Provider] { entries.map(\.provider) }
  package var clients: [RegisteredClient] { entries.flatMap(\.clients) }

  /// The name of a personality as a provider.
  package static func name(of personality: String) -> ProviderName { ProviderName("playground-\(personality)") }

  /// Whether a name belongs to playgrounds.
  fileprivate static func isName(_ name: ProviderName) -> Bool { name.text.hasPrefix(self.name(of: "").text) }
}

extension PlaygroundDescription {
  /// The description with the made-up secrets of the clients, for the file that only this user can read.
  package var exposedJSON: JSON {
    [
      "format": 1, "url": .string(base),
      "entries": .array(
        entries.map { entry in
          ["provider": entry.provider.json, "clients": .array(entry.clients.map { Self.exposedJSON(of: $0) })]
        }),
    ]
  }

  /// Reads what ``exposedJSON`` wrote; throws `configuration.malformed_provider`.
  ///
  /// Tokens go to these endpoints: every URL in it must be of the one address on this machine where the playground is.
  /// With a name only its entry is taken apart.
  package init(exposedJSON json: JSON, run: String? = nil, only name: ProviderName? = nil) throws(OAuthError) {
    guard json["format"]?.integer == 1, let base = json["url"]?.string, let url = try? AbsoluteURL(base),
      url.scheme == "http", url.isLoopback, let origin = Origin(of: url), origin.description.hasSameBytes(as: base),
      let list = json["entries"]?.array
    else { throw .malformedDescription("its URL is not on this machine") }
    guard Self.isConfined(json, to: origin) else { throw .malformedDescription("it names a URL elsewhere") }
    var entries: [Entry] = []
    for member in list {
      if let name, member["provider"]?["name"]?.string != name.text { continue }
      entries.append(try Entry(member))
    }
    self.init(base: base, entries: entries, run: run)
  }

  /// Whether every text that is a URL has this origin, wherever it stands.
  private static func isConfined(_ json: JSON, to origin: Origin) -> Bool {
    switch json {
    case .string(let text):
      !text.contains("://") || (try? AbsoluteURL(text)).flatMap { Origin(of: $0) } == origin
    case .array(let elements): elements.allSatisfy { isConfined($0, to: origin) }
    case .object(let object): object.members.allSatisfy { isConfined($0.value, to: origin) }
    default: true
    }
  }

  /// A client as `--print-clients` prints it too.
  package static func exposedJSON(of client: RegisteredClient) -> JSON {
    [
      "name": .string(client.name), "provider": .string(client.provider.text),
      "client_id": .string(client.client.id.text), "client_secret": JSON(client.client.secret?.exposedText),
      "client_auth": JSON(client.client.authentication?.rawValue),
    ]
  }
}

extension PlaygroundDescription.Entry {
  fileprivate init(_ json: JSON) throws(OAuthError) {
    guard let described = json["provider"], let list = json["clients"]?.array else {
      throw .malformedDescription("its entries cannot be read")
    }
    let provider = try Provider(json: described)
    guard PlaygroundDescription.isName(provider.name) else {
      throw .malformedDescription("it names an unknown provider")
    }
    var clients: [RegisteredClient] = []
    for member in list { clients.append(try Self.client(member, at: provider)) }
    self.init(provider: provider, clients: clients)
  }

  private static func client(_ json: JSON, at provider: Provider) throws(OAuthError) -> RegisteredClient {
    guard let name = json["name"]?.string, let id = json["client_id"]?.string else {
      throw .malformedDescription("its clients cannot be read")
    }
    let client = try Client(
      id: ClientID(id), secret: json["client_secret"]?.string.map { Secret($0) },
      authentication: json["client_auth"]?.string.flatMap { ClientAuthenticationMethod(rawValue: $0) })
    return try RegisteredClient(name: name, provider: provider.name, client: client)
  }
}

extension OAuthError {
  /// No playground runs that this user's commands find: one may run in another home, or after another one.
  package static func playgroundNotRunning(for name: ProviderName) -> OAuthError {
    let tollgate =
      "If one runs elsewhere, sign in by its issuer: `wayleave login http://127.0.0.1:PORT/tollgate --client-id tollgate-native`."
    // Of its providers Tollgate alone has an issuer.
    let isTollgate = name.text.hasSameBytes(as: "playground-tollgate")
    return OAuthError(
      .unreachable, message: "No playground of yours is running.",
      rule: .wayleave("the providers of the playground exist while it runs"),
      remedy: .advice(
        "Start one in another terminal: `wayleave playground`. "
          + (isTollgate ? tollgate : "Then repeat your command.")))
  }

  /// The playground of a stored account has ended, and another one may run; `name` is what the user calls the account.
  package static func playgroundEnded(
    at provider: ProviderName, name: String? = nil, isAnotherRunning: Bool
  ) -> OAuthError {
    let account = name.flatMap { Remedy.option("--account", $0) }.map { " \($0)" } ?? ""
    let signIn = "wayleave login \(DisplayText.clean(provider.text))\(account)"
    return OAuthError(
      .unreachable,
      message: "The playground that you signed in to has ended. Its accounts no longer exist.",
      rule: .wayleave("a playground lives in memory"),
      remedy: .advice(
        isAnotherRunning
          ? "Sign in at the one that runs now: `\(signIn)`."
          : "Start one in another terminal: `wayleave playground`. Then sign in again: `\(signIn)`."))
  }

  /// The same for a command that prints the credential: it is gone, and a sign-in is needed.
  package var leavingNoCredential: OAuthError {
    OAuthError(.signInNeeded, message: message, rule: rule, remedy: remedy)
  }

  fileprivate static func malformedDescription(_ what: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "The file that the running playground left cannot be used: \(what).",
      rule: .wayleave("a playground is on this machine"),
      remedy: "End the playground, and start it again: `wayleave playground`.")
  }
}
