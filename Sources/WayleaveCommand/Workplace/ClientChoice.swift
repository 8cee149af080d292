import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Which registration a sign-in uses: the named one, the described one, or the provider's only one.
struct ClientChoice: ParsableArguments {
  @Option(
    name: .customLong("client"), help: "The name, or the client id, of a registration of `wayleave clients`.",
    completion: CompletedNames.clients)
  var name: String?

  @OptionGroup var description: ClientDescription

  /// Whether the user asks for a client, by its name or by what it is.
  var isGiven: Bool { name != nil || description.isGiven }

  /// What the choice says before there is a provider.
  func given(in workplace: Workplace) async throws(OAuthError) -> ProviderSearch.GivenClient {
    guard isGiven else { return .none }
    if let id = description.clientID.map(ClientID.init) {
      return ClientIDMetadataDocument.isNamed(by: id) ? .published(id) : .registered
    }
    guard let name, let known = try await workplace.clients.all().meant(by: name), known.isForAnyServer else {
      return .registered
    }
    return .published(known.client.id)
  }

  /// The client for a provider, and for an API or the provider's own where the user has none of their own there; throws
  /// `configuration.unknown_client` with what to add.
  func client(
    for provider: Provider, madeFor purpose: String? = nil, among registered: [RegisteredClient]
  ) throws(OAuthError) -> RegisteredClient {
    if let id = description.clientID {
      var described = try description.registered(as: provider.name.text, at: provider, id: ClientID(id))
      if ClientIDMetadataDocument.isNamed(by: described.client.id) { described.madeFor = purpose }
      return described
    }
    return try changed(.chosen(name, at: provider, madeFor: purpose, among: registered))
  }

  /// The described or named client, at any provider; throws `configuration.unknown_client`.
  func client(among registered: [RegisteredClient]) throws(OAuthError) -> RegisteredClient {
    if let id = description.clientID { return try description.registered(as: id, at: nil, id: ClientID(id)) }
    guard let named = name.map({ registered.meant(by: $0) }) ?? (registered.count == 1 ? registered.first : nil) else {
      throw .unnamedClient(name, among: registered.map(\.name))
    }
    return try changed(named)
  }

  private func changed(_ registered: RegisteredClient) throws(OAuthError) -> RegisteredClient {
    var registered = registered
    registered.client = try description.changed(registered.client)
    return registered
  }

  func validate() throws {
    // It would be dropped without a word where the provider has a client already.
    guard description.clientID != nil || !description.isGiven || name != nil else {
      throw ValidationError(
        "--client-secret-file, --api-key-file, --key-file, --key-id, --team, --certificate-file and --client-auth describe a client: give its --client-id too."
      )
    }
    guard name == nil || !description.isGiven else {
      throw ValidationError(
        "--client names a registration; --client-id, --client-secret-file, --api-key-file, --key-file, --key-id, --team, --certificate-file and --client-auth describe one."
      )
    }
  }
}

extension RegisteredClient {
  /// The named registration at a provider, or the usual one there; throws `configuration.unknown_client`.
  static func chosen(
    _ name: String?, at provider: Provider, madeFor purpose: String? = nil, among registered: [RegisteredClient],
    at now: Instant = WallClock.now()
  ) throws(OAuthError) -> RegisteredClient {
    var here = registered.filter { $0.provider == provider.name }
    guard let name else {
      // What a sign-in has registered serves that API alone, and where the user has a client, none.
      let own = here.filter { $0.madeFor == nil }
      if !own.isEmpty {
        here = own
      } else if let purpose {
        // Of two, the one with more scopes is to take the place of the other, and one whose secret is good that of another.
        let made = here.filter { $0.madeFor == purpose }
        let good = made.filter { !$0.hasExpired(at: now) }
        here = [(good.isEmpty ? made : good).max { $0.scopes?.count ?? 0 < $1.scopes?.count ?? 0 }].compactMap(\.self)
      }
      // Of several, the one that is named like the provider.
      let usual = here.count == 1 ? here.first : here.first { $0.name.hasSameBytes(as: provider.name.text) }
      guard let usual else { throw .noClient(at: provider, among: here.map(\.name)) }
      return usual
    }
    // One for every server is at none of them until a sign-in takes it there.
    let named = here.meant(by: name) ?? registered.filter(\.isForAnyServer).meant(by: name)?.at(provider, for: purpose)
    guard let named else {
      if let elsewhere = registered.meant(by: name) { throw .clientOfOther(elsewhere, than: provider) }
      throw .unknownClient(name, at: provider, among: here.map(\.name))
    }
    return named
  }
}

extension OAuthError {
  static func noClient(at provider: Provider, among names: [String] = []) -> OAuthError {
    // A server of one's own is named by its host: gitlab.example.com is the GitLab at example.com.
    let value = provider.name.templateAndValue.map { " (\(DisplayText.clean($0.value)))" } ?? ""
    let title = DisplayText.clean(provider.title) + value
    let remedy =
      names.isEmpty
      ? RegistrationSteps(at: provider).lines.joined(separator: " ") : "Choose one: --client \(names[0])."
    return OAuthError(
      .unknownClient,
      message: names.isEmpty
        ? "You have no client for \(title)\(provider.takesNewClients ? " yet." : ", and it takes no new ones.")"
        : "You have \(names.count) clients at \(title): \(DisplayText.clean(names.joined(separator: ", "))).",
      rule: .rfc(6749, "2"), remedy: .advice(remedy))
  }

  fileprivate static func unknownClient(_ text: String, at provider: Provider, among names: [String]) -> OAuthError {
    OAuthError(
      .unknownClient,
      message: "You have no client \(TypedName.shown(text)) at \(DisplayText.clean(provider.title)).",
      rule: .rfc(6749, "2"),
      remedy: .advice(
        names.isEmpty
          ? "You have none there. \(RegistrationSteps(at: provider).lines.joined(separator: " "))"
          : NearestNames.suggestion(for: text, among: names)))
  }

  fileprivate static func clientOfOther(_ client: RegisteredClient, than provider: Provider) -> OAuthError {
    OAuthError(
      .unknownClient,
      message:
        "The client “\(DisplayText.clean(client.name))” is one at \(DisplayText.clean(client.provider.text)), and not at \(DisplayText.clean(provider.name.text)).",
      rule: .rfc(6749, "2"), remedy: .registerClient(provider: provider.name.text))
  }

  fileprivate static func unnamedClient(_ text: String?, among names: [String]) -> OAuthError {
    OAuthError(
      .unknownClient,
      message: text.map { "You have no client \(TypedName.shown($0))." }
        ?? (names.isEmpty ? "You have no client yet." : "You have \(names.count) clients."),
      rule: .rfc(6749, "2"),
      remedy: .advice(
        text.map { NearestNames.suggestion(for: $0, among: names) }
          ?? (names.first.map { "Choose one: --client \($0)." } ?? "Give --client-id ID and --client-secret-file FILE.")
      ))
  }
}
