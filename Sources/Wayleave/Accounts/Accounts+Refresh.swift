import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveSignIn
import WayleaveSystem
public import WayleaveWire

extension Accounts {
  /// The credential of an account, refreshed if necessary.
  ///
  /// It is good for at least `minimumLifetime`; nil wants a minute, and from a provider whose tokens live shorter than
  /// that half of their life. However many tasks and processes ask, one refresh is made: the lock of the store is held,
  /// the store is read again under it, and what another has brought meanwhile is used. The new credential is durable
  /// before anyone gets it. `forcing` refreshes even a credential that is good. Throws `credential.sign_in_needed` when
  /// only the user helps.
  public func fresh(
    _ account: Account, minimumLifetime: Duration? = nil, forcing: Bool = false
  ) async throws(OAuthError) -> StoredCredential {
    let stored = try await held(account).stored
    if stored.endedBecause != nil { throw .signInEnded(stored) }
    guard forcing || !Freshness.atLeast(minimumLifetime).isMet(by: stored, at: now()) else { return stored }
    guard stored.credential.isRefreshable else {
      if forcing { throw .notRefreshable(stored) }
      // No other can be had: what is left of it is used to its end.
      guard !stored.credential.isAlive(at: now()) else { return stored }
      throw .signInNeeded(stored, "the access token has expired and nothing renews it")
    }
    return try await fresh(account, replacing: stored)
  }

  /// A credential other than `used`, which has turned out to be no good.
  func fresh(_ account: Account, replacing used: StoredCredential) async throws(OAuthError) -> StoredCredential {
    try await flights.refresh(account) {
      do {
        return .success(
          try await credentials.withLock(on: account, until: flights.time.now() + AccountLockWait.ofRefresh) {
            try await refreshUnderLock(account, replacing: used)
          })
      } catch { return .failure(.storeFailed(error, at: credentials.location)) }
    }.get()
  }

  private func refreshUnderLock(
    _ account: Account, replacing used: StoredCredential
  ) async throws(OAuthError) -> StoredCredential {
    var held = try await held(account)
    // What an earlier refresh brought and could not save comes first: the refresh token in the store is spent.
    if let unsaved = unsaved.take(over: held) { held = try await save(unsaved, over: held) }
    // Another process learned that the grant is gone: asking again makes some providers end the other grants too.
    if held.stored.endedBecause != nil { throw .signInEnded(held.stored) }
    // Another process was faster: its credential is the one to use, and ours would be spent already. One that has expired
    // meanwhile, as after a night in which the machine slept, is refreshed in its turn.
    guard held.stored.hasSameAccess(as: used) || held.stored.canOnlyBeRefreshed(at: now()) else { return held.stored }
    // A copy of the store may be in use elsewhere. It is said before anything is sent.
    if held.stored.move(to: Self.thisMachine) {
      exchange.tell(
        Event(.tolerated, rule: .wayleave("one machine renews an account"), "the account came from another machine"))
    }
    if case .oauth1 = held.stored.credential, held.stored.credential.isRefreshable {
      return try await renewSessionUnderLock(held)
    }
    let plan = try RefreshPlan(held.stored, by: registered(held.stored))
    try await fetchNonce(for: plan)
    return try await renew(held, by: .rfc(6749, "6")) {
      (held: inout HeldCredential, progress: inout RefreshProgress) async throws(OAuthError) in
      do throws(OAuthError) { return try await ask(plan, over: &held, progress: &progress) } catch {
        if error.code == .grantRefused {
          exchange.tellOfTolerated(error.refusal, by: plan.service.dialect.refusalTable)
        }
        throw error
      }
    } saving: { (answer, time, held) async throws(OAuthError) in
      exchange.tellOfDepartures(of: answer, asked: plan.scopes, about: plan.credential)
      return try await save(answer, of: plan, askedAt: time, over: held)
    }
  }

  /// Gets a nonce where a refresh without one could spend the refresh token in vain: every answer is read for it.
  private func fetchNonce(for plan: RefreshPlan) async throws(OAuthError) {
    guard let request = plan.nonceRequest else { return }
    let (servers, origin) = (exchange.servers.current, request.endpoint.origin)
    var random = SystemRandomNumberGenerator()
    let message = try request.attempt(
      nonce: servers.nonce(for: origin, as: .authorizationServer), at: now() + servers.correction(at: origin),
      using: &random)
    try await exchange.send(message, within: .token) { (_) throws(OAuthError) in }
  }

  /// Sends the request and reads its answer; from one that cannot be used otherwise, the new refresh token is saved.
  ///
  /// It is sent once more when the connection was lost before any of the answer came. An answer of which a part has come, or
  /// that did not come in time, is not asked for again: the server has acted.
  private func ask(
    _ plan: RefreshPlan, over held: inout HeldCredential, progress: inout RefreshProgress
  ) async throws(OAuthError) -> TokenResponse {
    var sent = RefreshProgress()
    defer { progress = sent }
    do throws(OAuthError) {
      return try await exchange.send(
        plan.request, within: .token, beforeSending: { sent.sentAt = now() },
        repeatingAfter: { failure in
          if case .answerLost = failure, !sent.isRepeat {
            sent.isRepeat = true
            return true
          }
          if let part = failure.receivedPart { (sent.answer, sent.isWhole) = (part, false) }
          return false
        },
        about: { plan.credential },
        reading: { (response) throws(OAuthError) in
          sent.answer = response
          return try plan.answer(in: response)
        })
    } catch {
      guard let answer = sent.answer,
        let tokens = SalvagedTokens(from: answer, isWhole: sent.isWhole, dialect: plan.service.dialect)
      else {
        throw error
      }
      held = try await save(plan.keeping(tokens.refreshToken), over: held)
      exchange.tell(
        Event(.tolerated, rule: error.rule, "the new refresh token of an answer that cannot be used is saved"))
      throw error
    }
  }

  /// Saves what an answer brought: the refresh token at once, the rest when its ID token is verified.
  private func save(
    _ answer: TokenResponse, of plan: RefreshPlan, askedAt time: Instant, over held: HeldCredential
  ) async throws(OAuthError) -> StoredCredential {
    if let account = held.stored.provider.atProtocol {
      do throws(OAuthError) { try account.checkRenewal(answer) } catch {
        var held = held
        if let refreshToken = answer.refreshToken { held = try await save(plan.keeping(refreshToken), over: held) }
        _ = try? await credentials.cancelRefresh(of: held)
        throw error
      }
    }
    guard plan.isVerifiable(answer) else {
      return try await save(plan.renewed(by: answer, isIDTokenVerified: true, at: time), over: held).stored
    }
    var held = held
    if let refreshToken = answer.refreshToken { held = try await save(plan.keeping(refreshToken), over: held) }
    let isVerified: Bool
    do throws(OAuthError) {
      try await verify(answer, of: plan)
      isVerified = true
    } catch {
      if let mismatch = plan.mismatch(in: answer, after: error, at: now()) {
        _ = try? await credentials.cancelRefresh(of: held)
        throw mismatch
      }
      let fault = error.code == .idTokenRenewal ? "has another “auth_time” than the sign-in" : "cannot be verified now"
      exchange.tell(Event(.tolerated, rule: error.rule, "an ID token that \(fault) is left out"))
      isVerified = false
    }
    return try await save(plan.renewed(by: answer, isIDTokenVerified: isVerified, at: time), over: held).stored
  }

  /// Verifies the ID token of a refresh; throws the check that fails, or why there are no keys.
  ///
  /// OpenID Connect Core §12.2.
  private func verify(_ answer: TokenResponse, of plan: RefreshPlan) async throws(OAuthError) {
    guard let idToken = answer.idToken else { return }
    let requirements = plan.requirements(for: answer)
    let time = tokenTime(at: plan.service.tokenEndpoint(for: plan.client).origin)
    if let keys = plan.ownKeys(for: idToken) {
      _ = try IDToken(idToken, verifiedBy: keys, meeting: requirements, at: time)
    } else if let endpoint = plan.service[.keySet] {
      _ = try await verified(byKeysAt: endpoint) { (keys) throws(OAuthError) in
        try IDToken(idToken, verifiedBy: keys, meeting: requirements, at: time)
      }
    }
  }

  /// Marks a credential that the provider's API no longer accepts, and gives the error that says so.
  ///
  /// A credential that was replaced meanwhile stays as it is.
  func end(_ used: StoredCredential, because refusal: ProviderRefusal) async -> OAuthError {
    let reason = refusal.description ?? refusal.error
    var ended = used
    ended.endedBecause = reason
    let error = OAuthError.signInEnded(ended, refusal: refusal)
    await markEnd(of: used, because: reason)
    return error
  }

  /// Marks a credential as ended, for a reason in a few words; one that was replaced meanwhile stays as it is.
  package func markEnd(of used: StoredCredential, because reason: String) async {
    await mark(used, orTell: "the end of a credential could not be saved") { stored in
      if stored.endedBecause == nil { stored.endedBecause = reason }
    }
  }

  /// Notes that an API refuses a token that was just renewed; a credential that was replaced meanwhile stays as it is.
  func noteRefusedRenewal(_ used: StoredCredential, by origin: Origin) async {
    let now = now()
    await mark(used, orTell: "that an API refuses a renewed token could not be saved") { stored in
      stored.refusedRenewals.note(origin, at: now)
    }
  }

  /// Changes what the store says of a credential, unless that was replaced meanwhile.
  private func mark(
    _ used: StoredCredential, orTell failure: String, by change: @escaping @Sendable (inout StoredCredential) -> Void
  ) async {
    let isSaved: Bool? = try? await credentials.withLock(
      on: used.account, until: flights.time.now() + AccountLockWait.ofRefresh
    ) {
      let held = try await held(used.account)
      var stored = held.stored
      if stored.hasSameAccess(as: used) { change(&stored) }
      if stored != held.stored { _ = try await save(stored, over: held) }
      return true
    }
    if isSaved == nil { exchange.tell(Event(.tolerated, failure)) }
  }

  /// The credential of an account as the store has it, with the key of its tokens.
  func held(_ account: Account) async throws(OAuthError) -> HeldCredential {
    guard let loaded = try await credentials.wrapped({ try await credentials.load(account) }) else {
      throw .unknownAccount(account)
    }
    return HeldCredential(stored: try withKey(loaded.stored), revision: loaded.revision)
  }

  func save(
    _ stored: StoredCredential, over held: HeldCredential
  ) async throws(OAuthError) -> HeldCredential {
    let revision: RecordRevision?
    do throws(OAuthError) {
      revision = try await credentials.save(
        stored, by: .renewal(of: held.stored.credential), expecting: held.revision, in: flights.time)
    } catch {
      // What was issued is saved by the next who asks for it, and a mark can be made again.
      if stored.isMore(than: held.stored) { unsaved.put(stored, over: held) }
      guard error.code == .storeConflict, !stored.credential.hasSameTokens(as: held.stored.credential) else {
        throw error
      }
      throw error.remedied(
        by: .advice(
          "What the provider issued was not stored, and the token that was sent for it may be spent. Try again; if that "
            + "is refused, sign in again."))
    }
    changes.add()
    exchange.tell(Event(.credentialStored, "in \(credentials.location)"))
    guard let revision else { throw .unknownAccount(stored.account) }
    return HeldCredential(stored: stored, revision: revision)
  }
}

extension StoredCredential {
  /// Whether it has tokens that the other record lacks, to be used or to be revoked.
  fileprivate func isMore(than other: StoredCredential) -> Bool {
    !credential.hasSameTokens(as: other.credential) || pendingRevocations != other.pendingRevocations
  }

  /// Whether the access token has expired, and another can be had.
  fileprivate func canOnlyBeRefreshed(at now: Instant) -> Bool {
    !credential.isAlive(at: now) && credential.isRefreshable
  }
}

extension OAuthError {
  package static func unknownAccount(_ account: Account) -> OAuthError {
    OAuthError(
      .unknownAccount, message: "No account “\(DisplayText.clean("\(account)"))” is signed in here.",
      rule: .wayleave("an account is signed in before it is used"), remedy: .signIn(provider: account.provider.text))
  }

  /// A credential that cannot be used, and why in a few words of our own.
  static func signInNeeded(
    _ stored: StoredCredential, _ reason: String, refusal: ProviderRefusal? = nil
  ) -> OAuthError {
    let name = DisplayText.clean(stored.name ?? "\(stored.account)", limit: 200)
    return OAuthError(
      .signInNeeded, message: "The sign-in of “\(name)” has ended: \(DisplayText.clean(reason, limit: 500)).",
      rule: stored.credential.ruleOfEnd, remedy: .signIn(provider: stored.account.provider.text), refusal: refusal)
  }

  /// A credential that is marked as ended: the user signed out, or the provider no longer accepts it.
  static func signInEnded(_ stored: StoredCredential, refusal: ProviderRefusal? = nil) -> OAuthError {
    let words = stored.endedBecause ?? "it refused to renew it"
    guard !stored.isSignedOut else { return signInNeeded(stored, words) }
    // Some providers, as Facebook, have no refresh tokens: an access token is renewed by itself.
    let token: String =
      if case .oauth2(let tokens) = stored.credential, !tokens.isItsOwnRefreshToken, tokens.refreshToken != nil {
        "refresh token"
      } else { "token" }
    let says =
      switch words {
      // It has a line of its own.
      case refusal?.description: ""
      // RFC 6749 §5.2: the code alone has three meanings.
      case "invalid_grant" where stored.credential.isRefreshable:
        " (it expired, was revoked, or was used by a copy of this store)"
      case refusal?.error: ""
      default: " (\(words))"
      }
    let title = DisplayText.clean(stored.provider.title)
    return signInNeeded(stored, "\(title) no longer accepts its \(token)\(says)", refusal: refusal)
  }
}
