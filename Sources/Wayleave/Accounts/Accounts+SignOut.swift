public import WayleaveWire
package import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
public import WayleaveSignIn
import WayleaveSystem

extension Accounts {
  /// Signs an account out: revokes its tokens at the provider where that can be done, and removes them here.
  ///
  /// RFC 7009. The refresh token goes first: with it most servers end the whole grant. What cannot be delivered stays in
  /// the store, encrypted and no longer usable, until the provider confirms it: sign out again, or
  /// ``sendPendingRevocations()``. The store says at every moment what is still to be sent, so that an interruption
  /// loses nothing.
  public func signOut(_ account: Account, revoking: Bool = true) async throws(OAuthError) -> LogoutReport {
    guard let report = try await signOut(account, revoking: revoking, where: { _ in true }) else {
      throw .unknownAccount(account)
    }
    return report
  }

  /// The same for what one sign-in stored: nothing happens where a later one has stored another credential. Nil then.
  package func signOut(_ account: Account, signedInAt time: Instant?) async throws(OAuthError) -> LogoutReport? {
    try await signOut(account, revoking: true) { $0.signedInAt == time }
  }

  private func signOut(
    _ account: Account, revoking: Bool, where fits: @escaping @Sendable (StoredCredential) -> Bool
  ) async throws(OAuthError) -> LogoutReport? {
    guard let stored = try await stored(account) else { throw .unknownAccount(account) }
    // Where a good access token is needed to end the grant, an expired one is replaced first. If that fails, the
    // provider is asked all the same.
    if revoking, needsGoodTokenToRevoke(stored) { _ = try? await fresh(account) }
    let found = revoking ? try await revocationElsewhere(of: stored) : nil
    // Under the lock of a refresh: else one that is under way would put a credential back that no one revoked.
    return try await credentials.wrapped {
      try await credentials.withLock(on: account, until: flights.time.now() + AccountLockWait.ofRefresh) {
        try await signOutUnderLock(account, revoking: revoking, at: found, where: fits)
      }
    }
  }

  /// Sends again what earlier sign-outs could not deliver, where the provider's pause is over.
  ///
  /// RFC 7009 §2.2.1. Gives a report for each account that was tried: a failure of one does not stop the others.
  public func sendPendingRevocations() async throws(OAuthError) -> [LogoutReport] {
    var reports: [LogoutReport] = []
    for stored in try await all() {
      if let report = try await sendPendingRevocations(of: stored) { reports.append(report) }
    }
    return reports
  }

  /// The same for one account; nil where there is nothing to send now.
  package func sendPendingRevocations(of stored: StoredCredential) async throws(OAuthError) -> LogoutReport? {
    guard stored.hasDueRevocation(at: now()) else { return nil }
    do throws(OAuthError) { return try await sendUnderLock(stored) } catch {
      guard error.code != .cancelled else { throw error }
      return LogoutReport(account: stored.account, revocation: .pending(error))
    }
  }

  private func sendUnderLock(_ stored: StoredCredential) async throws(OAuthError) -> LogoutReport? {
    try await credentials.wrapped {
      try await credentials.withLock(on: stored.account, until: flights.time.now() + AccountLockWait.ofRefresh) {
        () async throws -> LogoutReport? in
        // Another process may have sent them meanwhile.
        guard let held = try await credentials.load(stored.account), held.stored.hasDueRevocation(at: now()) else {
          return nil
        }
        return try await deliver(held.stored, from: held.revision)
      }
    }
  }

  private func signOutUnderLock(
    _ account: Account, revoking: Bool, at found: Endpoint?, where fits: (StoredCredential) -> Bool
  ) async throws -> LogoutReport? {
    guard var held = try await credentials.load(account) else { throw OAuthError.unknownAccount(account) }
    guard fits(held.stored) else { return nil }
    // The tokens that are good are those that a refresh could not save: they are the ones to revoke.
    if let unsaved = unsaved.take(over: held) { held = try await save(unsaved, over: held) }
    await credentials.removeProvisional(of: held.stored)
    var (stored, revision) = (held.stored, held.revision)
    if let found { stored.provider.addRevocation(at: found) }
    let page = revoking ? try sessionPage(of: stored) : nil
    // Nothing has happened yet, so nothing has to be reported.
    try Task.checkCancellation()
    guard revoking, offersRevocation(of: stored) else {
      try await write(nil, to: account, from: revision)
      removeKeys(of: stored)
      return LogoutReport(account: account, revocation: revoking ? .notOffered : .skipped, sessionPage: page)
    }
    if !stored.isSignedOut {
      stored.pendingRevocations.append(PendingRevocation(of: stored.credential, since: now()))
      // What the provider said before stays: it decides what an answer about an unknown token means.
      stored.ending = stored.ending ?? .signedOut
      guard let next = try await write(stored, to: account, from: revision) else { throw OAuthError.storeConflict() }
      revision = next
    }
    var report = try await deliver(stored, from: revision)
    report.sessionPage = page
    return report
  }

  /// Sends what is to be revoked, token by token, and writes down what is left after each.
  private func deliver(_ held: StoredCredential, from start: RecordRevision) async throws -> LogoutReport {
    var stored = held
    var revision = start
    var notRevocable: [PendingRevocation.Token] = []
    var hasRevoked = false
    while let pending = stored.pendingRevocations.first {
      if let token = pending.remaining.first {
        // The exchange is finished in any case: a token that is revoked must not look as if it were not.
        let outcome = await Task { [holder = stored.asIssued(for: pending)] in
          await revoke(token, of: pending.credential, in: holder)
        }.value
        switch outcome {
        case .revoked: hasRevoked = true
        case .unsent: break
        case .unsupported: notRevocable.append(token)
        case .failed(let error, let pause):
          stored.pendingRevocations[0].notBefore = pause.map { now() + $0 }
          try await write(stored, to: stored.account, from: revision)
          return LogoutReport(account: stored.account, revocation: .pending(error), notRevocable: notRevocable)
        }
        stored.pendingRevocations[0].remaining.removeFirst()
      }
      let isDone = stored.pendingRevocations[0].remaining.isEmpty
      let isLast = isDone && stored.pendingRevocations.count == 1
      let isSignedOut = stored.isSignedOut
      if isDone { stored.pendingRevocations.removeFirst() }
      // An account that was signed in again meanwhile stays.
      let present = isLast && isSignedOut ? nil : stored
      let next = try await write(present, to: stored.account, from: revision)
      removeKeys(of: held, unlessIn: present)
      guard let next else { break }
      revision = next
      if Task.isCancelled, !isLast { throw OAuthError.signOutInterrupted(stored) }
    }
    return LogoutReport(
      account: held.account, revocation: hasRevoked ? .revoked : .notOffered, notRevocable: notRevocable)
  }

  @discardableResult
  private func write(
    _ stored: StoredCredential?, to account: Account, from revision: RecordRevision
  ) async throws -> RecordRevision? {
    let next = try await credentials.replace(account, with: stored, expecting: revision)
    changes.add()
    if stored == nil { exchange.tell(Event(.credentialRemoved, "\(DisplayText.clean("\(account)"))")) }
    return next
  }

  /// The page on which the user of an account ends the session at the provider, and which leads back to a registered URL;
  /// nil where the provider has none.
  ///
  /// What a sign-in after `signedInUntil` has stored names another session, maybe of another browser: then no ID token is
  /// shown, and the provider goes by the browser's own session alone.
  package func sessionPage(
    of account: Account, returningTo redirectURI: RedirectURI, signedInUntil: Instant
  ) async throws(OAuthError) -> AbsoluteURL? {
    guard let stored = try await stored(account) else { return nil }
    let isOwn = stored.signedInAt.map { $0 <= signedInUntil } ?? true
    return try sessionPage(of: stored, returningTo: redirectURI, namingSession: isOwn)
  }

  /// The page on which the user ends the session at the provider, which knows by the ID token that a client asks.
  ///
  /// OpenID Connect RP-Initiated Logout §2.
  private func sessionPage(
    of stored: StoredCredential, returningTo redirectURI: RedirectURI? = nil, namingSession namesSession: Bool = true
  ) throws(OAuthError) -> AbsoluteURL? {
    let registration = registered(stored)
    guard case .oauth2(let service) = registration.provider.service, let endpoint = service[.endSession],
      case .oauth2(let tokens) = stored.credential
    else { return nil }
    return try LogoutRequest(
      idTokenHint: namesSession ? tokens.idToken : nil, clientID: registration.client.id,
      postLogoutRedirectURI: redirectURI
    ).url(at: endpoint)
  }
}

extension StoredCredential {
  /// This record with the client to which the tokens of a revocation were issued: only that one may revoke them.
  ///
  /// RFC 7009 §2.1.
  fileprivate func asIssued(for pending: PendingRevocation) -> StoredCredential {
    var issued = self
    if let client = pending.client { issued.client = client }
    return issued
  }
}

extension OAuthError {
  fileprivate static func signOutInterrupted(_ stored: StoredCredential) -> OAuthError {
    let left = stored.pendingRevocations.flatMap(\.remaining).map(\.rawValue)
    return OAuthError(
      .cancelled,
      message: "The sign-out was interrupted before the provider confirmed: \(left.joined(separator: ", ")).",
      rule: .rfc(7009, "2.1"), remedy: .finishSignOut(left: left))
  }
}
