import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveTesting

/// What StoringCredentials.md shows of a passphrase.
func storeBehindPassphrase(folder: String, passphrase: Secret) -> CredentialRecords {
  // snippet: passphrase
  let vault = FileVault(directory: "\(folder)/credentials", key: .passphrase(passphrase))
  let store = CredentialRecords(
    in: vault,
    damages: RecordDamages(isLeftOut: { error in print("One account cannot be read: \(error.message)") }))
  // end of snippet
  return store
}

/// What StoringCredentials.md shows of tests.
func accountsOfTests(transport: any Transport) -> Accounts {
  // snippet: memory
  let accounts = Accounts(
    transport: transport, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()))
  // end of snippet
  return accounts
}

/// What StoringCredentials.md shows of tests over the network of this machine.
func accountsInMemory() throws -> Accounts {
  // snippet: in memory
  let accounts = try Accounts.inMemory()
  // end of snippet
  return accounts
}

/// What StoringCredentials.md shows of what is stored.
func listAccounts(accounts: Accounts) async throws {
  // snippet: list
  for stored in try await accounts.all() {
    let name = stored.name ?? stored.identity?.displayName ?? "\(stored.account)"
    print(name, stored.endedBecause.map { "sign in again: \($0)" } ?? "good")
  }
  // end of snippet
}

/// What StoringCredentials.md shows of a vault of one's own.
func accountsIn(_ vault: any Vault, files: FileVault, transport: any Transport) -> Accounts {
  // snippet: vault
  let accounts = Accounts(
    transport: transport, credentials: CredentialRecords(in: vault, locks: files),
    signIns: SignInRecords(in: vault), metadata: MetadataRecords(in: vault))
  // end of snippet
  return accounts
}

/// What StoringCredentials.md shows of its tests.
func checkVault(makeEmptyVault: () -> any Vault) async throws {
  // snippet: contract
  for rule in VaultContract.rules { try await rule.check(makeEmptyVault()) }
  // end of snippet
}

/// What StoringCredentials.md shows of a change.
func change(_ account: Account, in store: CredentialRecords) async throws {
  // snippet: change
  try await store.withLock(on: account, until: .now + .seconds(60)) {
    guard var held = try await store.load(account) else { return }
    held.stored.name = "work"
    try await store.replace(account, with: held.stored, expecting: held.revision)
  }
  // end of snippet
}
