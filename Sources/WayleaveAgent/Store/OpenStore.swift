import Wayleave
import WayleaveSignIn
import WayleaveWire

/// The store while the agent is unlocked: the vaults with their keys, and the credentials.
struct OpenStore: Sendable {
  let vault: FileVault
  let grantRecords: GrantRecords
  /// The passphrase that opened it, for the programs that the agent starts.
  let passphrase: Secret?
  var contents: Contents

  /// What was read together.
  struct Contents: Sendable {
    var accounts: [StoredCredential]
    /// The error of the first record that could not be read.
    var damage: OAuthError?
    /// The state of the folder before it was read; nil where a change could go unseen.
    var stamp: StoreStamp?
    /// How many requests had come when the reading began.
    var readAfter: UInt64
  }

  /// Whether what was read holds for a request.
  func isCurrent(for request: UInt64, stamp: StoreStamp?) -> Bool {
    contents.readAfter >= request || (contents.stamp != nil && contents.stamp == stamp)
  }
}
