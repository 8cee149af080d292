import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// The store while the agent is unlocked: the vaults with their keys, and what was read.
struct OpenStore: Sendable {
  let vaults: OpenVaults
  /// The passphrase that opened it, for the programs that the agent starts.
  let passphrase: Secret?
  var contents: Contents

  /// What was read together.
  struct Contents: Sendable {
    var accounts: [StoredCredential]
    /// Today's entries of their providers.
    var entries: [ProviderName: Provider]
    /// The user's clients by which these accounts signed in.
    var clients: [RegisteredClient]
    /// The error of the first record that could not be read.
    var damage: OAuthError?
    /// The state of everything before it was read; nil where a change could go unseen.
    var stamp: StoreStamp?
    /// How many requests had come when the reading began.
    var readAfter: UInt64

    /// Whether nothing was changed since; false where that could go unseen.
    func isUnchanged(by look: (StoreStamp) -> Bool) -> Bool { stamp.map(look) ?? false }

    /// Today's entry and client for a credential.
    func registration(of stored: StoredCredential) -> Registration {
      Registration(of: stored, today: entries[stored.account.provider], among: clients).completed(by: stored)
    }
  }

  /// Whether what was read holds for a request; where it came before that, a look at the disk says it.
  func isCurrent(for request: UInt64, by look: (StoreStamp) -> Bool) -> Bool {
    contents.readAfter >= request || contents.isUnchanged(by: look)
  }
}

/// The vaults of the store with their keys.
struct OpenVaults: Sendable {
  let credentials: FileVault
  let clients: ClientRecords
  let grants: GrantRecords
}
