public import WayleaveWire
import WayleaveSignIn
import WayleaveSystem

/// Credentials in a folder, each account's in an encrypted file of its own.
///
/// A change of one account never writes, and can never lose, another's; its cost is the same among ten accounts and
/// among a hundred thousand. The names of the files say nothing. What encryption cannot detect is a file put back in an
/// older state: the provider then refuses a refresh token that is spent.
public struct FileCredentialStore: CredentialStore {
  private let folder: EncryptedFolder
  private let tell: @Sendable (OAuthError) -> Void

  /// A store in a folder, which is created at the first write; the path is absolute.
  ///
  /// `unreadable` receives the error of each record that ``all()`` leaves out because it is damaged or exposed.
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
    guard stored.map({ $0.account == account }) ?? true else { throw .storeAccountMismatch(account) }
    return try await folder.changing { records throws(OAuthError) in
      // What is there is read before it is replaced: what cannot be read is never overwritten.
      let present = try records.credential(of: account)?.revision
      if stored == nil, present == nil { return nil }
      guard present == revision else { throw .storeConflict() }
      let name = records.name(for: account.nameParts)
      if let stored { return try records.write(stored, as: name) }
      try records.folder.remove(name)
      return nil
    }
  }

  /// Every credential held, in the order of their accounts' names.
  ///
  /// One that cannot be read does not hide the others: it is reported, and fails when it is loaded itself.
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

  /// Runs a function while no one else is inside this one for the account; throws `store.busy` at the deadline.
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

  /// Takes so much of the disk that the next version of the record fits: as much as it has now, and so many bytes more.
  public func reserve(for account: Account, growingBy bytes: Int) async throws(OAuthError) -> StoreReservation {
    try await folder.changing { records throws(OAuthError) in
      let name = records.name(for: account.nameParts)
      let (folder, size) = (records.folder, try records.folder.read(name)?.count ?? 0)
      try folder.reserve(min(size + max(0, bytes) + SealedRecord.overhead, PrivateFolder.maximumSize), for: name)
      return StoreReservation { folder.releaseRoom(for: name) }
    }
  }
}

extension OAuthError {
  /// Whether it is about one file, and not about the store.
  fileprivate var isOfOneRecord: Bool { [.storeDamaged, .storeTooNew, .storeExposed].contains(code) }
}

extension SealedRecords {
  /// Writes a credential; what else the provider sent is left out where the record would be too large with it.
  ///
  /// A refresh token may be spent already: no such member is a reason to lose what came for it.
  fileprivate func write(_ stored: StoredCredential, as name: String) throws(OAuthError) -> CredentialRevision {
    var stored = stored.bounded()
    let most = PrivateFolder.maximumSize - SealedRecord.overhead - SealedRecords.roomForVersion
    if stored.exposedJSON.encoded().count > most { stored = stored.bounded(to: 0) }
    return try write(stored.exposedJSON, as: name) { StoredCredential(exposedJSON: $0)?.isWhole(stored) ?? false }
  }

  fileprivate func credential(
    of account: Account
  ) throws(OAuthError) -> HeldCredential? {
    try credential(named: name(for: account.nameParts))
  }

  fileprivate func credential(
    named name: String
  ) throws(OAuthError) -> HeldCredential? {
    guard let record = try read(name) else { return nil }
    guard let stored = StoredCredential(exposedJSON: record.json) else { throw unreadable(record.json, name) }
    return HeldCredential(stored: stored, revision: record.revision)
  }
}

extension StoredCredential {
  /// With at most so many bytes of what else the provider sent.
  fileprivate func bounded(to bytes: Int = Credential.Tokens.maximumAdditional) -> StoredCredential {
    guard case .oauth2(let tokens) = credential else { return self }
    var bounded = self
    bounded.credential = .oauth2(tokens.boundedAdditional(to: bytes))
    return bounded
  }

  /// Whether this, as it was read back, has everything of what was written.
  fileprivate func isWhole(_ written: StoredCredential) -> Bool {
    exposedJSON == written.exposedJSON && provider == written.provider && credential == written.credential
  }
}
