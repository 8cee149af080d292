import Synchronization
import WayleaveSignIn
import WayleaveWire

/// The credentials that providers issued and that the store did not take yet.
///
/// They stay in memory, and the next refresh of the account saves them before it sends anything.
final class UnsavedCredentials: Sendable {
  private struct Unsaved {
    let stored: StoredCredential
    let revision: CredentialRevision
  }

  private let state = Mutex<[[[UInt8]]: Unsaved]>([:])

  /// Holds a credential that could not be saved in place of the one of a revision.
  func put(_ stored: StoredCredential, over revision: CredentialRevision) {
    state.withLock { $0[stored.account.nameParts] = Unsaved(stored: stored, revision: revision) }
  }

  /// Gives and forgets the credential of an account; nil when the store has another revision by now.
  func take(for account: Account, over revision: CredentialRevision) -> StoredCredential? {
    let unsaved = state.withLock { $0.removeValue(forKey: account.nameParts) }
    return unsaved?.revision == revision ? unsaved?.stored : nil
  }
}
