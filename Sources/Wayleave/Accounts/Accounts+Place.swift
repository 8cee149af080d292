import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Where a new credential is stored, and under which name.
extension Accounts {
  /// A new credential in its place, and what it replaced there.
  struct Placed {
    var stored: StoredCredential
    let replaced: StoredCredential?
    let refusedName: String?

    func signedIn(unidentifiedBecause reason: String? = nil) -> SignedIn {
      SignedIn(
        account: stored.account, stored: stored, unidentifiedBecause: reason,
        replaced: replaced.flatMap(ReplacedSignIn.init), refusedName: refusedName)
    }
  }

  /// Saves what a new sign-in brings under the user's key and the name that it can have; then the provisional record goes.
  ///
  /// It waits for as long as a refresh of the same account may take. `isComplete` is whether the provider has said all that
  /// it says of the user.
  func place(
    _ credential: StoredCredential, named name: String?, instead provisional: HeldCredential?, isComplete: Bool = true
  ) async throws(OAuthError) -> Placed {
    if credential.isProvisional, name == nil, renewed == nil {
      return Placed(stored: credential, replaced: nil, refusedName: nil)
    }
    let new = credential.following(provisional?.stored)
    let placed: Placed
    do {
      placed = try await placeUnderLocks(new, named: name, instead: provisional, isComplete)
    } catch let failure as FailedSave {
      throw failure.error
    } catch {
      guard provisional == nil else { throw .storeFailed(error, at: credentials.location) }
      // The store failed before anything was written, and the credential cannot be had a second time: it goes the way of
      // one that cannot be saved.
      return try await place(credential, named: name, instead: putProvisionally(credential), isComplete: isComplete)
    }
    changes.add()
    if let earlier = placed.replaced {
      await credentials.removeProvisional(of: earlier)
      removeKeys(of: earlier, unlessIn: placed.stored)
    }
    if let provisional, placed.stored.account != provisional.stored.account {
      await credentials.remove(superseded: provisional.stored)
    }
    return placed
  }

  private func placeUnderLocks(
    _ new: StoredCredential, named name: String?, instead provisional: HeldCredential?, _ isComplete: Bool
  ) async throws -> Placed {
    // A name that comes into question is decided while no one else gives names. An account of an earlier registration has
    // another key.
    if name == nil, renewed == nil, new.clientMadeFor == nil,
      let placed = try await placeWithoutNames(new, instead: provisional, isComplete)
    {
      return placed
    }
    return try await credentials.withNamesLock(in: flights.time) {
      try await credentials.withLocks(on: new.account, in: flights.time) { () async throws -> Placed in
        let place = try await placeUnderLock(of: new, wanting: name)
        guard place.account != new.account else {
          let held = try await credentials.load(place.account)
          return try await save(new, at: place, over: held, instead: provisional, isComplete)
        }
        return try await credentials.withLock(on: place.account, until: flights.time.now() + AccountLockWait.ofSignIn) {
          let held = try await credentials.load(place.account)
          return try await save(new, at: place, over: held, instead: provisional, isComplete)
        }
      }
    }
  }

  /// A server has many users and uses no names: there one record answers the question. Nil where it has a name, or
  /// cannot be read.
  private func placeWithoutNames(
    _ new: StoredCredential, instead provisional: HeldCredential?, _ isComplete: Bool
  ) async throws -> Placed? {
    try await credentials.withLocks(on: new.account, in: flights.time) { () async throws -> Placed? in
      let held: HeldCredential?
      do { held = try await credentials.load(new.account) } catch let error as OAuthError where error.isOfOneRecord {
        return nil
      }
      guard held?.stored.name == nil else { return nil }
      let place = AccountPlace(account: new.account, name: nil)
      return try await save(new, at: place, over: held, instead: provisional, isComplete)
    }
  }

  private func placeUnderLock(of new: StoredCredential, wanting name: String?) async throws -> AccountPlace {
    if let renewed, let held = try await credentials.load(renewed)?.stored, new.mayReplace(held), !held.isSignedOut {
      return AccountPlace(account: renewed, name: held.name ?? name)
    }
    let found = try await credentials.all()
    let others = found.without(found.superseded).filter { !$0.isProvisional || !new.isAlsoStored(as: $0) }
    let isTaken = try await isUnreadable(new.account.first, besides: found)
    var random = SystemRandomNumberGenerator()
    return AccountPlace(
      of: new, wanting: name, among: others, orAs: RandomText.alphanumeric(8, using: &random),
      besideUnreadableFirst: isTaken)
  }

  /// Whether the record of an account is there and cannot be read: it stays as it is, and what is new gets another key.
  private func isUnreadable(_ account: Account, besides readable: [StoredCredential]) async throws -> Bool {
    guard !readable.contains(where: { $0.account == account }) else { return false }
    do { _ = try await credentials.load(account) } catch let error as OAuthError where error.isOfOneRecord {
      return true
    }
    return false
  }

  /// Saves the new credential in place of whatever is there. Runs under the lock of that account, under which `held` was
  /// read: a sign-out that ends now leaves what is still to be revoked.
  private func save(
    _ new: StoredCredential, at place: AccountPlace, over held: HeldCredential?, instead provisional: HeldCredential?,
    _ isComplete: Bool
  ) async throws -> Placed {
    let earlier = place.account == provisional?.stored.account ? nil : held?.stored
    var record = new.replacing(earlier, isComplete)
    record.account = place.account
    record.name = place.name
    if new.isProvisional, earlier != nil { record.provisionalSubject = new.account.subject }
    if record != held?.stored {
      do {
        try await credentials.save(
          record, by: .signIn(over: held?.stored.credential), expecting: held?.revision, in: flights.time)
      } catch { throw FailedSave(error: error) }
    }
    return Placed(stored: record, replaced: earlier, refusedName: place.refusedName)
  }
}

/// A write that was tried for as long as it may be, and for which the store was asked what to do.
private struct FailedSave: Error {
  let error: OAuthError
}

extension CredentialStore {
  /// Runs a function while no one else gives a name to any account.
  func withNamesLock<Result: Sendable>(
    in time: PassingTime, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withLock(on: .allNames, until: time.now() + AccountLockWait.ofSignIn, body)
  }

  /// Runs a function while no one else changes the account, or chooses among the accounts of its user.
  func withLocks<Result: Sendable>(
    on account: Account, in time: PassingTime, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    // That of the user's first account comes first, for everyone.
    try await withLock(on: account.first, until: time.now() + AccountLockWait.ofSignIn) {
      guard !account.isFirst else { return try await body() }
      return try await withLock(on: account, until: time.now() + AccountLockWait.ofSignIn, body)
    }
  }
}

extension StoredCredential {
  /// Begins the time from this sign-in to its sign-out, on this machine.
  mutating func enroll() {
    var random = SystemRandomNumberGenerator()
    enrollment = Self.enrollment(
      at: SystemClock.microsecondsSinceEpoch, mark: RandomText.bytes(16, using: &random).hexadecimal)
    machines = Accounts.thisMachine.map { [$0] } ?? []
  }

  /// Goes on with the time of the record that this one replaces, unless that was signed out.
  mutating func keepEnrollment(of earlier: StoredCredential?) {
    guard let earlier, !earlier.isSignedOut else { return }
    enrollment = earlier.enrollment
  }

  /// This record of a known user, which names the provisional one: the program may end before that is removed.
  fileprivate func following(_ provisional: StoredCredential?) -> StoredCredential {
    var record = self
    if !isProvisional { record.provisionalSubject = provisional?.account.subject }
    return record
  }

  /// Whether a provisional record is of this credential.
  fileprivate func isAlsoStored(as provisional: StoredCredential) -> Bool {
    [account.subject, provisionalSubject].contains { $0?.hasSameBytes(as: provisional.account.subject) == true }
  }

  /// This record in place of an earlier one of the account.
  ///
  /// What the provider said of the user before stays until it has said all again, and for good where it says something
  /// only once. Else what it no longer says was withdrawn, such as an email address.
  fileprivate func replacing(_ earlier: StoredCredential?, _ isComplete: Bool) -> StoredCredential {
    var record = self
    // What an earlier sign-out could not deliver must still be revoked.
    record.pendingRevocations = earlier?.pendingRevocations(movedTo: record) ?? []
    record.keepEnrollment(of: earlier)
    if !isComplete || provider.tellsOnce, let known = earlier?.identity, let identity, known.isSameUser(as: identity) {
      record.identity = known.with(identity)
      // An ID token has other times in it whenever one is issued; what UserInfo said has none, and says more.
      if !isComplete, known.raw.object != nil, known.raw["exp"] == nil { record.identity?.raw = known.raw }
    }
    if let earlier { record.takeRefreshToken(of: earlier) }
    return record
  }

  /// Goes on with the refresh token of an earlier sign-in at a provider that gives one only once.
  ///
  /// Where the new sign-in has more scopes, the old token would bring back fewer: then none is better. So it is where no
  /// user is known: it could be another one's.
  private mutating func takeRefreshToken(of earlier: StoredCredential) {
    guard !isProvisional, case .oauth2(let service) = provider.service, service.dialect.refresh.isGivenOnce,
      earlier.endedBecause == nil, earlier.clientID == clientID,
      case .oauth2(var tokens) = credential, case .oauth2(let held) = earlier.credential,
      tokens.refreshToken == nil, tokens.proofKey == nil, held.proofKey == nil,
      Set(tokens.scopes ?? []).isSubset(of: held.scopes ?? [])
    else { return }
    tokens.refreshToken = held.refreshToken
    credential = .oauth2(tokens)
  }
}

extension ReplacedSignIn {
  /// What a sign-in replaced; nil for what was signed out before.
  fileprivate init?(_ earlier: StoredCredential) {
    guard !earlier.isSignedOut else { return nil }
    let scopes: [String]? = if case .oauth2(let tokens) = earlier.credential { tokens.scopes } else { nil }
    self.init(name: earlier.name, since: earlier.obtainedAt, scopes: scopes ?? [])
  }
}

extension Provider {
  /// Whether it says some things of a user at the first sign-in only.
  var tellsOnce: Bool { identity?.isShownOnce ?? false }
}
