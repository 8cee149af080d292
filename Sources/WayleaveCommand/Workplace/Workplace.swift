import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// What every command uses: the folders, the stores in them, the catalogue, and accounts over them.
struct Workplace: Sendable {
  let folders: Folders
  let catalogue: Catalogue
  let clients: ClientRecords
  private let clientVault: FileVault
  private let damagesOfClients: RecordDamages
  let key: FileStoreKey
  let output: OutputOptions
  /// Where a credential goes that the store does not take; nil where the command signs no one in.
  var unsaved: UnsavedPlace?
  /// What one part of the command has found out of an issuer's places, the next need not ask.
  private let missedPlaces = MissedPlaces()
  private let damages: Damages
  private let damagedClients: Damages

  /// `isAsking` is false for a command that opens no store, or has a question of its own: else the passphrase of a store that
  /// has one is asked for at the terminal.
  init(output: OutputOptions, isAsking: Bool = true) throws(OAuthError) {
    folders = try Folders()
    catalogue = Catalogue(folder: folders.providers, playground: PlaygroundPlace(path: folders.runtime))
    key = try Self.storeKey(in: folders, isAsking: isAsking)
    self.output = output
    damages = Damages(of: "account", output: output)
    let damagedClients = Damages(of: "registration", output: output)
    self.damagedClients = damagedClients
    damagesOfClients = RecordDamages(
      isLeftOut: { damage in
        damagedClients.note(damage)
        damagedClients.tell()
      }, isEarlierVersion: damagedClients.noteEarlierVersion)
    clientVault = FileVault(directory: folders.clients, key: key)
    clients = ClientRecords(in: clientVault, damages: damagesOfClients)
  }

  /// Accounts over the user's stores, as long as `body` runs; then the connections are closed.
  ///
  /// - Parameters:
  ///   - client: the client for which the command acts, and its provider: its certificate is shown there.
  ///   - trustRoots: a PEM file of more certificates to trust.
  ///   - trustedBefore: of all accounts, the file that this client's provider is asked with where none is named.
  ///   - mayStayOffline: whether the command can do its work without a request. Then a proxy that cannot be used fails
  ///     only when a request is sent.
  ///   - overflow: takes the body of an API's answer that is too large for memory.
  func withAccounts<Result: Sendable>(
    as client: (registered: RegisteredClient, provider: Provider)? = nil, callbackSource: (any CallbackSource)? = nil,
    trustRoots: String? = nil, trustedBefore: ([StoredCredential]) -> String? = { _ in nil }, trace: TraceFile? = nil,
    mayStayOffline: Bool = false, overflow: BodyOverflow? = nil,
    _ body: (Accounts) async throws -> Result
  ) async throws -> Result {
    let opened = try await opened(
      callbackSource: callbackSource, trustRoots: trustRoots, trace: trace, mayStayOffline: mayStayOffline,
      overflow: overflow)
    let (accounts, certificates) = (opened.accounts, opened.certificates)
    do {
      let holder = client.map { ShownCertificates.Holder($0.registered) }
      let result = try await opened.transport.closing {
        try await ShownCertificates.$holder.withValue(holder) {
          if let (registered, provider) = client, registered.certificate != nil {
            let roots = trustRoots == nil ? trustedBefore(try await accounts.all()) : nil
            try await Accounts.$accountTrustRoots.withValue(roots) {
              certificates.show(registered, to: try await accounts.discovered(provider).provider)
            }
          }
          return try await body(accounts)
        }
      }
      damages.tell()
      return result
    } catch {
      damages.tell(except: error as? OAuthError)
      throw error
    }
  }

  /// Accounts over the user's stores, their connections, and the certificates that are shown on them.
  struct OpenedAccounts: Sendable {
    let accounts: Accounts
    let transport: OpenedTransport
    fileprivate let certificates: ShownCertificates
  }

  /// The same for a command that runs on: nothing is closed. `connectionsPerServer` is nil for the usual number.
  func opened(
    callbackSource: (any CallbackSource)? = nil, trustRoots: String?, trace: TraceFile? = nil,
    mayStayOffline: Bool = false, overflow: BodyOverflow? = nil, connectionsPerServer: Int? = nil
  ) async throws -> OpenedAccounts {
    let known = KnownClients(in: clientVault, damages: damagesOfClients)
    if !mayStayOffline { _ = try known.all() }
    let entries = KnownEntries(catalogue)
    let certificates = ShownCertificates()
    let store = credentialStore
    let aside = UnsavedFolder(in: folders.runtime)
    await aside.empty(into: store)
    let transport = OpenedTransport(
      trustRoots: trustRoots, certificates: certificates, output: output, overflow: overflow,
      connectionsPerServer: connectionsPerServer
    ) {
      try await certificates.show(all: known, to: store)
    }
    if !mayStayOffline { try transport.open() }
    let metadata = FileVault(directory: folders.metadata, key: key)
    var accounts = Accounts(
      transport: transport, callbackSource: callbackSource,
      credentials: WatchedCredentialStore(
        store: store, interruption: Interruption.ofProgram, place: unsaved, aside: aside, output: output),
      signIns: waitingSignIns,
      metadata: MetadataRecords(in: metadata),
      registration: {
        Registration(
          of: $0, today: entries.entry(named: $0.account.provider), among: (try? known.all()) ?? [])
      },
      events: output.listener(also: trace))
    accounts.missedPlaces = missedPlaces
    accounts.trustRoots = trustRoots.map(TrustRootsFile.absolute)
    accounts.directRecords = DirectRecords(in: metadata)
    accounts.textRecords = TextLookup.texts(of:)
    return OpenedAccounts(accounts: accounts, transport: transport, certificates: certificates)
  }

  private var credentialStore: CredentialRecords {
    CredentialRecords(
      in: accountVault,
      damages: RecordDamages(isLeftOut: damages.note, isEarlierVersion: damages.noteEarlierVersion))
  }

  /// The provider of a name, of an issuer's URL, or of the short name of an issuer at which there is an account or a client.
  ///
  /// The user of a sign-in sees which issuer that is. What verifies tokens or saves a secret takes no short names: another
  /// issuer can have the same one.
  ///
  /// Throws `configuration.unknown_provider`.
  func provider(named name: String, allowingHTTP: Bool) async throws(OAuthError) -> Provider {
    do throws(OAuthError) {
      let provider = try await exactProvider(named: name, allowingHTTP: allowingHTTP)
      if let template = try catalogue.template(named: ProviderName(name)) {
        if let reading = template.reading(of: ProviderName(name)) {
          output.remark("“\(DisplayText.clean(name))” is read as: \(reading).")
        }
        if template.name.text.hasSameBytes(as: name), let usual = template.usualSentence { output.remark(usual) }
      }
      return provider
    } catch {
      guard error.code == .unknownProvider else { throw error }
      let stored = try await credentialStore.all().map(\.account.provider)
      let registered = try await clients.all().filter { !$0.isForAnyServer }.map(\.provider)
      let meant = Set(stored + registered).filter { $0.isMeant(by: name) }
      guard let only = meant.first, !only.text.hasSameBytes(as: name) else { throw error }
      guard meant.count == 1 else { throw .ambiguousProvider(name, among: meant.map(\.text).sorted()) }
      output.remark("“\(DisplayText.clean(name))” is \(DisplayText.clean(only.text)).")
      // The user allowed http, if at all, when the account or the client was saved.
      return try catalogue.provider(named: only.text, allowingHTTP: true)
    }
  }

  /// The provider of a name or an issuer's URL, and of no short name.
  ///
  /// Throws `configuration.unknown_provider`; where the entry was removed, with the clients and accounts that need it.
  func exactProvider(named name: String, allowingHTTP: Bool) async throws(OAuthError) -> Provider {
    do throws(OAuthError) { return try catalogue.provider(named: name, allowingHTTP: allowingHTTP) } catch {
      let name = ProviderName(name)
      guard error.code == .unknownProvider, name.isCatalogueName, !name.isOfPlayground,
        (try? catalogue.template(named: name)) == nil,
        let use = await use(of: name), !use.isEmpty
      else { throw error }
      throw use.removed
    }
  }

  /// What is saved for an entry; nil where the store cannot be read, which is reported by what needs the store.
  func use(of entry: ProviderName) async -> EntryUse? {
    guard let clients = try? await clients.all(),
      let stored = try? await credentialStore.all()
    else { return nil }
    return EntryUse(of: entry, among: clients, and: stored)
  }

  /// Runs a function for an account: its client's certificate is the one that is shown, and what its sign-in trusted is
  /// trusted.
  func acting<Result>(
    for stored: StoredCredential, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let holder = ShownCertificates.Holder(provider: stored.account.provider, client: stored.clientID)
    do {
      return try await ShownCertificates.$holder.withValue(holder) {
        try await Accounts.$accountTrustRoots.withValue(stored.trustRoots) { try await body() }
      }
    } catch {
      throw (error as? OAuthError).map { explained($0, of: stored) } ?? error
    }
  }

  /// The same failure of an account, with the command for exactly this account.
  ///
  /// `login --account` takes client, provider and scopes from the account.
  static func naming(_ name: String, of stored: StoredCredential, in failure: any Error) -> any Error {
    guard var error = failure as? OAuthError else { return failure }
    // The library names an account by its parts where it has no name of its own.
    let parts = "“\(DisplayText.clean("\(stored.account)"))”"
    if error.message.contains(parts) { error = error.worded(error.message.replacing(parts, with: "“\(name)”")) }
    switch error.remedy {
    case .signIn: return error.remedied(by: .signInAgain(account: name))
    case .signInOnTerms(let demand, _): return error.remedied(by: .signInOnTerms(demand, account: name))
    case .allowOrigin(let origin) where stored.identity != nil:
      return error.worded("The account “\(name)” must not send to \(origin).")
        .remedied(by: .allowOriginTo(account: name, origin))
    case .useUnrenewed: return error.remedied(by: .useUnrenewed(account: name))
    default: return error
    }
  }

  /// Throws where no sign-in waits that could be resumed, before the user is asked for its URL.
  func requireWaitingSignIn() async throws(OAuthError) {
    guard try await waitingSignIns.isWaiting(at: WallClock.now()) else { throw .noWaitingSignIn() }
  }

  /// The sign-ins that wait, in whichever process.
  var waitingSignIns: SignInRecords { SignInRecords(in: FileVault(directory: folders.signIns, key: key)) }

  /// Throws what is wrong with a record that could not be read.
  func requireUndamaged() throws(OAuthError) {
    if let damage = damaged.first { throw damage }
  }

  /// Says what is wrong with each account's record that could not be read, unless it was said.
  func tellOfDamages() { damages.tell() }

  /// What is wrong with each account's record that could not be read.
  var damaged: [OAuthError] { damages.all }

  /// What is wrong with each registration that could not be read.
  var damagedRegistrations: [OAuthError] { damagedClients.all }

  /// A registration that a function chooses; where it finds none, throws what is wrong with a damaged one.
  ///
  /// Throws `configuration.client_of_other_host` where its secret would go elsewhere than it was saved for.
  func registered(
    at provider: Provider? = nil, _ choose: ([RegisteredClient]) throws(OAuthError) -> RegisteredClient
  ) async throws(OAuthError) -> RegisteredClient {
    let chosen = try await chosen(at: provider, choose)
    if let provider { try await confine(chosen, to: provider) }
    return chosen
  }

  /// Checks that a client may show its secret at its provider. One that an earlier version saved is bound to where the
  /// entry sends it now.
  func confine(_ client: RegisteredClient, to provider: Provider) async throws(OAuthError) {
    guard client.mayShowSecret(to: provider) else { return try client.require(for: provider) }
    guard client.secretOrigins == nil || client.apiPlaces == nil,
      let saved = try await clients.client(named: client.name), let bound = saved.bound(to: provider)
    else { return }
    try await clients.put(bound, inPlaceOf: saved)
  }

  private func chosen(
    at provider: Provider?, _ choose: ([RegisteredClient]) throws(OAuthError) -> RegisteredClient
  ) async throws(OAuthError) -> RegisteredClient {
    let own = try await clients.all()
    do throws(OAuthError) { return try choose(own) } catch {
      guard error.code == .unknownClient else { throw error }
      if let damage = damagedClients.all.first { throw damage }
      // Those of a playground serve where the user has none of their own that fits.
      guard let provider else { return try choose(try await knownClients()) }
      return try choose(own + playedClients(at: provider))
    }
  }

  /// The clients that a running playground brings along for a provider; none where its description cannot be used.
  func playedClients(at provider: Provider) throws(OAuthError) -> [RegisteredClient] {
    let running = (try? catalogue.playground.running(only: provider.name)) ?? nil
    return try running?.entry(named: provider.name)?.clients ?? []
  }

  /// Whether the user has a client at a provider, by whichever name of it, that no sign-in made.
  func hasOwnClient(at provider: Provider, among all: [RegisteredClient]) -> Bool {
    all.contains { client in
      client.madeFor == nil
        && (client.provider == provider.name
          || provider.issuer != nil && (try? catalogue.entry(named: client.provider))?.issuer == provider.issuer)
    }
  }

  /// Whether an account has access for something else than an API by one of some client ids, of which a sign-in would take
  /// one.
  ///
  /// A server that remembers its user's consent to that client may ask for none now, so that the API must not choose.
  /// What cannot be read may be of such an account.
  func shares(
    _ ids: [ClientID], at provider: Provider, for api: ResourceIndicator
  ) async throws(OAuthError) -> Bool {
    guard !ids.isEmpty else { return false }
    let stored = try await credentialStore.all()
    return stored.share(ids, at: provider.name, for: api, orUnread: !damaged.isEmpty)
  }

  /// The clients that a sign-in at a provider can use: the user's own, else those of a running playground.
  func clients(at provider: Provider) async -> [RegisteredClient] {
    let own = ((try? await clients.all()) ?? []).filter { $0.provider == provider.name }
    return own.isEmpty ? (try? playedClients(at: provider)) ?? [] : own
  }
}

extension ShownCertificates {
  /// Notes each client's certificate for the providers of its accounts.
  fileprivate func show(all clients: KnownClients, to store: CredentialRecords) async throws(OAuthError) {
    let holders = try clients.all().filter { $0.certificate != nil }
    guard !holders.isEmpty else { return }
    for stored in try await store.all() {
      for registered in holders where registered.serves(stored) { show(registered, to: stored.provider) }
    }
  }
}

/// The records that could not be read; the user hears of each once.
private final class Damages: Sendable {
  private struct Found {
    var all: [OAuthError] = []
    var countOfReported = 0
    var earlierVersions: [OAuthError] = []
  }

  private let found = Lock(Found())
  private let kind: String
  private let output: OutputOptions

  /// `kind` is what people call such a record.
  init(of kind: String, output: OutputOptions) {
    self.kind = kind
    self.output = output
  }

  var all: [OAuthError] { found.withLock(\.all) }

  func note(_ damage: OAuthError) {
    found.withLock { found in
      if !found.all.contains(damage) { found.all.append(damage) }
    }
  }

  /// Reports a record of which the version before the present one is used.
  func noteEarlierVersion(_ damage: OAuthError) {
    let isNew = found.withLock { found in
      defer { found.earlierVersions.append(damage) }
      return !found.earlierVersions.contains(damage)
    }
    if isNew { output.say("Warning: \(damage.message) \(damage.remedy.inCommands)") }
  }

  /// Reports what was not reported before, except the one that the command fails with: that is printed anyway.
  func tell(except failure: OAuthError? = nil) {
    let new = found.withLock { found in
      defer { found.countOfReported = found.all.count }
      return found.all.dropFirst(found.countOfReported)
    }
    // The command may have a remedy of its own; the message has the file.
    for damage in new where damage.message != failure?.message {
      output.say("Warning: one \(kind) is left out. \(damage.message) \(damage.remedy.inCommands)")
    }
  }
}

extension OAuthError {
  fileprivate static func noWaitingSignIn() -> OAuthError {
    OAuthError(
      .outOfOrder, message: "No sign-in waits here.", rule: .wayleave("a sign-in waits for an hour"),
      remedy: "Begin one: `wayleave login PROVIDER`.")
  }

  fileprivate static func ambiguousProvider(_ name: String, among issuers: [String]) -> OAuthError {
    let all = DisplayText.clean(issuers.joined(separator: ", "), limit: 1000)
    return OAuthError(
      .unknownProvider, message: "“\(DisplayText.clean(name))” means \(issuers.count) providers: \(all).",
      rule: .wayleave("a provider's name means one provider"), remedy: "Give the whole URL of the one that you mean.")
  }
}
