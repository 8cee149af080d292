import WayleaveBackport
import WayleaveSignIn
import WayleaveWire

/// The credentials that providers issued and that the store did not take yet.
///
/// They stay in memory, and the next refresh of the account saves them before it sends anything.
final class UnsavedCredentials: Sendable {
  private struct Unsaved {
    let record: UnsavedRecord
    let revision: RecordRevision
  }

  private let state = Lock<[Account: Unsaved]>([:])

  /// Holds a credential that could not be saved in place of another.
  func put(_ stored: StoredCredential, over base: HeldCredential) {
    let record = UnsavedRecord(stored, by: .renewal(of: base.stored.credential))
    state.withLock { $0[stored.account] = Unsaved(record: record, revision: base.revision) }
  }

  /// Gives and forgets the record to save in place of what the store has now; nil when that has other tokens by now.
  ///
  /// Another program may have changed something else of the record, such as the name of the account: that stays.
  func take(over held: HeldCredential) -> StoredCredential? {
    guard let unsaved = state.withLock({ $0.removeValue(forKey: held.stored.account) }) else { return nil }
    return unsaved.revision == held.revision ? unsaved.record.stored : unsaved.record.merged(over: held.stored)
  }
}
