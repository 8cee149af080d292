import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Stores what another program had, and says what was left out and why.
struct ForeignAdoption {
  let source: ForeignSource
  let output: OutputOptions
  let trustRoots: String?
  /// The only host whose tokens are stored; nil for all.
  var host: String?
  /// The provider of tokens whose host is not known.
  var issuedBy: String?
  /// Whether the provider is not to be asked who the user is.
  var isOffline = false
  /// Whether an account that is stored already is replaced.
  var isReplacing = false

  /// The largest number of tokens in a file.
  private static let maximumCount = 1000
  /// How many are stored after one look at all accounts, while no one else gives names.
  private static let portion = 100

  private typealias Placed = (account: FoundAccount, provider: Provider)
  /// A credential that is about to be stored.
  private typealias Ready = (account: FoundAccount, provider: Provider, stored: StoredCredential)

  /// What an import has done so far, and what it knows of the store.
  private struct Progress {
    var report: ForeignReport
    var known: [StoredCredential]
    var ready: [Ready] = []
    /// All registrations, once they were needed.
    var clients: [RegisteredClient]?
    let count: Int
  }

  func store(_ found: FoundAccounts) async throws {
    let count = found.accounts.count
    guard count <= Self.maximumCount else {
      throw ValidationError(
        "There are \(count) tokens in it, and at most \(Self.maximumCount) are imported at once. Cut it into parts.")
    }
    let workplace = try Workplace(output: output)
    var report = ForeignReport(leftOut: found.leftOut)
    let placed = try await placed(found.accounts, in: workplace, &report)
    for sentence in report.leftOut { output.say("Left out. \(sentence)") }
    guard !placed.isEmpty else {
      report.failures.append(.nothingToImport(host: host))
      return try report.answer(of: source, among: [], output: output)
    }
    workplace.announceNewStore()
    try await workplace.withAccounts(trustRoots: trustRoots, mayStayOffline: isOffline) { accounts in
      // What it is asked for needs no lock, and to store looks again under the lock.
      var progress = Progress(report: report, known: try await accounts.all(), count: placed.count)
      for (account, provider) in placed {
        // One signal ends it between two accounts.
        if Task.isCancelled {
          await storeReady(&progress, in: accounts, of: workplace)
          Interruption.ofProgram.report(
            "\(progress.report.imported.count) of \(placed.count) accounts were imported.")
          throw CancellationError()
        }
        // Those before it come first, as the file has them.
        if isRenewed(account) { await storeReady(&progress, in: accounts, of: workplace) }
        do throws(OAuthError) {
          if let signedIn = try await renewed(account, of: provider, in: accounts) {
            try await note(signedIn, from: account, of: provider, &progress, in: workplace)
          } else {
            let stored = try await identified(account, of: provider, in: accounts, knowing: progress.known)
            progress.known.append(stored)
            progress.ready.append((account, provider, stored))
          }
        } catch { note(error, of: account, at: provider, &progress) }
        if progress.ready.count == Self.portion { await storeReady(&progress, in: accounts, of: workplace) }
      }
      await storeReady(&progress, in: accounts, of: workplace)
      try progress.report.answer(of: source, among: try await accounts.all(), output: output)
    }
  }

  /// Stores what is ready; each is durable before the next.
  private func storeReady(_ progress: inout Progress, in accounts: Accounts, of workplace: Workplace) async {
    guard !progress.ready.isEmpty else { return }
    let ready = progress.ready
    progress.ready = []
    let results: [Swift.Result<SignedIn, OAuthError>]
    do throws(OAuthError) {
      results = try await accounts.adopt(
        all: ready.map(\.stored), replacing: isReplacing, besides: Set(progress.report.imported.map(\.account)))
    } catch { results = ready.map { _ in .failure(error) } }
    for (one, result) in zip(ready, results) {
      // The one that was known before it was stored.
      if let place = progress.known.lastIndex(where: { $0.account == one.stored.account }) {
        progress.known.remove(at: place)
      }
      do throws(OAuthError) {
        try await note(try result.get(), from: one.account, of: one.provider, &progress, in: workplace)
      } catch { note(error, of: one.account, at: one.provider, &progress) }
    }
  }

  /// Notes an account that was stored, and saves its client.
  private func note(
    _ signedIn: SignedIn, from account: FoundAccount, of provider: Provider, _ progress: inout Progress,
    in workplace: Workplace
  ) async throws(OAuthError) {
    progress.report.imported.append(signedIn)
    progress.known.removeAll { $0.account == signedIn.account }
    progress.known.append(signedIn.stored)
    guard let client = account.client else { return }
    var clients: [RegisteredClient] = []
    if let known = progress.clients { clients = known } else { clients = try await workplace.clients.all() }
    if let saved = try await save(client, of: provider, in: workplace, besides: clients) {
      progress.report.clients.append(saved.name)
      clients.append(saved)
    }
    progress.clients = clients
  }

  private func note(
    _ error: OAuthError, of account: FoundAccount, at provider: Provider, _ progress: inout Progress
  ) {
    let failure = ImportCommand.naming(error, among: progress.known) { held in
      !isReplacing && held.account.provider == provider.name && held.account.client == id(of: account)
    }
    progress.report.failures.append(failure)
    if progress.count > 1 { output.say("Not imported\(account.shownUser): \(failure.message)") }
  }

  private func isRenewed(_ account: FoundAccount) -> Bool {
    !isOffline && account.credential.mustBeRenewed(at: WallClock.now())
  }

  /// A credential whose access token has expired, renewed and so moved; nil for any other.
  private func renewed(
    _ account: FoundAccount, of provider: Provider, in accounts: Accounts
  ) async throws(OAuthError) -> SignedIn? {
    guard isRenewed(account) else { return nil }
    let client = try client(of: account)
    do throws(OAuthError) { return try await renew(account, of: provider, as: client, in: accounts) } catch {
      // An issuer may have been written with a slash at its end that it does not have.
      guard error.code == .metadataIssuerMismatch, let other = try provider.withoutFinalSlash() else { throw error }
      return try await renew(account, of: other, as: client, in: accounts)
    }
  }

  /// A credential as it is to be stored: under its user's name, or offline under one of ours.
  private func identified(
    _ account: FoundAccount, of provider: Provider, in accounts: Accounts, knowing known: [StoredCredential]
  ) async throws(OAuthError) -> StoredCredential {
    let stored = try await accounts.identified(
      account.credential, of: provider, as: try client(of: account), asking: !isOffline)
    guard isOffline else { return stored }
    return ImportedName(user: account.user, program: source.program).named(stored, among: known)
  }

  private func client(of account: FoundAccount) throws(OAuthError) -> Client {
    if let found = account.client { return found.client }
    return try Client(id: ClientID(source.program))
  }

  /// The id of the client to which a credential was issued; where that is not known, the program stands for it.
  private func id(of account: FoundAccount) -> ClientID { account.client?.client.id ?? ClientID(source.program) }

  private func renew(
    _ account: FoundAccount, of provider: Provider, as client: Client, in accounts: Accounts
  ) async throws(OAuthError) -> SignedIn {
    try await accounts.adoptRenewing(
      account.credential, of: provider, as: client, user: account.user, replacing: isReplacing)
  }

  /// Saves a client for later sign-ins, unless it is among the known ones; nil where it is.
  private func save(
    _ found: FoundClient, of provider: Provider, in workplace: Workplace, besides known: [RegisteredClient]
  ) async throws(OAuthError) -> RegisteredClient? {
    guard !known.contains(where: { $0.provider == provider.name && $0.client.id == found.client.id }) else {
      return nil
    }
    let isName = (1...56).contains(found.name.utf8.count) && found.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let name = isName ? found.name : source.program
    let names = [name] + (2...known.count + 2).map { "\(name)-\($0)" }
    guard let free = names.first(where: { name in !known.contains { $0.name.hasSameBytes(as: name) } }) else {
      return nil
    }
    let client = try RegisteredClient(
      name: free, provider: provider.name, client: found.client, secretOrigins: provider.secretOrigins,
      apiPlaces: provider.apiPlaces)
    try await workplace.clients.put(client)
    return client
  }
}

// What is imported, and where from.
extension ForeignAdoption {
  /// The credentials with their providers. One that has expired, or of a host that no entry names, is left out.
  private func placed(
    _ found: [FoundAccount], in workplace: Workplace, _ report: inout ForeignReport
  ) async throws -> [Placed] {
    let meant = found.filter { host == nil || $0.host == host?.lowercased() }
    if let issuedBy { try requireOnePlace(of: meant, at: issuedBy) }
    var placed: [Placed] = []
    for account in meant {
      guard !account.hasExpired(at: WallClock.now()) else {
        report.leftOut.append("The token\(account.shownUser): it has expired, and there is no refresh token.")
        continue
      }
      if let issuedBy {
        placed.append((account, try await workplace.provider(named: issuedBy, allowingHTTP: false)))
      } else if let name = account.providerName {
        placed.append((account, try await workplace.exactProvider(named: name, allowingHTTP: false)))
      } else {
        report.leftOut.append(
          "What stands for \(DisplayText.clean(account.host)): no provider is known there, so it may be a password. "
            + "If it is a token, add \(host == nil ? "--host and --issued-by" : "--issued-by").")
      }
    }
    return placed
  }

  private func requireOnePlace(of found: [FoundAccount], at issuedBy: String) throws {
    let hosts = Set(found.map(\.host))
    let shown = DisplayText.clean(hosts.sorted().joined(separator: ", "), limit: 300)
    guard hosts.count == 1 else {
      throw ValidationError("--issued-by is for the tokens of one host: add --host HOST (\(shown)).")
    }
    // The token of a known provider is sent nowhere else.
    if let known = found.first(where: { $0.providerName?.hasSameBytes(as: issuedBy) == false })?.providerName {
      throw ValidationError("The tokens of \(shown) are those of \(DisplayText.clean(known)): leave out --issued-by.")
    }
  }
}

extension FoundAccount {
  /// Whether nothing of it can be used any more.
  fileprivate func hasExpired(at now: Instant) -> Bool { !credential.isRefreshable && !credential.isAlive(at: now) }

  /// Whose it is, as a part of a sentence.
  fileprivate var shownUser: String { " of \(DisplayText.clean(user ?? host))" }
}

extension Provider {
  /// The provider of an issuer that has no slash at its end; nil where this one has none, or is no issuer.
  fileprivate func withoutFinalSlash() throws(OAuthError) -> Provider? {
    guard let issuer, name.text.hasSameBytes(as: issuer.text), issuer.text.hasSuffix("/") else { return nil }
    return try Provider(issuer: Issuer(String(issuer.text.dropLast())), allowingHTTP: false)
  }
}

extension OAuthError {
  fileprivate static func nothingToImport(host: String?) -> OAuthError {
    let place = host.map { " for \(DisplayText.clean($0))" } ?? ""
    return OAuthError(
      .malformedAccountFile, message: "There is no token\(place) in it that can be used here.",
      rule: .wayleave("a token is sent to the provider that issued it"),
      remedy: "Sign in instead: `wayleave login PROVIDER`.")
  }
}
