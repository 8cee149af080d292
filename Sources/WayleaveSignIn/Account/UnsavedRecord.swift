package import WayleaveWire

/// A credential that a store did not take, as it waits in another place for the next program that can save it.
package struct UnsavedRecord: Sendable {
  package let stored: StoredCredential
  /// Whether a sign-in brought it; else a renewal did.
  package let isSignIn: Bool

  package init(_ stored: StoredCredential, isSignIn: Bool) { (self.stored, self.isSignIn) = (stored, isSignIn) }

  /// With its secrets in the clear, to be encrypted.
  package var exposedJSON: JSON { ["stored": stored.exposedJSON, "signed_in": .bool(isSignIn)] }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let stored = json["stored"].flatMap(StoredCredential.init(exposedJSON:)) else { return nil }
    self.init(stored, isSignIn: json["signed_in"]?.bool ?? false)
  }

  /// What is to be saved in place of what the store has by now; nil where that is newer, or was signed out.
  ///
  /// The note of a renewal stands as long as what it brought is not saved. What else changed of the record stays.
  package func merged(over held: StoredCredential?) -> StoredCredential? {
    guard let held else { return isSignIn ? stored : nil }
    guard !held.isSignedOut else { return nil }
    if isSignIn { return held.obtainedAt < stored.obtainedAt ? stored : nil }
    guard held.pendingRefresh != nil, held.obtainedAt <= stored.obtainedAt else { return nil }
    var merged = held
    merged.credential = stored.credential
    merged.obtainedAt = stored.obtainedAt
    merged.refreshAttempt = nil
    merged.endedBecause = nil
    return merged
  }
}
