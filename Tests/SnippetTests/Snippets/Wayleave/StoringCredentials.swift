import Wayleave
import WayleaveAsyncHTTPClient

/// What StoringCredentials.md shows of a passphrase.
func storeBehindPassphrase(folder: String, passphrase: Secret) -> FileCredentialStore {
  // snippet: passphrase
  let store = FileCredentialStore(directory: "\(folder)/credentials", key: .passphrase(passphrase)) { error in
    print("One account cannot be read: \(error.message)")
  }
  // end of snippet
  return store
}

/// What StoringCredentials.md shows of tests.
func accountsOfTests(transport: any Transport) -> Accounts {
  // snippet: memory
  let accounts = Accounts(
    transport: transport, credentials: MemoryCredentialStore(), signIns: MemorySignInStore())
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

/// What StoringCredentials.md shows of one's own store.
func change(_ account: Account, in store: any CredentialStore) async throws {
  // snippet: change
  try await store.withLock(on: account, until: .now + .seconds(60)) {
    guard var held = try await store.load(account) else { return }
    held.stored.name = "work"
    try await store.replace(account, with: held.stored, expecting: held.revision)
  }
  // end of snippet
}
