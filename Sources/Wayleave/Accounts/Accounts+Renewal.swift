import WayleaveSignIn
import WayleaveWire

/// What every renewal shares, be it a refresh of OAuth 2 or a session of OAuth 1.0a: what is sent may be spent by sending it.
extension Accounts {
  /// Renews a credential in the order in which nothing is lost: note, room, request, record.
  ///
  /// Called under the lock of the account. `ask` sends and reads the answer; `save` saves what it brought, of which every
  /// lifetime is counted from the time of the request: the server counts from a later one.
  func renew<Answer>(
    _ start: HeldCredential, by rule: OAuthError.Rule,
    asking ask: (inout HeldCredential, inout RefreshProgress) async throws(OAuthError) -> Answer,
    saving save: (Answer, Instant, HeldCredential) async throws(OAuthError) -> StoredCredential
  ) async throws(OAuthError) -> StoredCredential {
    try await observed(.refresh, at: start.stored.provider) { () async throws(OAuthError) in
      try await renewUnobserved(start, by: rule, asking: ask, saving: save)
    }
  }

  private func renewUnobserved<Answer>(
    _ start: HeldCredential, by rule: OAuthError.Rule,
    asking ask: (inout HeldCredential, inout RefreshProgress) async throws(OAuthError) -> Answer,
    saving save: (Answer, Instant, HeldCredential) async throws(OAuthError) -> StoredCredential
  ) async throws(OAuthError) -> StoredCredential {
    // The note is saved before the request, so that a program that is killed in between leaves the reason.
    var held = try await credentials.beginRefresh(of: start, at: now())
    let earlier = start.stored.pendingRefresh
    let room = try await room(for: &held, leaving: earlier)
    defer { room.release() }
    exchange.tell(Event(.refreshBegan, rule: rule, "\(start.stored.account)"))
    if let earlier, let attempt = held.stored.refreshAttempt {
      exchange.tell(
        Event(
          .tolerated, rule: .wayleave("a refresh whose end is unknown is tried again"),
          "attempt \(attempt.number) with this token: the one of \(earlier.beganAt) may have spent it"))
    }
    var progress = RefreshProgress()
    let answer: Answer
    do throws(OAuthError) { answer = try await ask(&held, &progress) } catch {
      // Without the note, a refresh token of the answer was saved.
      if error.code == .grantRefused, held.stored.refreshAttempt != nil {
        let ended = start.stored.ended(by: error, isAfterLostAnswer: progress.isRepeat)
        return try await giveUp(ended, over: held, because: error)
      }
      // The error of the request is the one that helps, also when the note stays. The note brings another attempt with the
      // same token: only an answer shows whether it is spent.
      if progress.leavesTokenUnspent(after: error) {
        _ = try? await credentials.cancelRefresh(of: held, leaving: earlier)
      }
      throw error
    }
    return try await save(answer, progress.sentAt ?? now(), held)
  }

  /// Room for the largest answer, taken before the request: a rotating token is spent by asking, and what it brings must
  /// have a place.
  private func room(
    for held: inout HeldCredential, leaving earlier: RefreshAttempt?
  ) async throws(OAuthError) -> StoreReservation {
    let account = held.stored.account
    do throws(OAuthError) {
      return try await credentials.wrapped {
        try await credentials.reserve(for: account, growingBy: ExchangeLimits.token.maximumBodySize)
      }
    } catch {
      held = try await credentials.cancelRefresh(of: held, leaving: earlier)
      throw error
    }
  }

  /// The provider no longer accepts what renews the credential: the record is marked, so that the user sees which account
  /// it is.
  func giveUp(
    _ ended: StoredCredential, over held: HeldCredential, because refusal: OAuthError
  ) async throws(OAuthError) -> StoredCredential {
    do throws(OAuthError) { _ = try await save(ended, over: held) } catch {
      guard error.code == .storeConflict else {
        // What the provider said is what helps, and the next refresh can make the mark.
        exchange.tell(Event(.tolerated, "the end of a credential could not be saved"))
        throw .signInEnded(ended, refusal: refusal.refusal)
      }
      // Where locks do not hold, another process may have spent it and saved what it got.
      let current = try await self.held(held.stored.account)
      if current.stored.endedBecause != nil { throw .signInEnded(current.stored) }
      return current.stored
    }
    throw .signInEnded(ended, refusal: refusal.refusal)
  }
}
