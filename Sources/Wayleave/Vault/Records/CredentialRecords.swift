import WayleaveSignIn
package import WayleaveSystem
public import WayleaveWire

/// Credentials in a vault, each account's in a record of its own.
///
/// A change of one account never writes, and can never lose, another's; its cost is the same among ten accounts and
/// among a hundred thousand.
public struct CredentialRecords: CredentialStore {
  private let vault: any Vault
  private let locks: any RecordLocks
  private let damages: RecordDamages
  private let unsaved: UnsavedCredential

  /// What to do with a credential that cannot be had a second time, and that could not be saved for the error.
  ///
  /// The credential is only in memory. Return to try again, for example after the user made space; throw what the caller
  /// of the sign-in or refresh gets, for example after saving it elsewhere. It is called under the lock of the account.
  public typealias UnsavedCredential = @Sendable (StoredCredential, OAuthError) async throws -> Void

  /// Credentials in a vault that has locks.
  ///
  /// `damages` receives what is found to be damaged. Without `unsaved`, the failure to save is thrown.
  public init(
    in vault: some Vault & RecordLocks, damages: RecordDamages = .init(),
    unsaved: @escaping UnsavedCredential = { _, failure in throw failure }
  ) {
    self.init(in: vault, locks: vault, damages: damages, unsaved: unsaved)
  }

  /// Credentials in a vault, with the locks of another place.
  public init(
    in vault: any Vault, locks: any RecordLocks, damages: RecordDamages = .init(),
    unsaved: @escaping UnsavedCredential = { _, failure in throw failure }
  ) {
    self.vault = vault
    self.locks = locks
    self.damages = damages
    self.unsaved = unsaved
  }

  /// Where the vault is.
  package var location: String { vault.location }

  /// A store in files is locked by a passphrase or a keyring, and any other with its device.
  package var unlocksByItself: Bool { !(vault is FileVault) }

  /// The credential of an account and its revision; nil when none is held.
  public func load(_ account: Account) async throws(OAuthError) -> HeldCredential? {
    guard let record = try await vault.wrapped({ try await vault.record(named: account.recordName) }) else {
      return nil
    }
    damages.report(record)
    return HeldCredential(stored: try record.value(StoredCredential.init(exposedJSON:)), revision: record.revision)
  }

  /// Puts a credential in place of the one of `revision`; throws `store.conflict` when another is there.
  @discardableResult
  public func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws(OAuthError) -> RecordRevision? {
    guard stored.map({ $0.account == account }) ?? true else { throw .storeAccountMismatch(account) }
    let contents = try stored.map { (stored) throws(OAuthError) in try self.contents(of: stored) }
    do throws(OAuthError) {
      return try await vault.wrapped {
        try await vault.replace(account.recordName, with: contents, expecting: ExpectedRecord(revision))
      }
    } catch {
      // Where what is there cannot be read, that is the reason.
      guard error.code == .storeConflict, try await load(account) == nil, stored == nil else { throw error }
      // To remove what is gone already is no conflict.
      return nil
    }
  }

  /// Every credential held, in the order of their accounts' names.
  ///
  /// One that cannot be read does not hide the others: it is reported, and fails when it is loaded itself.
  package func all() async throws(OAuthError) -> [StoredCredential] {
    if let vault = vault as? FileVault {
      return try await vault.folder.reading { [damages] records throws(OAuthError) in
        try records?.credentials().sound(damages).inOrder ?? []
      }
    }
    let reader = StoredCredentialReader()
    return try await vault.values(of: .credential, damages, reader.credential).inOrder
  }

  /// The same of a vault in files, read by the thread of the caller, and by others where there are many.
  package static func all(
    in vault: FileVault, damages: RecordDamages
  ) throws(OAuthError) -> [StoredCredential] {
    try vault.folder.readingAtOnce { records throws(OAuthError) in
      try records?.credentials().sound(damages).inOrder ?? []
    }
  }

  /// Runs a function while no one else is inside this one for the account; throws `store.busy` at the deadline.
  public func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await locks.withLock(on: account.recordName, until: deadline, body)
  }

  /// Who holds the lock of an account; nil where no one does, and where that cannot be known.
  package func lockHolder(of account: Account) async -> LockHolder? {
    await (locks as? FileVault)?.lockHolder(of: account.recordName)
  }

  /// Finds out whether a credential could be written.
  package func probe() async throws(OAuthError) { try await vault.wrapped { try await vault.probe() } }

  /// A credential that the store does not take, encrypted with the keys that opened the store last; nil where none did.
  package func sealed(_ unsaved: UnsavedRecord) -> [UInt8]? {
    (vault as? FileVault)?.folder.sealed(unsaved.exposedJSON.encoded(), as: Self.unsavedName)
  }

  /// What ``sealed(_:)`` gave; nil where it is of another store, or was changed.
  package func unsealed(_ bytes: [UInt8]) async -> UnsavedRecord? {
    let text = try? await (vault as? FileVault)?.folder.reading { records throws(OAuthError) -> [UInt8]? in
      guard let records else { return nil }
      let record = try SealedRecord(reading: bytes, kind: .credential, path: records.folder.path)
      return records.keys.open(record, name: Self.unsavedName)
    }
    return text.flatMap { $0 }.flatMap { try? JSON(decoding: $0) }.flatMap(UnsavedRecord.init(exposedJSON:))
  }

  private static let unsavedName = "unsaved"

  package func retry(saving unsaved: UnsavedRecord, after failure: OAuthError) async throws {
    try await self.unsaved(unsaved.stored, failure)
  }

  /// Reserves space for the next version of a credential.
  package func reserve(for account: Account, growingBy bytes: Int) async throws(OAuthError) -> StoreReservation {
    try await vault.wrapped { try await vault.reserve(for: account.recordName, growingBy: bytes) }
  }

  /// The bytes of a credential; what else the provider sent is left out where the record would be too large with it.
  ///
  /// A refresh token may be spent already: no such member is a reason to lose what came for it.
  private func contents(of stored: StoredCredential) throws(OAuthError) -> Secret {
    let contents = try wholeContents(of: stored.bounded())
    guard contents.count > vault.largestRecord else { return contents }
    return try wholeContents(of: stored.bounded(to: 0))
  }

  private func wholeContents(of stored: StoredCredential) throws(OAuthError) -> Secret {
    let json = stored.exposedJSON
    return try vault.contents(of: json) { StoredCredential(exposedJSON: $0)?.isWhole(stored, json) ?? false }
  }
}

extension Account {
  fileprivate var recordName: RecordName { RecordName(.credential, nameParts) }
}

extension [StoredCredential] {
  /// These in the order of their accounts' names.
  var inOrder: [StoredCredential] { map(\.account).placesInList.map { self[$0] } }
}

extension StoredCredential {
  /// With at most so many bytes of what else the provider sent.
  fileprivate func bounded(to bytes: Int = Credential.Tokens.maximumAdditional) -> StoredCredential {
    guard case .oauth2(let tokens) = credential else { return self }
    var bounded = self
    bounded.credential = .oauth2(tokens.boundedAdditional(to: bytes))
    return bounded
  }

  /// Whether this, as it was read back, has everything of what was written, and of its JSON.
  fileprivate func isWhole(_ written: StoredCredential, _ json: JSON) -> Bool {
    exposedJSON == json && provider == written.provider && credential == written.credential
  }
}
