import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// The credential of a session as the accounts of this process hold it, or get it.
final class SessionCredentials: FreshCredentials {
  let accounts: Accounts
  private let source: Source
  private let recent = RecentAuthorization()
  /// Those of a credential that no store has.
  private let refusedRenewals = Lock(RefusedRenewals())

  /// Where the credential comes from.
  enum Source: Sendable {
    /// From the store, and renewed by its refresh token.
    case kept(Account)
    /// From memory, and renewed by a grant that needs no user.
    case direct(DirectGrant, of: Provider, as: Client, allowedOrigins: [Origin])
    /// Given by the caller, who renews it: what a renewal brings would be lost.
    case given(Credential, of: Provider, as: Client, allowedOrigins: [Origin])
    /// None: the consumer of OAuth 1.0a signs alone.
    case consumer(of: Provider, as: Client, allowedOrigins: [Origin])
  }

  init(accounts: Accounts, source: Source) {
    self.accounts = accounts
    self.source = source
  }

  /// The account; without a user, the client's id stands for one.
  var account: Account {
    switch source {
    case .kept(let account): account
    case .direct(_, let provider, let client, _), .given(_, let provider, let client, _),
      .consumer(let provider, let client, _):
      Account(provider: provider.name, client: client.id, subject: client.id.text)
    }
  }

  var accountName: String { "\(account)" }

  func authorization() async throws(OAuthError) -> HeldAuthorization {
    let changes = accounts.changes.count
    if let recent = recent.authorization(at: accounts.now(), after: changes, present: present) { return recent }
    let authorization = accounts.held(try await fresh())
    recent.hold(authorization, after: changes, present: present)
    return authorization
  }

  func authorization(
    replacing used: HeldAuthorization, after answer: AuthorizedAnswer
  ) async throws(OAuthError) -> HeldAuthorization? {
    let used = used.authorization
    let verdict = used.verdict(in: answer.response)
    let isProvider = used.isOfProvider(answer.sent.origin)
    guard verdict.isRefusal, isRenewable(used.stored, refusedByProvider: isProvider) else {
      guard case .gone(let refusal) = verdict, case .kept = source, isProvider else { return nil }
      throw await accounts.end(
        used.stored,
        because: refusal.withoutSecrets(
          of: answer.sent, answeredBy: answer.response, with: used.stored.credential))
    }
    guard try await !isPaused(used.stored, at: answer.sent.origin) else {
      accounts.tell(
        Event(
          .tolerated, rule: .wayleave("a token that is refused as soon as it is renewed is not renewed again at once"),
          "the API has just refused a renewed token of this account, so its refusal stands"))
      return nil
    }
    // Counted before: what is signed out meanwhile must not be held as if it were recent.
    let changes = accounts.changes.count
    let renewed = accounts.held(try await fresh(replacing: used.stored))
    recent.hold(renewed, after: changes, present: present)
    return renewed
  }

  func note(_ answer: AuthorizedAnswer, to renewed: HeldAuthorization) async {
    let renewed = renewed.authorization
    guard renewed.verdict(in: answer.response).isRefusal, let origin = answer.sent.origin else { return }
    switch source {
    case .kept: await accounts.noteRefusedRenewal(renewed.stored, by: origin)
    case .direct: refusedRenewals.withLock { $0.note(origin, at: accounts.now()) }
    case .given, .consumer: break
    }
  }

  /// Whether a renewal would bring what an API has just refused, as far as this process or another one has seen.
  private func isPaused(_ used: StoredCredential, at origin: Origin?) async throws(OAuthError) -> Bool {
    guard case .kept(let account) = source else {
      return refusedRenewals.withLock { $0.isPaused(at: origin, at: accounts.now()) }
    }
    // A token that another process has brought meanwhile is not refused yet, and costs no renewal.
    guard let stored = try await accounts.stored(account), stored.hasSameAccess(as: used) else { return false }
    return stored.refusedRenewals.isPaused(at: origin, at: accounts.now())
  }

  /// The time that passes.
  private var present: ContinuousClock.Instant { accounts.flights.time.now() }

  private func fresh() async throws(OAuthError) -> StoredCredential {
    switch source {
    case .kept(let account): return try await accounts.fresh(account)
    case .direct(let grant, let provider, let client, let origins):
      return try await accounts.direct(by: grant, of: provider, as: client).allowing(origins)
    case .given(let credential, let provider, let client, let origins):
      return try await accounts.given(credential, of: provider, as: client, allowedOrigins: origins)
    case .consumer(let provider, let client, let origins):
      return try StoredCredential(twoLegged: provider, as: client, allowedOrigins: origins, at: accounts.now())
    }
  }

  private func fresh(replacing used: StoredCredential) async throws(OAuthError) -> StoredCredential {
    switch source {
    case .kept(let account): return try await accounts.fresh(account, replacing: used)
    case .direct(let grant, let provider, let client, let origins):
      let renewed = try await accounts.direct(
        by: grant, of: provider, as: client, isGood: { $0.credential != used.credential })
      return renewed.allowing(origins)
    case .given, .consumer: return used
    }
  }

  /// Whether another credential can be had, and may be for this refusal: an origin that only the user allowed waits for
  /// ``RefusalPause``.
  private func isRenewable(_ used: StoredCredential, refusedByProvider isProvider: Bool) -> Bool {
    guard isProvider || used.obtainedAt + RefusalPause.duration <= accounts.now() else { return false }
    return switch source {
    case .kept: used.credential.isRefreshable
    // What another party signed is shown once.
    case .direct(.assertion, _, _, _): false
    case .direct: true
    case .given, .consumer: false
    }
  }
}

extension StoredCredential {
  fileprivate func allowing(_ origins: [Origin]) -> StoredCredential {
    var stored = self
    stored.allowedOrigins = origins
    return stored
  }
}
