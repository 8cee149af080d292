public import WayleaveOAuth2
public import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
public import WayleaveWire

extension Accounts {
  /// Takes over a user from another library by the refresh token that it stored: renews the token once, asks the
  /// provider who the user is, and stores the account.
  ///
  /// A provider that rotates refresh tokens gives another one in exchange (RFC 9700 §4.14.2), so the session at the
  /// source ends: delete the token there after this call, and send it nowhere else. The token is stored before it is
  /// spent, and nothing stays stored where the provider refuses it. An account of the same user is replaced, as by a
  /// sign-in; a provider that does not say who the user is leaves the reason in ``SignedIn/unidentifiedBecause``.
  ///
  /// Look in ``all()`` first, and call this once: a provider that rotates tokens answers a second call with a refusal, and
  /// may end the session (RFC 9700 §4.14.2).
  ///
  /// Throws `credential.sign_in_needed` where the provider does not accept the token, `configuration.account_exists`
  /// where the same token is stored already, `configuration.invalid_value` for an empty one, and
  /// `configuration.unsupported` at a provider of OAuth 1.0a.
  ///
  /// - Parameters:
  ///   - refreshToken: the token as the other library stored it.
  ///   - provider: who issued it.
  ///   - client: the client to which it was issued.
  ///   - scopes: those that were granted; nil where they are not known.
  public func adopt(
    refreshToken: Secret, of provider: Provider, as client: Client, scopes: [String]? = nil
  ) async throws(OAuthError) -> SignedIn {
    if case .oauth1 = provider.service { throw .noRefreshTokens(of: provider) }
    guard !refreshToken.isEmpty else { throw .emptyRefreshToken() }
    // There is no access token yet: one that has ended is renewed before it is used.
    let tokens = Credential.Tokens(
      accessToken: Secret(""), refreshToken: refreshToken, scopes: scopes, expiresAt: now())
    return try await adoptRenewing(.oauth2(tokens), of: provider, as: client, user: nil, replacing: true)
  }

  /// An account as it can be used elsewhere; throws `credential.sign_in_needed` where only a new sign-in helps.
  ///
  /// It waits for a refresh that runs: that spends the refresh token.
  package func exported(_ account: Account) async throws(OAuthError) -> ExportedAccount {
    try await credentials.wrapped {
      try await credentials.withLock(on: account, until: flights.time.now() + AccountLockWait.ofSignIn) {
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
    try await adopt(all: [stored], replacing: replacing)[0].get()
  }

  /// The same for several, each in its turn: each is durable before the next, and one that fails ends no other.
  ///
  /// All accounts are read once, before the first; until after the last, no one else gives names. Those that this import
  /// brought, here or before as `imported`, are not replaced.
  package func adopt(
    all several: [StoredCredential], replacing: Bool = false, besides imported: Set<Account> = []
  ) async throws(OAuthError) -> [Swift.Result<SignedIn, OAuthError>] {
    let results = try await credentials.wrapped {
      try await credentials.withNamesLock(in: flights.time) {
        var (known, own) = (try await all(), imported)
        var results: [Swift.Result<Placed, OAuthError>] = []
        for stored in several {
          do {
            let placed = try await credentials.withLocks(on: stored.account, in: flights.time) { [known, own] in
              try await adoptUnderLock(stored, among: known, replacing: replacing && !own.contains(stored.account))
            }
            known.removeAll { $0.account == stored.account || $0.mayUseToken(of: placed.stored) }
            known.append(placed.stored)
            own.insert(stored.account)
            results.append(.success(placed))
          } catch { results.append(.failure(.storeFailed(error, at: credentials.location))) }
        }
        return results
      }
    }
    for case .success in results {
      changes.add()
      exchange.tell(Event(.credentialStored, "in \(credentials.location)"))
    }
    return results.map { result in result.map { $0.signedIn() } }
  }

  private func adoptUnderLock(
    _ stored: StoredCredential, among all: [StoredCredential], replacing: Bool
  ) async throws -> Placed {
    let held = try await credentials.load(stored.account)
    if let earlier = held?.stored, !earlier.isSignedOut, !replacing { throw OAuthError.accountExists(earlier) }
    // Two records would spend one refresh token for each other.
    let twins = all.filter { $0.account != stored.account && $0.mayUseToken(of: stored) }
    let known = replacing ? twins.filter { $0.isSuperseded(by: stored) } : []
    if let twin = twins.without(known).first { throw OAuthError.accountExists(twin) }
    var record = stored
    let isTaken = stored.name.map { all.holder(of: $0, besides: stored.account) != nil } ?? false
    if isTaken { record.name = nil }
    record.trustRoots = trustRoots ?? held?.stored.trustRoots
    record.enroll()
    record.keepEnrollment(of: held?.stored)
    // What an earlier sign-out could not deliver must still be revoked.
    record.owe(held?.stored.pendingRevocations(movedTo: record) ?? [])
    try await credentials.save(
      record, by: .signIn(over: held?.stored.credential), expecting: held?.revision, in: flights.time)
    for twin in known {
      await credentials.remove(superseded: twin)
      removeKeys(of: twin, unlessIn: record)
    }
    if let earlier = held?.stored { removeKeys(of: earlier, unlessIn: record) }
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
  fileprivate static func noRefreshTokens(of provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) has no refresh tokens.", rule: .rfc(5849, "2.3"),
      remedy: "Sign in with `accounts.signIn(to:as:)`.")
  }

  fileprivate static func emptyRefreshToken() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The refresh token is empty.", rule: .rfc(6749, "6"),
      remedy: "Read it from there again, or sign in with `accounts.signIn(to:as:)`.")
  }

  /// The account is named by its parts where it has no name: a program with names of its own replaces them.
  static func accountExists(_ held: StoredCredential) -> OAuthError {
    let name = DisplayText.clean(held.name ?? "\(held.account)", limit: 200)
    return OAuthError(
      .accountExists, message: "The account “\(name)” is stored here already, with a credential of its own.",
      rule: .wayleave("an import replaces nothing unless that is asked for"),
      remedy: "Sign it out first, or ask to replace it.")
  }
}
