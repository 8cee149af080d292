import WayleaveWire

extension StoredCredential {
  /// What is to be saved of this credential, which a store did not take, in place of what the store has by now; nil where
  /// that is newer, or was signed out.
  ///
  /// Of the same sign-in the record stays and gets the new tokens. Times are whole seconds: within one, a note of a refresh
  /// says that its answer is still to be saved.
  package func merged(over held: StoredCredential?) -> StoredCredential? {
    guard let held else { return self }
    guard !held.isSignedOut, !held.credential.hasSameTokens(as: credential) else { return nil }
    let isNewer = held.obtainedAt < obtainedAt || held.obtainedAt == obtainedAt && held.pendingRefresh != nil
    guard isNewer else { return nil }
    guard let enrollment, held.enrollment?.hasSameBytes(as: enrollment) == true else { return self }
    return held.renewed(as: self)
  }

  /// This record with the tokens that a renewal brought.
  package func renewed(as unsaved: StoredCredential) -> StoredCredential {
    var record = self
    record.credential = unsaved.credential
    record.obtainedAt = unsaved.obtainedAt
    record.refreshAttempt = nil
    record.endedBecause = nil
    return record
  }
}
