public import WayleaveWire
import WayleaveSignIn
import WayleaveSystem

/// Credentials in a folder, each account's in an encrypted file of its own.
///
/// A change of one account thus never writes, and can never lose, another's; it costs the same beside ten accounts and
/// beside a hundred thousand. The names of the files tell nothing. What encryption cannot see is a file put back in an
/// older state: the provider then refuses a spent refresh token.
public struct FileCredentialStore: CredentialStore {
  private let folder: EncryptedFolder
  private let tell: @Sendable (OAuthError) -> Void

  /// A store in a folder, which is made at the first write; the path is absolute.
  ///
  /// `unreadable` hears of each record that ``all()`` leaves out because it is damaged or exposed.
  public init(
    directory: String, key: FileStoreKey, unreadable: @escaping @Sendable (OAuthError) -> Void = { _ in }
  ) {
    tell = unreadable
    folder = EncryptedFolder(path: directory, key: key, kind: .credential)
  }

  /// The folder.
  public var location: String { folder.path }

  /// The credential of an account and its revision; nil when none is held.
  public func load(
    _ account: Account
  ) async throws(OAuthError) -> HeldCredential? {
    try await folder.reading { records throws(OAuthError) in try records?.credential(of: account) }
  }

  /// Puts a credential in place of the one of `revision`; throws `store.conflict` when another is there.
  @discardableResult
  public func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: CredentialRevision?
  ) async throws(OAuthError) -> CredentialRevision? {
    guard stored.map({ $0.account.hasSameBytes(as: account) }) ?? true else { throw .storeAccountMismatch(account) }
    return try await folder.changing { records throws(OAuthError) in
      // What is there is read before it is replaced: what cannot be read is never overwritten.
      guard try records.credential(of: account)?.revision == revision else { throw .storeConflict() }
      let name = records.name(for: account.nameParts)
      if let stored { return try records.write(stored.exposedJSON, as: name) }
      try records.folder.remove(name)
      return nil
    }
  }

  /// Every credential held, in the order of their accounts' names.
  ///
  /// One that cannot be read keeps nobody from the others: it is told of, and fails when it is asked for itself.
  public func all() async throws(OAuthError) -> [StoredCredential] {
    try await folder.reading { records throws(OAuthError) in
      var found: [StoredCredential] = []
      for name in try records?.names() ?? [] {
        do throws(OAuthError) {
          // A file may be removed between the listing and here.
          if let stored = try records?.credential(named: name)?.stored { found.append(stored) }
        } catch {
          guard error.isOfOneRecord else { throw error }
          tell(error)
        }
      }
      return found.sorted { $0.account.isListed(before: $1.account) }
    }
  }

  /// Runs a function while nobody else is inside this one for the account; throws `store.busy` at the deadline.
  public func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let lock = try await folder.takeLock(for: account.nameParts, until: deadline)
    defer { lock.release() }
    return try await body()
  }

  /// Writes and removes a file, to find out whether a credential could be written.
  public func prove() async throws(OAuthError) {
    try await folder.changing { records throws(OAuthError) in
      try records.folder.replace("probe", with: Array("a credential could stand here".utf8))
      try records.folder.remove("probe")
    }
  }
}

extension OAuthError {
  /// Whether it is about a file that was found and read, and not about the store.
  fileprivate var isOfOneRecord: Bool { [.storeDamaged, .storeTooNew, .storeExposed].contains(code) }
}

extension SealedRecords {
  fileprivate func credential(
    of account: Account
  ) throws(OAuthError) -> HeldCredential? {
    try credential(named: name(for: account.nameParts))
  }

  fileprivate func credential(
    named name: String
  ) throws(OAuthError) -> HeldCredential? {
    guard let record = try read(name) else { return nil }
    guard let stored = StoredCredential(exposedJSON: record.json) else { throw .storeDamaged(folder.path(of: name)) }
    return HeldCredential(stored: stored, revision: record.revision)
  }
}
