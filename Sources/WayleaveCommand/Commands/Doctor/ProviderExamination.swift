import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Looks at providers: their clients here, the way there, and what they answer.
struct ProviderExamination {
  let cases: [ProviderCase]
  let isOffline: Bool
  /// Nil where the folders cannot be used.
  let catalogue: Catalogue?
  let trustRoots: String?
  let output: OutputOptions

  func examine(into examination: inout Examination) async {
    let proxy = proxyFindings()
    examination.add(proxy.findings)
    let transport = OpenedTransport(trustRoots: trustRoots, certificates: ShownCertificates(), output: output) {}
    await examination.look(at: .trust) { [trust(in: transport)] }
    let isAsked = !isOffline && examination.obstacle(to: .network) == nil
    let answers = await transport.closing { isAsked ? await ask(through: transport) : [:] }
    if isOffline {
      examination.add(
        Finding(.network, .skipped(because: nil), "Not looked at: with --offline no provider is asked."))
    } else if let finding = ReachCheck.network(after: far(answers)) {
      examination.add(finding)
    }
    for one in cases { await examine(one, answers[one.subject], proxy: proxy.choice, into: &examination) }
  }

  /// How those ended that are not on this machine.
  private func far(_ answers: [String: ProviderProbe.Answer]) -> [ReachCheck.Outcome] {
    answers.values.filter { !$0.isOnThisMachine }.map(\.outcome)
  }

  private func ask(through transport: OpenedTransport) async -> [String: ProviderProbe.Answer] {
    await withTaskGroup { group in
      for one in cases {
        guard case .success(let provider) = one.provider else { continue }
        let roots = one.accounts.lazy.compactMap(\.stored.trustRoots).first
        group.addTask {
          await Accounts.$accountTrustRoots.withValue(roots) {
            (one.subject, await ProviderProbe(provider: provider, transport: transport).ask())
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func examine(
    _ one: ProviderCase, _ answer: ProviderProbe.Answer?, proxy: ProxyChoice?, into examination: inout Examination
  ) async {
    let (subject, now) = (one.subject, WallClock.now())
    // Where nothing is reached, that is the cause, and a client that is missing comes after it.
    let isMissingLast = answer?.isReached == false && one.clients.isEmpty && one.accounts.isEmpty
    switch one.provider {
    case .failure(let error): examination.add(Finding(.provider, of: subject, because: error))
    case .success(let provider):
      examination.add(Finding(.provider, of: subject, .good, one.introduction(of: provider, after: answer)))
      if !isMissingLast { await examineClients(of: one, at: provider, after: answer, now, into: &examination) }
    }
    if !isOffline { await examine(answer, of: one, proxy: proxy, into: &examination) }
    if isMissingLast, case .success(let provider) = one.provider {
      await examineClients(of: one, at: provider, after: answer, now, into: &examination)
    }
    if let chain = answer?.chain {
      await examination.look(at: .client, of: subject) { client(of: one, for: chain, now) }
    }
    for (stored, name) in one.accounts {
      examination.add(AccountCheck.finding(for: stored, named: name, of: subject, at: now))
    }
  }

  /// Looks at the clients of a provider that is no API.
  private func examineClients(
    of one: ProviderCase, at provider: Provider, after answer: ProviderProbe.Answer?, _ now: Instant,
    into examination: inout Examination
  ) async {
    // Where no such server is known, no client of it is missing.
    guard answer?.chain == nil, !(one.isURLOnly && answer?.isNoKnownServer ?? true) else { return }
    await examination.look(at: .client, of: one.subject) { clients(of: one, at: provider, now) }
    await examination.look(at: .redirectURI, of: one.subject) { redirectURIs(of: one, at: provider) }
  }

  private func examine(
    _ answer: ProviderProbe.Answer?, of one: ProviderCase, proxy: ProxyChoice?, into examination: inout Examination
  ) async {
    let subject = one.subject
    guard let answer else { return skip([.name, .connection, .tls, .answer, .clock], of: subject, in: &examination) }
    let covered = proxy.flatMap { $0.covers(answer.url) ? $0.location : nil }
    let reach = ReachCheck(of: answer.url, subject: subject, proxy: covered)
    for finding in reach.findings(after: one.advising(answer.outcome, at: answer.url, in: catalogue)) {
      await examination.look(at: finding.check, of: subject) { [finding] }
    }
    skip([.connection, .tls, .answer], of: subject, in: &examination)
    await examination.look(at: .clock, of: subject) {
      guard let first = answer.first else { return [] }
      return [ClockCheck.finding(for: first.date, isFromCache: first.isFromCache, of: subject, at: first.time)]
    }
    if let chain = answer.chain {
      await examination.look(at: .api, of: subject) { steps(of: chain, for: one) }
    }
    guard let document = answer.document else {
      if answer.hasDocument { skip([.metadata], of: subject, in: &examination) }
      return
    }
    await examination.look(at: .metadata, of: subject) {
      switch document {
      case .failure(let error):
        [Finding(.metadata, of: subject, because: one.advising(error, at: answer.url, in: catalogue))]
      case .success(let metadata):
        MetadataCheck(metadata, of: subject).findings(
          for: clients(of: one, after: answer).map { ($0.name, $0.client.method(at: metadata)) })
      }
    }
  }

  /// Notes what was not looked at, because of something that failed.
  private func skip(_ checks: [Checkpoint], of subject: String, in examination: inout Examination) {
    for check in checks {
      guard let cause = examination.obstacle(to: check, of: subject) else { continue }
      examination.skip(check, of: subject, because: cause)
    }
  }

  private func clients(of one: ProviderCase, at provider: Provider, _ now: Instant) -> [Finding] {
    guard one.clients.isEmpty, !one.accounts.isEmpty else {
      return ClientCheck(at: provider, subject: one.subject, at: now, isPlayed: one.isPlayed)
        .findings(for: one.clients)
    }
    // An account has with it what renews it.
    let (verdict, message): (Finding.Verdict, String) =
      provider.name.isOfPlayground
      ? (.good, "The playground brings the clients at \(provider.name).")
      : (.skipped(because: nil), "No client at \(provider.name) is saved here: a new sign-in needs one.")
    return [Finding(.client, of: one.subject, verdict, message)]
  }

  /// The clients that a sign-in at the provider, or for the API, may have.
  private func clients(of one: ProviderCase, after answer: ProviderProbe.Answer) -> [RegisteredClient] {
    guard let chain = answer.chain else { return one.clients }
    return chain.client(among: one.held.clients).map { [$0] } ?? []
  }

  /// What the API and its server said, and what a sign-in would ask for.
  private func steps(of chain: APIChain, for one: ProviderCase) -> [Finding] {
    let check = APICheck(of: chain.api, subject: one.subject)
    let asked = check.findings(of: chain.steps)
    switch chain.found {
    case .failure(let error):
      return asked + [Finding(.api, of: one.subject, because: one.advising(error, at: chain.api, in: catalogue))]
    case .success(let found):
      let published = chain.metadata
      let isForAPI = chain.isClientForAPI(among: one.held)
      let terms = APITerms(
        of: chain.api, at: found.provider.name.text, page: published?.authorizationEndpoint, wanting: found.scopes,
        usual: chain.usualScopes, listed: published?.scopes ?? [], naming: [], isForAPI: isForAPI)
      let isListed = published?.lists(found.resource) ?? false
      let words = terms.lines(unlisted: isListed ? nil : Origin(of: found.resource.url))
      return asked + [check.finding(for: found)] + (published.map(check.findings) ?? [])
        + words.map { Finding(.api, of: one.subject, .good, $0) }
        + unasked(by: terms, of: chain, for: one)
    }
  }

  /// What the API wants and a sign-in with the user's own client leaves out; nothing where all is asked for.
  private func unasked(by terms: APITerms, of chain: APIChain, for one: ProviderCase) -> [Finding] {
    guard !terms.unasked.isEmpty, let api = Remedy.argument(chain.api.text) else { return [] }
    let scopes = Remedy.option("--scope", (terms.scopes + terms.unasked).joined(separator: " ")) ?? "--scope SCOPE"
    let client = chain.client(among: one.held.clients)
    let choice = client.flatMap { Remedy.option("--client", $0.name) }
    let command = ["wayleave login", api, choice, scopes].compactMap(\.self).joined(separator: " ")
    return [
      Finding(
        .api, of: one.subject, .warning,
        "A sign-in \(client.map { "with the client “\($0.name)”" } ?? "here") does not ask for what the API wants.",
        remedy: "Ask for it if you want to: `\(command)`.")
    ]
  }

  /// The client that a sign-in for an API has; nothing where its server is not known.
  private func client(of one: ProviderCase, for chain: APIChain, _ now: Instant) -> [Finding] {
    guard case .success(let found) = chain.found else { return [] }
    if let lost = one.clients.first(where: { $0.madeFor == nil }), one.accounts.isEmpty {
      let error = OAuthError.clientOfNoServer(lost, at: chain.api, servedBy: found.provider)
      return [Finding(.client, of: one.subject, because: error)]
    }
    let check = ClientCheck(at: found.provider, subject: one.subject, at: now)
    if let own = chain.client(among: one.held.clients) { return check.findings(for: [own]) }
    let several = one.held.clients.filter { $0.provider == found.provider.name && $0.madeFor == nil }
    guard several.isEmpty else {
      let error = OAuthError.noClient(at: found.provider, among: several.map(\.name))
      return [Finding(.client, of: one.subject, .warning, because: error)]
    }
    let next = APICheck(of: chain.api, subject: one.subject).client(
      among: one.held.clients.filter(\.isForAnyServer), isReading: chain.readsClientIDs,
      isRegistering: chain.isRegistering)
    return next.map { [$0] } ?? check.findings(for: [])
  }

  private func redirectURIs(of one: ProviderCase, at provider: Provider) -> [Finding] {
    one.clients.flatMap { registered in
      registered.client.redirectURIs.map { uri in
        let check = RedirectURICheck(uri, of: registered.name, subject: one.subject)
        return check.finding(in: check.surroundings)
      } + RegisteredURICheck(of: registered, at: provider, subject: one.subject).findings
    }
  }

  private func trust(in transport: OpenedTransport) -> Finding {
    do throws(OAuthError) { try transport.open() } catch { return Finding(.trust, because: error) }
    let more = TrustRootsFile(option: trustRoots).map { ", and so are those of \($0.path) (\($0.source))" } ?? ""
    return Finding(.trust, .good, "The certificates of this system are trusted\(more).")
  }

  private func proxyFindings() -> (findings: [Finding], choice: ProxyChoice?) {
    do throws(OAuthError) {
      let choice = try ProxyChoice(environment: Environment.variable)
      let words = choice.map { "Requests over https go through \($0), but for those that NO_PROXY names." }
      let ignored = ProxyChoice.ignoredExceptions(environment: Environment.variable)
      guard choice != nil, !ignored.isEmpty else {
        return ([Finding(.proxy, .good, words ?? "No proxy is used.")], choice)
      }
      let list = ignored.map { "“\($0)”" }.joined(separator: ", ")
      return (
        [
          Finding(
            .proxy, .warning, "\(words ?? "") NO_PROXY has what names no host, and is ignored: \(list).",
            remedy: "Correct NO_PROXY: hosts, domains, addresses and ranges, separated by commas.")
        ], choice
      )
    } catch { return ([Finding(.proxy, because: error)], nil) }
  }
}

extension APIChain {
  /// What the server publishes, where that can be used.
  fileprivate var metadata: AuthorizationServerMetadata? { document.flatMap { try? $0.get() } }

  /// The user's client for the API, or at its server; nil for none.
  fileprivate func client(among all: [RegisteredClient]) -> RegisteredClient? {
    guard case .success(let found) = found else { return nil }
    return try? RegisteredClient.chosen(nil, at: found.provider, madeFor: found.resource.text, among: all)
  }

  /// Whether a sign-in's client is for the API alone, so that the API chooses the scopes.
  fileprivate func isClientForAPI(among held: StoreProbe.Held) -> Bool {
    guard case .success(let found) = found else { return false }
    if let own = client(among: held.clients) { return own.madeFor != nil }
    let ids = held.clients.filter(\.isForAnyServer).map(\.client.id)
    return !held.accounts.share(ids, at: found.provider.name, for: found.resource, orUnread: false)
  }
}

extension ProviderCase {
  /// Whether nothing is known of it but the URL that was typed.
  fileprivate var isURLOnly: Bool {
    guard case .success(let provider) = provider else { return false }
    return clients.isEmpty && accounts.isEmpty && !provider.name.isCatalogueName
  }

  /// The same failure, with what else may be meant where nothing is known of the URL.
  fileprivate func advising(_ error: OAuthError, at url: AbsoluteURL, in catalogue: Catalogue?) -> OAuthError {
    guard isURLOnly, let catalogue else { return error }
    let meant = MeantURL(catalogue: catalogue, accounts: held.accounts, clients: held.clients)
    return error.remedied(by: meant.advice(of: error, at: url))
  }

  /// The same outcome; of a request that failed, with what else may be meant.
  fileprivate func advising(
    _ outcome: ReachCheck.Outcome, at url: AbsoluteURL, in catalogue: Catalogue?
  ) -> ReachCheck.Outcome {
    guard case .failed(let failure, let error) = outcome else { return outcome }
    return .failed(failure, advising(error, at: url, in: catalogue))
  }

  /// What kind of provider it is, as far as its entry, its accounts or its answer says.
  fileprivate func introduction(of provider: Provider, after answer: ProviderProbe.Answer?) -> String {
    guard case .issuer = provider.service, !provider.name.isCatalogueName else {
      return "\(DisplayText.clean(provider.title)) has an entry here."
    }
    if answer?.chain != nil { return "It is an API, whose tokens come from a server." }
    if case .success? = answer?.document { return "It is an issuer, which publishes what it offers." }
    if !accounts.isEmpty { return "It is an issuer at which you have an account." }
    guard let answer else { return "No entry describes this URL, and it was not asked." }
    return answer.isReached
      ? "No entry describes this URL, and it publishes nothing that can be used."
      : "No entry describes this URL, and it was not reached: it may be an issuer or an API."
  }
}

extension Client {
  /// How the client authenticates at a server that says this of itself.
  fileprivate func method(at metadata: AuthorizationServerMetadata) -> ClientAuthenticationMethod {
    authenticationMethod(by: OAuth2Dialect { $0.request.clientAuthentication = metadata.preferredClientAuthentication })
  }
}
