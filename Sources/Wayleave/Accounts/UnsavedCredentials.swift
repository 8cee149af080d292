import WayleaveBackport
import WayleaveSignIn
import WayleaveWire

/// The credentials that providers issued and that the store did not take yet.
///
/// They stay in memory, and the next refresh of the account saves them before it sends anything.
final class UnsavedCredentials: Sendable {
  private struct Unsaved {
    let stored: StoredCredential
    let base: HeldCredential
  }

  private let state = Lock<[Account: Unsaved]>([:])

  /// Holds a credential that could not be saved in place of another.
  func put(_ stored: StoredCredential, over base: HeldCredential) {
    state.withLock { $0[stored.account] = Unsaved(stored: stored, base: base) }
  }

  /// Gives and forgets the record to save in place of what the store has now; nil when that has other tokens by now, or was
  /// signed out.
  ///
  /// Another program may have changed something else of the record, such as the name of the account: that stays.
  func take(over held: HeldCredential) -> StoredCredential? {
    guard let unsaved = state.withLock({ $0.removeValue(forKey: held.stored.account) }) else { return nil }
    if unsaved.base.revision == held.revision { return unsaved.stored }
    guard held.stored.credential.hasSameTokens(as: unsaved.base.stored.credential), !held.stored.isSignedOut else {
      return nil
    }
    return held.stored.renewed(as: unsaved.stored)
  }
}
