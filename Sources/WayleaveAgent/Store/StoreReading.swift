import Synchronization
import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveWire

/// Opens and reads the store.
struct StoreReading: Sendable {
  let credentials: String
  let grants: String
  /// The key; nil where only a passphrase opens the store.
  let key: FileStoreKey?
  let now: @Sendable () -> Instant

  /// Opens the store and reads everything; throws `agent.locked` where it wants a passphrase that is not there.
  func open(_ passphrase: Secret?, after request: UInt64) async throws(OAuthError) -> (OpenStore, [Grant]) {
    if let passphrase {
      let key = FileStoreKey.passphrase(passphrase)
      return try await open(FileVault(directory: credentials, key: key), by: key, passphrase, after: request)
    }
    guard let key else { throw .agentLocked(needsPassphrase: true) }
    let vault = FileVault(directory: credentials, key: key)
    guard try await vault.protection() != .passphrase else { throw .agentLocked(needsPassphrase: true) }
    return try await open(vault, by: key, nil, after: request)
  }

  private func open(
    _ vault: FileVault, by key: FileStoreKey, _ passphrase: Secret?, after request: UInt64
  ) async throws(OAuthError) -> (OpenStore, [Grant]) {
    let contents = try await read(vault, after: request)
    let records = GrantRecords(vault: FileVault(directory: grants, key: key))
    // Grants that cannot be read are none.
    let grants = (try? await records.all()) ?? []
    return (OpenStore(vault: vault, grantRecords: records, passphrase: passphrase, contents: contents), grants)
  }

  /// Reads the credentials again; throws `agent.locked` where the store has another passphrase now.
  func again(_ vault: FileVault, after request: UInt64) async throws(OAuthError) -> OpenStore.Contents {
    let contents: OpenStore.Contents
    do throws(OAuthError) { contents = try await read(vault, after: request) } catch {
      if [.storeDamaged, .storeLocked].contains(error.code), await hasPassphrase {
        throw .agentLocked(needsPassphrase: true)
      }
      throw error
    }
    if contents.damage != nil, contents.accounts.isEmpty, await hasPassphrase {
      throw .agentLocked(needsPassphrase: true)
    }
    return contents
  }

  /// Whether the store has a passphrase now.
  private var hasPassphrase: Bool {
    get async {
      // A vault of its own: the one that is open remembers what it was.
      let key = key ?? .passphrase(Secret("any"))
      let protection = try? await FileVault(directory: credentials, key: key).protection()
      return protection == .passphrase
    }
  }

  /// Reads the credentials.
  func read(_ vault: FileVault, after request: UInt64) async throws(OAuthError) -> OpenStore.Contents {
    let before = StoreStamp(of: credentials)
    let stamp = before.flatMap { $0.isSettled(at: now().secondsSinceEpoch) ? $0 : nil }
    let damage = Mutex<OAuthError?>(nil)
    let note: @Sendable (OAuthError) -> Void = { error in damage.withLock { $0 = $0 ?? error } }
    let all = try await CredentialRecords(in: vault, damages: RecordDamages(isLeftOut: note)).all()
    return OpenStore.Contents(
      accounts: all.without(all.superseded), damage: damage.withLock { $0 }, stamp: stamp, readAfter: request)
  }
}
