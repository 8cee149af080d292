import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Finds the provider of a sign-in: by its name or issuer, by a user's address or account, or by what an API says of itself.
///
/// A URL is that of an issuer, and where none publishes there, that of an API.
struct ProviderSearch {
  /// What was typed as the provider; nil when nothing was.
  var name: String?
  /// The API that is to name it; nil for none.
  let api: String?
  let allowingHTTP: Bool
  let trustRoots: String?
  /// The client that the user has named or described for the sign-in.
  let client: GivenClient
  /// Whether a URL may be that of an API: what another process began has found its provider.
  let isFirst: Bool

  /// What is known of the client before there is a provider.
  enum GivenClient {
    /// None was named.
    case none
    /// One whose id is a URL: it shares no secret with anyone, and any server may read about it.
    case published(ClientID)
    /// One that a server has registered.
    case registered
  }

  /// The provider, and the API that has named it; nil where the user has.
  struct Found {
    let provider: Provider
    var api: ResourceIndicator?
    /// The scopes that it names.
    var scopes: [String] = []
  }

  /// The provider, and in `options` what belongs to the search; nil when neither a name nor an API was given.
  func provider(
    in workplace: Workplace, changing options: inout Accounts.SignInOptions, output: OutputOptions, trace: TraceFile?
  ) async throws -> Found? {
    if let api {
      return try await found(
        ofAPI: api, in: workplace, changing: &options, output: output, trace: trace, isNeeded: true)
    }
    guard let name else { return nil }
    guard isUser(name) else {
      let provider = try await workplace.provider(named: name, allowingHTTP: allowingHTTP)
      guard isFirst, isURL(name), let use = await workplace.use(of: provider.name) else {
        return Found(provider: provider)
      }
      guard use.isEmpty else {
        if let client = use.clientsAlone.first {
          try await requireServer(provider, ofClient: client, in: workplace, trace: trace)
        }
        return Found(provider: provider)
      }
      return try await found(at: provider, in: workplace, changing: &options, output: output, trace: trace)
    }
    let found = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { accounts in
      try await accounts.provider(ofUser: name)
    }
    if let account = found.atProtocol {
      let server = found.apiOrigins.map(\.description).joined(separator: ", ")
      let whose = "\(DisplayText.clean(name)) is \(account.did.text == name ? "" : "\(account.did.text), ")at \(server)"
      output.say("\(whose); you sign in at \(found.name).")
    } else {
      output.say("The provider of \(DisplayText.clean(name)) is \(found.name), says its host.")
      options.terms.loginHint = options.terms.loginHint ?? name
    }
    return Found(provider: found)
  }

  /// Whether an API, an issuer or the user's host is asked.
  var asksNetwork: Bool { api != nil || name.map { isUser($0) || isFirst && isURL($0) } ?? false }

  private func isURL(_ name: String) -> Bool { name.contains("://") }

  /// Whether it is a user and a host, as in joe@example.com, or an account of the AT Protocol.
  private func isUser(_ name: String) -> Bool {
    !name.contains("://") && (name.contains("@") || ATProtocolSearch.begins(name))
  }

  /// Throws where a client is saved with a URL as its provider at which no issuer publishes: the client is the reason why
  /// the URL is not taken for that of an API, and its user has to hear of it.
  private func requireServer(
    _ provider: Provider, ofClient name: String, in workplace: Workplace, trace: TraceFile?
  ) async throws {
    guard let saved = try await workplace.clients.client(named: name), saved.madeFor == nil else { return }
    let address = try AbsoluteURL(provider.name.text)
    let refusal = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { accounts -> OAuthError? in
      do throws(OAuthError) {
        if try await accounts.publishesMetadata(address) { return nil }
      } catch {
        // What is wrong with a document that is the server's own is said by the sign-in.
        guard error.code == .metadataIssuerMismatch else { return nil }
      }
      let api = try? await accounts.foundAPI(at: address, allowingHTTP: allowingHTTP, orAtItsOrigin: false).get()
      return .clientOfNoServer(saved, at: address, servedBy: api?.provider)
    }
    if let refusal { throw refusal }
  }

  /// The issuer of a URL, or the provider of the API that is there.
  private func found(
    at issuer: Provider, in workplace: Workplace, changing options: inout Accounts.SignInOptions,
    output: OutputOptions, trace: TraceFile?
  ) async throws -> Found {
    let address = try AbsoluteURL(issuer.name.text)
    let isIssuer: Bool
    var failure: OAuthError?
    do {
      isIssuer = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { accounts in
        try await accounts.requireStore()
        return try await accounts.publishesMetadata(address)
      }
    } catch let error as OAuthError where error.code == .metadataIssuerMismatch {
      // The server of an API may publish its own document at every path.
      (isIssuer, failure) = (false, error)
    } catch let error as OAuthError where error.category == .network {
      throw try await advising(error, at: address, in: workplace, trace: trace)
    }
    guard !isIssuer else { return Found(provider: issuer) }
    var search = self
    search.name = nil
    guard
      let found = try await search.found(
        ofAPI: issuer.name.text, in: workplace, changing: &options, output: output, trace: trace)
    else {
      if let failure { throw try await advising(failure, at: address, in: workplace, trace: trace) }
      do {
        _ = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { try await $0.discovered(issuer) }
      } catch let error as OAuthError {
        let advice = "\(error.remedy.inCommands) \(Remedy.nameIssuer(ofAPI: address).inCommands)"
        let neither = error.worded("\(error.message) It is no API that names its server either.")
        throw try await advising(neither.remedied(by: .advice(advice)), at: address, in: workplace, trace: trace)
      }
      return Found(provider: issuer)
    }
    return found
  }

  /// The failure at a URL, with what else may be meant by it.
  private func advising(
    _ failure: OAuthError, at url: AbsoluteURL, in workplace: Workplace, trace: TraceFile?
  ) async throws -> OAuthError {
    let clients = try await workplace.clients.all()
    return try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { accounts in
      var published: [AbsoluteURL] = []
      // The server itself says that it is called otherwise.
      let other = url.text.hasSuffix("/") ? String(url.text.dropLast()) : "\(url.text)/"
      if failure.code == .metadataIssuerMismatch, let address = try? AbsoluteURL(other),
        (try? await accounts.publishesMetadata(address)) == true
      {
        published.append(address)
      }
      let meant = MeantURL(catalogue: workplace.catalogue, accounts: try await accounts.all(), clients: clients)
      return failure.remedied(by: meant.advice(of: failure, at: url, published: published))
    }
  }

  /// The provider of an API; nil where the API names none, unless it is needed.
  private func found(
    ofAPI api: String, in workplace: Workplace, changing options: inout Accounts.SignInOptions, output: OutputOptions,
    trace: TraceFile?, isNeeded: Bool = false
  ) async throws -> Found? {
    let address = try TypedURL.url(api)
    var agreed: Provider?
    if let name { agreed = try await workplace.provider(named: name, allowingHTTP: allowingHTTP) }
    let read = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) {
      accounts -> (FoundAPI, (provider: Provider, service: OAuth2Service), AuthorizationServerMetadata?)? in
      try await accounts.requireStore()
      let answer: Result<FoundAPI, OAuthError>
      do throws(OAuthError) {
        answer = try await accounts.foundAPI(
          at: address, of: agreed.map { $0.issuer ?? Issuer($0.name.text) }, allowingHTTP: allowingHTTP,
          // A client that a server has registered is shown to a server that the API names, and to no other.
          orAtItsOrigin: client.mayMeetAnyServer)
      } catch { throw error.namingServer(ofAPI: address) }
      if case .failure = answer, !isNeeded { return nil }
      if case (.success(let guessed), .none) = (answer, client), guessed.hasDefaultEndpoints,
        workplace.hasOwnClient(at: guessed.provider, among: (try? await workplace.clients.all()) ?? [])
      {
        throw OAuthError.ownClient(atGuessedServerOf: address)
      }
      let found = try await accounts.withPublishedIssuer(try answer.get())
      return (
        found, try await accounts.discovered(found.provider), try await accounts.metadata(of: found.provider)
      )
    }
    guard let (found, known, published) = read else { return nil }
    var provider = agreed ?? found.provider
    if case .issuer = provider.service { provider.isNamedByAPI = true }
    let isForAPI = try await isClientForAPI(found.resource, at: provider, in: workplace)
    let terms = APITerms(
      of: address, at: found.provider.name.text, page: known.service[.authorization], wanting: found.scopes,
      usual: known.service.scopes, listed: published?.scopes ?? [], naming: options.scopes, isForAPI: isForAPI)
    options.scopes = terms.scopes
    let origins = agreed.flatMap { $0.apiOrigins.isEmpty ? nil : $0.apiOrigins } ?? known.provider.apiOrigins
    let unlisted = options.adopt(
      found, besides: origins, isListed: published?.lists(found.resource) ?? false, isForAPI: isForAPI)
    // Not left out with --quiet: the API alone has named the page that opens now.
    for line in terms.lines(unlisted: unlisted) { Console.error(line) }
    if found.isItsOwnServer { Console.error(APITerms.sentence(ofOwnServerWith: found.hasDefaultEndpoints)) }
    if let published, published.supportsS256 == nil { Console.error(APITerms.silentOnPKCE) }
    return Found(provider: provider, api: found.resource, scopes: found.scopes)
  }

  /// Whether the client there is, or will be, for an API alone, so that the API chooses the scopes.
  private func isClientForAPI(
    _ api: ResourceIndicator, at provider: Provider, in workplace: Workplace
  ) async throws(OAuthError) -> Bool {
    guard !provider.name.isCatalogueName else { return false }
    switch client {
    case .registered: return false
    case .published(let id): return try await !workplace.shares([id], at: provider, for: api)
    case .none:
      let all = try await workplace.clients.all()
      // The one that the sign-in takes decides, whatever else the user has at that server by another name of it.
      if let chosen = try? RegisteredClient.chosen(nil, at: provider, madeFor: api.text, among: all) {
        return chosen.madeFor != nil
      }
      guard !workplace.hasOwnClient(at: provider, among: all) else { return false }
      return try await !workplace.shares(all.filter(\.isForAnyServer).map(\.client.id), at: provider, for: api)
    }
  }
}

extension ProviderSearch.GivenClient {
  /// Whether it is no one's until a server takes it.
  fileprivate var mayMeetAnyServer: Bool { if case .registered = self { false } else { true } }
}

extension OAuthError {
  /// The user has said at which server their client is, and not where its endpoints are: its secret goes to none that is
  /// guessed.
  fileprivate static func ownClient(atGuessedServerOf api: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "Neither the API at \(URLRedaction.redact(api.text)) nor its host publishes metadata, "
        + "and your client there is shown to no endpoint that is guessed.",
      rule: .wayleave("a client that is registered is shown to no server that is guessed"),
      remedy: .nameIssuer(ofAPI: api))
  }

  /// Where metadata is that of another API at the same origin, both ways that may help: the other API, and the server.
  func namingServer(ofAPI api: AbsoluteURL) -> OAuthError {
    guard case .signInElsewhere(let other) = remedy, code == .metadataIssuerMismatch, member == "resource",
      let command = Remedy.argument(other.text)
    else { return self }
    let advice =
      "\(Remedy.nameIssuer(ofAPI: api).inCommands) If \(URLRedaction.redact(other.text)) is the API that you mean, sign in "
      + "there: `wayleave login \(command)`."
    return remedied(by: .advice(advice))
  }
}
