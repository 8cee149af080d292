public import WayleaveWire

/// Credentials that end with the process: for tests, and for programs that sign in anew each time.
public actor MemoryCredentialStore: CredentialStore {
  private var held: [[[UInt8]]: (stored: StoredCredential, revision: CredentialRevision)] = [:]
  private var locked: Set<[[UInt8]]> = []
  private var changes = 0

  /// A store that holds nothing.
  public init() {}

  /// As ``CredentialStore/location`` says.
  public nonisolated var location: String { "the memory of this process" }

  /// As ``CredentialStore/load(_:)`` says.
  public func load(_ account: Account) -> (stored: StoredCredential, revision: CredentialRevision)? {
    held[account.nameParts]
  }

  /// As ``CredentialStore/replace(_:with:expecting:)`` says.
  @discardableResult
  public func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: CredentialRevision?
  ) throws(OAuthError) -> CredentialRevision? {
    guard stored.map({ $0.account.hasSameBytes(as: account) }) ?? true else { throw .storeAccountMismatch(account) }
    guard held[account.nameParts]?.revision == revision else { throw .storeConflict() }
    changes += 1
    held[account.nameParts] = stored.map { ($0, CredentialRevision(String(changes))) }
    return held[account.nameParts]?.revision
  }

  /// As ``CredentialStore/all()`` says.
  public func all() -> [StoredCredential] {
    held.values.map(\.stored).sorted { $0.account.isListed(before: $1.account) }
  }

  /// As ``CredentialStore/withLock(on:until:_:)`` says.
  public func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    var pace = RetryPace()
    while locked.contains(account.nameParts) {
      let mayGoOn: Bool
      do { mayGoOn = try await pace.wait(until: deadline) } catch { throw OAuthError.storeWaitCancelled() }
      guard mayGoOn else { throw OAuthError.storeBusy(location) }
    }
    locked.insert(account.nameParts)
    defer { locked.remove(account.nameParts) }
    return try await body()
  }

  /// As ``CredentialStore/prove()`` says.
  public func prove() {}
}
