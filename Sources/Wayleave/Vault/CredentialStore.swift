import WayleaveSignIn
package import WayleaveWire

/// Where credentials are stored.
///
/// Everything that changes a credential, such as a refresh, uses three operations: ``load(_:)`` gives a credential
/// with its revision, ``replace(_:with:expecting:)`` changes it only from that revision, and
/// ``withLock(on:until:_:)`` excludes every other process meanwhile. The caller wraps what an implementation throws.
/// Implementations are safe to use from any task.
package protocol CredentialStore: Sendable {
  /// Where the credentials are, for people: a path, or the name of a keychain.
  var location: String { get }

  /// The credential of an account and its revision; nil when none is held.
  func load(_ account: Account) async throws -> HeldCredential?

  /// Puts a credential in place of the one of `revision`, durably: when this returns, it survives a loss of power.
  ///
  /// `revision` nil expects that none is held; `stored` nil removes. Throws `store.conflict` when another revision is
  /// there; to remove what is gone already is no conflict. Gives the new revision, or nil after a removal.
  @discardableResult
  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision?

  /// Every credential held, in the order of their accounts' names.
  func all() async throws -> [StoredCredential]

  /// Runs a function while no other process or task is inside this one for the same account.
  ///
  /// Throws `store.busy` when the lock is not free by the deadline. A process that dies frees its locks.
  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result

  /// Runs what spends something that was given once, and saves what came of it; `name` says what it is, such as `the
  /// sign-in at GitHub`.
  ///
  /// For a store of a program that waits for its end before it ends itself.
  func withoutBreak<Result: Sendable>(_ name: String, _ body: @Sendable () async -> Result) async -> Result

  /// Finds out whether a credential could be written, before anyone asks a user for one.
  func probe() async throws

  /// Whether `store.locked` passes by itself, as when the user of a device unlocks it: then a first sign-in waits.
  ///
  /// Without an implementation it does not: the user is asked for something, such as a passphrase.
  var unlocksByItself: Bool { get }

  /// Says what to do with a credential that cannot be had a second time, and that could not be saved for `failure`.
  ///
  /// The credential is only in memory. Return to try again, for example after the user made space; throw what the caller
  /// of the sign-in or refresh gets, for example after saving it elsewhere. It is called under the lock of the account.
  func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws

  /// Takes room for the next version of a credential, which is larger than the present one by so many bytes at most.
  ///
  /// A refresh token may be spent by sending it: the room for the answer is taken before. It belongs to the next
  /// ``replace(_:with:expecting:)`` of the account. Called under the lock of the account. Throws when there is no room.
  /// An implementation that cannot take room only finds out whether a credential could be written.
  func reserve(for account: Account, growingBy bytes: Int) async throws -> StoreReservation
}

extension CredentialStore {
  /// It does not.
  package var unlocksByItself: Bool { false }

  /// Runs it.
  package func withoutBreak<Result: Sendable>(_ name: String, _ body: @Sendable () async -> Result) async -> Result {
    await body()
  }

  /// Throws the failure.
  package func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws { throw failure }

  /// Finds out whether a credential could be written, and takes no room.
  package func reserve(for account: Account, growingBy bytes: Int) async throws -> StoreReservation {
    try await probe()
    return StoreReservation()
  }
}
