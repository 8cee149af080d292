import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveSignIn
import WayleaveWire

/// Opens and reads the store, and the entries of the providers in it.
struct StoreReading: Sendable {
  let credentials: String
  let clients: String
  let grants: String
  let providers: KnownProviders
  /// The key; nil where only a passphrase opens the store.
  let key: FileStoreKey?
  let now: @Sendable () -> Instant

  /// The state of everything that decides about requests.
  private var stamp: StoreStamp { StoreStamp(of: [credentials, clients] + providers.places()) }

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
    let vaults = OpenVaults(
      credentials: vault, clients: ClientRecords(in: FileVault(directory: clients, key: key)),
      grants: GrantRecords(vault: FileVault(directory: grants, key: key)))
    let contents = try await read(vaults, after: request)
    // Grants that cannot be read are none.
    let grants = (try? await vaults.grants.all()) ?? []
    return (OpenStore(vaults: vaults, passphrase: passphrase, contents: contents), grants)
  }

  /// Reads everything again; throws `agent.locked` where the store has another passphrase now.
  func again(_ vaults: OpenVaults, after request: UInt64) async throws(OAuthError) -> OpenStore.Contents {
    let contents: OpenStore.Contents
    do throws(OAuthError) { contents = try await read(vaults, after: request) } catch {
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

  /// What protects the store now; nil where there is none.
  var protection: StoreProtection? {
    get async {
      // A vault of its own: the one that is open remembers what it was.
      let key = key ?? .passphrase(Secret("any"))
      return try? await FileVault(directory: credentials, key: key).protection()
    }
  }

  private var hasPassphrase: Bool { get async { await protection == .passphrase } }

  /// Reads the credentials, and the entries and clients for them.
  func read(_ vaults: OpenVaults, after request: UInt64) async throws(OAuthError) -> OpenStore.Contents {
    let before = stamp
    let damage = Lock<OAuthError?>(nil)
    let note: @Sendable (OAuthError) -> Void = { error in damage.withLock { $0 = $0 ?? error } }
    let records = CredentialRecords(in: vaults.credentials, damages: RecordDamages(isLeftOut: note))
    let all = try await records.all()
    let accounts = all.without(all.superseded)
    // What cannot be read stops nothing: then the client of the sign-in counts.
    let clients = (try? await vaults.clients.all()) ?? []
    let entries = Set(accounts.map(\.account.provider)).map { ($0, providers.entry($0)) }
    return OpenStore.Contents(
      accounts: accounts, entries: Dictionary(uniqueKeysWithValues: entries).compactMapValues(\.self),
      clients: clients.filter { client in accounts.contains(where: client.serves) },
      damage: damage.withLock { $0 }, stamp: before.isSettled(at: now().secondsSinceEpoch) ? before : nil,
      readAfter: request)
  }
}
