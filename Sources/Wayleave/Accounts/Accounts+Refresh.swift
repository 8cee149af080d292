import WayleaveOAuth2
import WayleaveOpenID
import WayleaveSignIn
public import WayleaveWire

extension Accounts {
  /// The credential of an account, refreshed if need be.
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
    if let reason = stored.endedBecause { throw .signInNeeded(account, reason) }
    guard forcing || !Freshness.atLeast(minimumLifetime).isMet(by: stored, at: now()) else { return stored }
    guard stored.credential.isRefreshable else {
      if forcing { throw .notRefreshable(account) }
      // No other can be had: what is left of it is used to its end.
      guard !stored.isAlive(at: now()) else { return stored }
      throw .signInNeeded(account, "the access token has expired and there is no refresh token")
    }
    return try await fresh(account, replacing: stored)
  }

  /// A credential other than `used`, which has turned out to be no good.
  func fresh(_ account: Account, replacing used: StoredCredential) async throws(OAuthError) -> StoredCredential {
    try await flights.refresh(account) {
      do {
        return .success(
          try await credentials.withLock(on: account, until: .now + .seconds(60)) {
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
    if let unsaved = unsaved.take(for: account, over: held.revision) { held = try await save(unsaved, over: held) }
    // Another was told that the grant is gone: asking again with a dead token makes some providers end the others too.
    if let reason = held.stored.endedBecause { throw .signInNeeded(account, reason) }
    // Another process was faster: its credential is the one to use, and ours would be spent already.
    guard held.stored.hasSameAccess(as: used) else { return held.stored }
    if case .oauth1 = held.stored.credential, held.stored.credential.isRefreshable {
      return try await renewSessionUnderLock(held)
    }
    let plan = try RefreshPlan(held.stored, by: registered(held.stored))
    // The note is saved before the request, so that a program that is killed in between leaves the reason.
    held = try await credentials.beginRefresh(of: held, at: now())
    let room = try await room(for: &held)
    defer { room.release() }
    exchange.tell(Event(.refreshBegan, rule: .rfc(6749, "6"), "\(account)"))
    let answer: TokenResponse
    var isRepeat = false
    do throws(OAuthError) { answer = try await ask(plan, over: &held, isRepeat: &isRepeat) } catch {
      // Without the note, a refresh token of the answer was saved.
      if error.code == .grantRefused, held.stored.refreshAttempt != nil {
        return try await giveUp(plan.ended(by: error, isAfterLostAnswer: isRepeat), over: held, because: error)
      }
      // The error of the request is the one that helps, also when the note stays.
      if error.leavesTokenUnspent, !isRepeat { _ = try? await credentials.cancelRefresh(of: held) }
      throw error
    }
    exchange.tellOfDepartures(of: answer, asked: plan.scopes)
    return try await save(answer, of: plan, over: held)
  }

  /// Room for the largest answer, taken before the request: a rotating token is spent by asking, and what it brings must
  /// have a place.
  private func room(for held: inout HeldCredential) async throws(OAuthError) -> StoreReservation {
    let account = held.stored.account
    do throws(OAuthError) {
      return try await credentials.wrapped {
        try await credentials.reserve(for: account, growingBy: ExchangeLimits.token.maximumBodySize)
      }
    } catch {
      held = try await credentials.cancelRefresh(of: held)
      throw error
    }
  }

  /// Sends the request and reads its answer; from one that cannot be used otherwise, the new refresh token is saved.
  ///
  /// It is sent once more when the connection was lost before any of the answer came: `isRepeat`. An answer that was cut
  /// off, or that did not come in time, is not asked for again: the server has acted.
  private func ask(
    _ plan: RefreshPlan, over held: inout HeldCredential, isRepeat: inout Bool
  ) async throws(OAuthError) -> TokenResponse {
    var received: ResponseMessage?
    var isWhole = true
    var hasRepeated = false
    defer { isRepeat = hasRepeated }
    do throws(OAuthError) {
      return try await exchange.send(
        plan.request, within: .token,
        repeatingAfter: { failure in
          switch failure {
          case .answerLost where !hasRepeated:
            hasRepeated = true
            return true
          case .answerCut(_, let part), .timedOut(_, let part), .tooLarge(_, let part):
            (received, isWhole) = (part, false)
          default: break
          }
          return false
        },
        reading: { (response) throws(OAuthError) in
          received = response
          return try plan.answer(in: response)
        })
    } catch {
      guard let received, let tokens = SalvagedTokens(from: received, isWhole: isWhole) else { throw error }
      held = try await save(plan.keeping(tokens.refreshToken), over: held)
      exchange.tell(
        Event(.tolerated, rule: error.rule, "the new refresh token of an answer that cannot be used is saved"))
      throw error
    }
  }

  /// Saves what an answer brought: the refresh token at once, the rest when its ID token is verified.
  private func save(
    _ answer: TokenResponse, of plan: RefreshPlan, over held: HeldCredential
  ) async throws(OAuthError) -> StoredCredential {
    guard plan.isVerifiable(answer) else {
      return try await save(plan.renewed(by: answer, isIDTokenVerified: true, at: now()), over: held).stored
    }
    var held = held
    if let refreshToken = answer.refreshToken { held = try await save(plan.keeping(refreshToken), over: held) }
    let isVerified: Bool
    do throws(OAuthError) {
      try await verify(answer, of: plan)
      isVerified = true
    } catch {
      guard !RefreshPlan.isMismatch(error) else {
        _ = try? await credentials.cancelRefresh(of: held)
        throw error
      }
      exchange.tell(Event(.tolerated, rule: error.rule, "an ID token that cannot be verified now is left out"))
      isVerified = false
    }
    return try await save(plan.renewed(by: answer, isIDTokenVerified: isVerified, at: now()), over: held).stored
  }

  /// Verifies the ID token of a refresh; throws the check that fails, or why there are no keys.
  ///
  /// OpenID Connect Core §12.2.
  private func verify(_ answer: TokenResponse, of plan: RefreshPlan) async throws(OAuthError) {
    guard let idToken = answer.idToken else { return }
    let requirements = plan.requirements(beside: answer)
    let time = tokenTime(at: plan.service.tokenEndpoint(for: plan.client).origin)
    if let keys = plan.ownKeys {
      _ = try IDToken(idToken, provenBy: keys, meeting: requirements, at: time)
    } else if let endpoint = plan.service.keySetEndpoint {
      _ = try await verified(byKeysAt: endpoint) { (keys) throws(OAuthError) in
        try IDToken(idToken, provenBy: keys, meeting: requirements, at: time)
      }
    }
  }

  /// The provider no longer accepts the refresh token: the record is marked, so that the user sees which account it is.
  private func giveUp(
    _ ended: StoredCredential, over held: HeldCredential, because error: OAuthError
  ) async throws(OAuthError) -> StoredCredential {
    // Where locks do not hold, another process may have spent it and saved what it got.
    let current = try await self.held(held.stored.account)
    guard current.revision == held.revision else { return current.stored }
    _ = try await save(ended, over: held)
    throw .signInNeeded(ended.account, ended.endedBecause ?? "", refusal: error.refusal)
  }

  /// Marks a credential that the provider's API no longer accepts, and gives the error that says so.
  ///
  /// A credential that was replaced meanwhile stays as it is.
  func end(_ used: StoredCredential, because refusal: ProviderRefusal) async -> OAuthError {
    let reason = refusal.description ?? refusal.error
    let error = OAuthError.signInNeeded(used.account, reason, refusal: refusal)
    let marked: Bool? = try? await credentials.withLock(on: used.account, until: .now + .seconds(60)) {
      var held = try await held(used.account)
      guard held.stored.hasSameAccess(as: used), held.stored.endedBecause == nil else { return false }
      held.stored.endedBecause = reason
      _ = try await save(held.stored, over: held)
      return true
    }
    if marked == nil { exchange.tell(Event(.tolerated, "the end of a credential could not be saved")) }
    return error
  }

  private func held(_ account: Account) async throws(OAuthError) -> HeldCredential {
    guard let loaded = try await credentials.wrapped({ try await credentials.load(account) }) else {
      throw .unknownAccount(account)
    }
    return HeldCredential(stored: try withKey(loaded.stored), revision: loaded.revision)
  }

  func save(
    _ stored: StoredCredential, over held: HeldCredential
  ) async throws(OAuthError) -> HeldCredential {
    let revision: CredentialRevision?
    do throws(OAuthError) { revision = try await credentials.save(stored, expecting: held.revision) } catch {
      // What was issued is saved by the next who asks for it, and a mark can be made again.
      if stored.endedBecause == nil, error.code != .storeConflict { unsaved.put(stored, over: held.revision) }
      throw error
    }
    changes.add()
    exchange.tell(Event(.credentialStored, "in \(credentials.location)"))
    guard let revision else { throw .unknownAccount(stored.account) }
    return HeldCredential(stored: stored, revision: revision)
  }
}

extension OAuthError {
  /// Whether the refresh token surely was not spent: nothing reached the server, or it refused the request.
  fileprivate var leavesTokenUnspent: Bool {
    [.unreachable, .networkTimedOut, .clientRefused, .tokenRefused].contains(code)
  }

  static func unknownAccount(_ account: Account) -> OAuthError {
    OAuthError(
      .unknownAccount, rule: .wayleave("an account is signed in before it is used"),
      expected: "a credential of \(DisplayText.clean("\(account)"))",
      received: .nothing, remedy: "Sign in with `wayleave login \(DisplayText.clean(account.provider))`.")
  }

  static func signInNeeded(
    _ account: Account, _ reason: String, refusal: ProviderRefusal? = nil
  ) -> OAuthError {
    OAuthError(
      .signInNeeded, rule: .rfc(6749, "6"), expected: "a credential that can be used",
      received: .described("one that has ended (\(DisplayText.clean(reason)))"),
      remedy: "Sign in again with `wayleave login \(DisplayText.clean(account.provider))`.", refusal: refusal)
  }
}
