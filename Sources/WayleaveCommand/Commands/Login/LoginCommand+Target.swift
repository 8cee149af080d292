import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// To which provider a sign-in goes, with which client, and on which terms.
extension LoginCommand {
  /// What is known before the user is asked for anything.
  struct Target {
    /// Nil where a sign-in is resumed or an account is named, and nothing else.
    let provider: Provider?
    /// The API that has named the provider; nil where none has.
    let api: ResourceIndicator?
    /// The scopes that it names, asked for or not.
    let apiScopes: [String]
    /// Nil where none is found for a sign-in that is resumed, which has its own, and where one is still to be registered.
    var registered: RegisteredClient?
    /// Whether the provider's app is started.
    let startsApp: Bool
    var options: Accounts.SignInOptions

    var client: Client? { registered?.client }

    /// What a client is registered for: the API, or else the provider.
    var purpose: String? { api?.text ?? provider?.name.text }

    /// The client whose certificate is shown, and where.
    var holder: (registered: RegisteredClient, provider: Provider)? {
      registered.flatMap { client in provider.map { (client, $0) } }
    }

    /// For which API, or issuer, a sign-in registered its client; nil for another client.
    var clientMadeFor: String? { takesURL ? nil : registered?.madeFor }

    /// Whether its client is one that the server reads about at the URL that is its id.
    var takesURL: Bool { client.map { ClientIDMetadataDocument.isNamed(by: $0.id) } ?? false }

    /// With plain tokens where the accounts that are renewed have them, unless bound ones are demanded.
    func keepingBinding(of all: [StoredCredential]) -> Target {
      guard let provider, let client, options.terms.binding == .whereOffered,
        all.declineBinding(at: provider.name, as: client.id, madeFor: clientMadeFor, named: options.accountName)
      else { return self }
      var target = self
      target.options.terms.binding = .never
      return target
    }
  }

  /// Finds the provider and the client; says which program opens, and that an entry is retired.
  func target(in workplace: Workplace, trace: TraceFile) async throws -> Target {
    var options = try signInOptions()
    if isResumed { try await workplace.requireWaitingSignIn() }
    let search = ProviderSearch(
      name: provider, api: api, allowingHTTP: allowHTTP, trustRoots: network.caFile,
      client: try await clientChoice.given(in: workplace), isFirst: !isResumed)
    // What the provider says of itself is stored. Otherwise nothing is stored before a client is found.
    if search.asksNetwork { workplace.announceNewStore() }
    let found = try await found(by: search, in: workplace, changing: &options, trace: trace)
    let provider = found?.provider
    if !isResumed { try flow.requirePossible(at: provider) }
    // Also with --quiet: it is a matter of security.
    if flow == .implicit, !isResumed { Console.error("Warning: \(SignInText.implicit)") }
    let hasChallenge = ![.device, .implicit, .xauth].contains(flow) && !isResumed
    if hasChallenge, let warning = provider.flatMap(SignInText.plainChallenge(at:)) {
      Console.error("Warning: \(warning)")
    }
    let registered = try await registered(at: provider, for: found?.api, in: workplace)
    if !isResumed, !clientChoice.isGiven, let provider, let registered,
      let line = try await workplace.sentence(choosing: registered, at: provider)
    {
      output.say(line)
    }
    if !search.asksNetwork { workplace.announceNewStore() }
    let startsApp =
      step == nil && !isResumed
      ? try await flow.startsApp(for: registered?.client, at: provider, output: output) : false
    if startsApp { options.flow = .app }
    if let provider, provider.isRetired {
      output.say("Warning: \(RegistrationSteps(at: provider).ending)")
    }
    return Target(
      provider: provider, api: found?.api, apiScopes: found?.scopes ?? [], registered: registered, startsApp: startsApp,
      options: options)
  }

  /// The scopes of all `--scope`, of which one can have several.
  static func words(of scopes: [String]) -> [String] {
    scopes.flatMap { $0.split(separator: " ").map(String.init) }
  }

  private func signInOptions() throws(OAuthError) -> Accounts.SignInOptions {
    var options = Accounts.SignInOptions(
      scopes: Self.words(of: scopes),
      accountName: account.name,
      allowedOrigins: try allowedOrigins.map { (text) throws(OAuthError) in try Origin(text) },
      timeout: answerTime(in: .browser), acceptsDowngrade: acceptDowngrade, terms: try terms.asked())
    options.allowsHTTP = allowHTTP
    try options.requireEncryptedOrigins()
    options.lifetime = Accounts.timeToResume
    options.terms.usesImplicitGrant = flow == .implicit
    return options
  }

  private func found(
    by search: ProviderSearch, in workplace: Workplace, changing options: inout Accounts.SignInOptions,
    trace: TraceFile
  ) async throws -> ProviderSearch.Found? {
    do { return try await search.provider(in: workplace, changing: &options, output: output, trace: trace) } catch {
      // A code that stands behind --resume would be repeated as a name.
      guard isResumed, let code = (error as? OAuthError)?.code, [.unknownProvider, .malformedURL].contains(code),
        let word = provider, !word.contains("://"), PastedAnswer.mayBeCode(word)
      else { throw error }
      throw ValidationError(UsageSentence.answerAsArgument)
    }
  }

  /// The registration to sign in with; nil where a sign-in is resumed, which has its own, and none is found here, and where
  /// the server may register one for the API, or for itself.
  func registered(
    at provider: Provider?, for api: ResourceIndicator?, in workplace: Workplace
  ) async throws -> RegisteredClient? {
    guard let provider else { return nil }
    clientChoice.description.warnOfFiles(by: output)
    do throws(OAuthError) {
      return try await workplace.registered(at: provider) { (all) throws(OAuthError) in
        try clientChoice.client(for: provider, madeFor: api?.text ?? provider.name.text, among: all)
      }
    } catch {
      guard error.code == .unknownClient else { throw error }
      if isResumed { return nil }
      let hasClients = try await workplace.knownClients().contains { $0.provider == provider.name && $0.madeFor == nil }
      guard clientChoice.name == nil, !hasClients else { throw error }
      // A server that no entry describes may register this program itself, and so does one whose entry says where.
      if !provider.name.isCatalogueName || provider.registersClients { return nil }
      throw MissingClient(error: error, steps: RegistrationSteps(at: provider))
    }
  }

  /// The target with a client: where the user has none there, the one whose id is a URL, if the server reads such ids; else
  /// one that the server registers now, also where the secret of an earlier one that a sign-in made has expired, or where it
  /// allows too few scopes. A server of the AT Protocol registers no one: there it is the client for development.
  ///
  /// Model Context Protocol 2025-11-25, Authorization § Client Registration Approaches, has this order. Of several
  /// processes one registers it, whatever account each of them names. With `takingURL` false the server has refused the URL.
  func registering(
    _ target: Target, in workplace: Workplace, trace: TraceFile, takingURL: Bool = true
  ) async throws -> Target {
    guard !isResumed, let provider = target.provider, let purpose = target.purpose,
      target.registered.map({ $0.madeFor != nil }) ?? true
    else { return target }
    var target = target
    if takingURL, target.registered == nil, let own = try await clientByURL(at: provider, in: workplace, trace: trace) {
      output.say("The server reads client ids that are URLs: yours is \(DisplayText.clean(own.client.id.text)).")
      target.registered = own.at(provider, for: purpose)
      return target
    }
    if target.registered == nil, provider.atProtocol != nil {
      target.registered = try developmentClient(at: provider, asking: target.options.scopes)
      return target
    }
    if let name = target.options.accountName {
      let known = target.registered?.client.id
      try await workplace.withAccounts(mayStayOffline: true) {
        try await $0.requireName(name, at: provider.name, registeringFor: purpose, or: known)
      }
    }
    let lock = try await registrationLock(for: purpose, in: workplace, until: target.options.deadline)
    defer { lock?.release(.failed) }
    // Another process may have registered one since.
    target.registered = try await registered(at: provider, for: target.api, in: workplace)
    let hasExpired = target.registered.map { $0.madeFor != nil && $0.hasExpired(at: WallClock.now()) } ?? false
    let scopes = FoundAPI.scopes(registeredFor: target.options.scopes, wanting: target.apiScopes)
    if !hasExpired, let known = target.registered {
      // An earlier version registered for what the API names.
      guard known.madeFor != nil, !clientChoice.isGiven, !clientChoice.description.changesRedirectURIs,
        !known.allows(target.options.scopes, orKnown: target.apiScopes)
      else { return target }
      let wider = AutomaticRegistration(
        provider: provider, purpose: purpose,
        scopes: FoundAPI.scopes(registeredFor: known.scopes ?? [], wanting: scopes),
        redirectURIs: known.client.redirectURIs)
      target.registered =
        try await workplace.withAccounts(trustRoots: network.caFile, trace: trace) { accounts in
          try await registered(wider, inPlaceOf: known, in: workplace, by: accounts)
        } ?? known
      return target
    }
    let registration = AutomaticRegistration(
      provider: provider, purpose: purpose, scopes: scopes,
      redirectURIs: try clientChoice.description.targets().compactMap(\.self))
    target.registered = try await newClient(by: registration, in: workplace, trace: trace)
    return target
  }

  /// Registers this program, stores the client and says so; throws ``MissingClient`` where the server registers none.
  private func newClient(
    by registration: AutomaticRegistration, in workplace: Workplace, trace: TraceFile
  ) async throws -> RegisteredClient {
    let provider = registration.provider
    // One whose secret has expired stays until no account needs it: overwritten here, no one could end it at its server.
    let made = try await workplace.withAccounts(trustRoots: network.caFile, trace: trace) {
      (accounts) -> RegisteredClient? in
      guard let made = try await registration.client(named: registration.name, by: accounts) else { return nil }
      return try await workplace.keepAutomatic(made, by: accounts)
    }
    guard let made else {
      let error = OAuthError.noClient(at: provider)
      let other =
        try await takesClientIDURLs(provider, in: workplace, trace: trace)
        ? " It takes the URL of a document as a client id: --client-id https://…" : ""
      throw MissingClient(
        error: error.worded("\(error.message) Its server registers no programs by itself.\(other)"),
        steps: RegistrationSteps(at: provider))
    }
    output.say("This program is registered there now, as “\(DisplayText.clean(made.name))” of `wayleave clients list`.")
    return made
  }

  /// The user's client whose id is a URL, where the server reads such ids; nil where there is none, or the server does not.
  ///
  /// Throws `configuration.unknown_client` where there are several.
  private func clientByURL(
    at provider: Provider, in workplace: Workplace, trace: TraceFile
  ) async throws -> RegisteredClient? {
    let known = try await workplace.clients.all().filter(\.isForAnyServer)
    guard !known.isEmpty, try await takesClientIDURLs(provider, in: workplace, trace: trace) else { return nil }
    guard known.count == 1 else { throw OAuthError.noClient(at: provider, among: known.map(\.name)) }
    return known[0]
  }

  private func takesClientIDURLs(_ provider: Provider, in workplace: Workplace, trace: TraceFile) async throws -> Bool {
    try await workplace.withAccounts(trustRoots: network.caFile, trace: trace) { accounts in
      try await accounts.takesClientIDURLs(provider)
    }
  }

  /// The same failure; where the server has forgotten a client that a sign-in registered, or takes it for no sign-in,
  /// without that client.
  ///
  /// A client that the server knows and an account needs stays.
  func forgettingClient(
    of target: Target, in workplace: Workplace, by accounts: Accounts, among all: [StoredCredential],
    after failure: any Error
  ) async -> any Error {
    guard !isResumed, let error = failure as? OAuthError else { return failure }
    if error.refusal?.error == "invalid_scope" {
      return advisingOnScopes(error, at: target)
    }
    guard let client = target.registered, client.madeFor != nil, !target.takesURL else { return failure }
    let isForgotten = error.code == .clientRefused && error.refusal?.error == "invalid_client"
    let isUnfit =
      [.clientRefused, .authorizationRefused].contains(error.code)
      && error.refusal.map { Self.wordsAgainstRegistration.contains($0.error) } ?? false
    guard isForgotten || isUnfit && !all.contains(where: client.serves),
      let saved = try? await workplace.clients.client(named: client.name), saved == client
    else { return failure }
    guard !isForgotten else {
      guard (try? await workplace.clients.remove(named: client.name)) ?? false else { return failure }
      return error.remedied(
        by: """
          The server no longer knows the registration that this program made; it is removed here. Repeat the command.
          """)
    }
    guard await remove(client, in: workplace, by: accounts) else { return failure }
    return error.remedied(
      by: .advice("The registration that this program made is removed. To register it again, repeat the command."))
  }
}

extension LoginCommand {
  /// What servers say of a client that is registered otherwise than a sign-in uses it.
  ///
  /// RFC 6749 §4.1.2.1 and §5.2; RFC 7591 §3.2.2, which servers use at the other endpoints too.
  private static let wordsAgainstRegistration = [
    "unauthorized_client", "invalid_redirect_uri", "redirect_uri_mismatch",
  ]
}

extension LoginCommand.Target {
  /// With the account called by its API, where the client is for that API alone.
  func namedByAPI(among all: [StoredCredential]) -> LoginCommand.Target {
    guard let api, let registered, registered.madeFor == api.text, options.accountName == nil else { return self }
    var target = self
    target.options.accountName = all.freeName(
      ofAPI: api, at: registered.provider, as: registered.client.id, madeFor: clientMadeFor)
    return target
  }

  /// Without naming the API in its requests where the accounts that are renewed do not, unless the user names one.
  func keepingResources(of all: [StoredCredential], unless isGiven: Bool) -> LoginCommand.Target {
    guard !isGiven, let provider, let client,
      all.omitResources(at: provider.name, as: client.id, madeFor: clientMadeFor, named: options.accountName)
    else { return self }
    var target = self
    target.options.terms.sendsResources = false
    return target
  }
}
