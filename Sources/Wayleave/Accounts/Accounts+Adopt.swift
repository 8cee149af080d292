import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

extension Accounts {
  /// An account as it can be used elsewhere; throws `credential.sign_in_needed` where only a new sign-in helps.
  ///
  /// It waits for a refresh that runs: that spends the refresh token.
  package func exported(_ account: Account) async throws(OAuthError) -> ExportedAccount {
    try await credentials.wrapped {
      try await credentials.withLock(on: account, until: flights.time.now() + AccountLock.waitOfSignIn) {
        guard let stored = try await credentials.load(account)?.stored else { throw OAuthError.unknownAccount(account) }
        guard stored.endedBecause == nil, !stored.isSignedOut else { throw OAuthError.signInEnded(stored) }
        return ExportedAccount(stored)
      }
    }
  }

  /// Stores a credential that was issued elsewhere, under its own key. Nothing is sent.
  ///
  /// A name that another account has stays there: see ``SignedIn/refusedName``. Throws `configuration.account_exists`
  /// where the account is stored already, unless it may be replaced, and where another account has the same token.
  package func adopt(_ stored: StoredCredential, replacing: Bool = false) async throws(OAuthError) -> SignedIn {
    let placed = try await credentials.wrapped {
      try await credentials.withNamesLock(in: flights.time) {
        try await credentials.withLocks(on: stored.account, in: flights.time) {
          try await adoptUnderLock(stored, replacing: replacing)
        }
      }
    }
    changes.add()
    exchange.tell(Event(.credentialStored, "in \(credentials.location)"))
    return placed.signedIn()
  }

  private func adoptUnderLock(_ stored: StoredCredential, replacing: Bool) async throws -> Placed {
    let held = try await credentials.load(stored.account)
    if let earlier = held?.stored, !earlier.isSignedOut, !replacing { throw OAuthError.accountExists(earlier) }
    let all = try await all()
    // Two records would spend one refresh token for each other.
    let twins = all.filter { $0.account != stored.account && $0.mayUseToken(of: stored) }
    let known = replacing ? twins.filter { $0.isSuperseded(by: stored) } : []
    if let twin = twins.without(known).first { throw OAuthError.accountExists(twin) }
    var record = stored
    let isTaken = stored.name.map { all.holder(of: $0, besides: stored.account) != nil } ?? false
    if isTaken { record.name = nil }
    record.enroll()
    record.keepEnrollment(of: held?.stored)
    // What an earlier sign-out could not deliver must still be revoked.
    for pending in held?.stored.pendingRevocations ?? [] where !record.pendingRevocations.contains(pending) {
      record.pendingRevocations.append(pending)
    }
    try await credentials.save(record, expecting: held?.revision, in: flights.time)
    for twin in known { await credentials.remove(superseded: twin) }
    return Placed(stored: record, replaced: held?.stored ?? known.first, refusedName: isTaken ? stored.name : nil)
  }
}

extension StoredCredential {
  fileprivate func mayUseToken(of other: StoredCredential) -> Bool {
    !isSignedOut && credential.sharesToken(with: other.credential)
  }

  /// Whether it is the same sign-in, stored before its user was known.
  fileprivate func isSuperseded(by other: StoredCredential) -> Bool {
    isProvisional && !other.isProvisional && account.provider == other.account.provider
      && account.client == other.account.client
  }
}

extension OAuthError {
  /// The account is named by its parts where it has no name: a program with names of its own replaces them.
  static func accountExists(_ held: StoredCredential) -> OAuthError {
    let name = DisplayText.clean(held.name ?? "\(held.account)", limit: 200)
    return OAuthError(
      .accountExists, message: "The account “\(name)” is stored here already, with a credential of its own.",
      rule: .wayleave("an import replaces nothing unless that is asked for"),
      expected: "an account that is not stored here", received: .described("one that is"),
      remedy: "Sign it out first, or ask to replace it.")
  }
}
