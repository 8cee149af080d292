public import WayleaveWire
import WayleaveSystem
import WayleaveSignIn

/// Credentials that end with the process: for tests, and for programs that sign in again each time.
public actor MemoryCredentialStore: CredentialStore {
  private var held: [Account: HeldCredential] = [:]
  private var locked: Set<Account> = []
  private var changes = 0

  /// A store that holds nothing.
  public init() {}

  /// The memory of this process, in words.
  public nonisolated var location: String { "the memory of this process" }

  /// The credential of an account and its revision; nil when none is held.
  public func load(_ account: Account) -> HeldCredential? {
    held[account]
  }

  /// Puts a credential in place of the one of `revision`; throws `store.conflict` when another is there.
  @discardableResult
  public func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: CredentialRevision?
  ) throws(OAuthError) -> CredentialRevision? {
    guard stored.map({ $0.account == account }) ?? true else { throw .storeAccountMismatch(account) }
    let present = held[account]?.revision
    if stored == nil, present == nil { return nil }
    guard present == revision else { throw .storeConflict() }
    changes += 1
    held[account] = stored.map { HeldCredential(stored: $0, revision: CredentialRevision(String(changes))) }
    return held[account]?.revision
  }

  /// Every credential held, in the order of their accounts' names.
  public func all() -> [StoredCredential] {
    held.values.map(\.stored).sorted { $0.account.isListed(before: $1.account) }
  }

  /// Runs a function while no other task is inside this one for the account; throws `store.busy` at the deadline.
  public func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    var pace = RetryPace()
    while locked.contains(account) {
      let mayGoOn: Bool
      do { mayGoOn = try await pace.wait(until: deadline) } catch { throw OAuthError.storeWaitCancelled() }
      guard mayGoOn else { throw OAuthError.storeBusy(location) }
    }
    locked.insert(account)
    defer { locked.remove(account) }
    return try await body()
  }

  /// Succeeds: memory can be written.
  public func prove() {}
}
