package import WayleaveWire

/// A credential that a provider issued and that the store did not take, with what it was to replace.
package struct UnsavedRecord: Sendable, Equatable {
  /// What brought the credential.
  package enum Change: Sendable, Equatable {
    /// A sign-in, over the credential that was there; nil for none.
    case signIn(over: Credential?)
    /// A refresh of the credential that was there.
    case renewal(of: Credential)
  }

  /// The record that was to be saved.
  package let stored: StoredCredential
  /// What brought it.
  package let change: Change

  /// A record with what brought it.
  package init(_ stored: StoredCredential, by change: Change) { (self.stored, self.change) = (stored, change) }

  /// What is to be saved in place of what the store has by now; nil where that needs no change.
  ///
  /// This may be the only copy, and a clock may have been set back: the tokens are compared before the times. A renewal
  /// changes the tokens that it renewed, and nothing else of the record; after a sign-out its tokens are to be revoked too.
  /// A sign-in takes the place of what was there before it.
  package func merged(over held: StoredCredential?) -> StoredCredential? {
    guard let held else { return stored }
    var record = held
    switch change {
    // It was saved after all.
    case _ where held.credential.hasSameTokens(as: stored.credential): break
    case .signIn(let earlier):
      let isUnchanged = earlier.map(held.credential.hasSameTokens) ?? false
      if held.isSignedOut || isUnchanged || held.obtainedAt <= stored.obtainedAt { record = stored }
    case .renewal where held.isSignedOut:
      let since = held.pendingRevocations.last?.since ?? stored.obtainedAt
      var renewed = stored
      renewed.pendingRevocations = [PendingRevocation(of: stored.credential, since: since)]
      record.pendingRevocations += renewed.pendingRevocations(movedTo: record)
    case .renewal(let renewed):
      if held.credential.hasSameTokens(as: renewed) { record.renew(as: stored) }
    }
    record.owe(held.pendingRevocations(movedTo: record) + stored.pendingRevocations(movedTo: record))
    return record == held ? nil : record
  }
}

extension UnsavedRecord {
  /// The record with its secrets in the clear: to be encrypted, and nothing else.
  package var exposedJSON: JSON {
    switch change {
    case .signIn(let earlier): ["record": stored.exposedJSON, "signed_in_over": earlier?.exposedJSON ?? .null]
    case .renewal(let renewed): ["record": stored.exposedJSON, "renewal_of": renewed.exposedJSON]
    }
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let stored = json["record"].flatMap({ StoredCredential(exposedJSON: $0) }) else { return nil }
    if let renewed = json["renewal_of"] {
      guard let renewed = Credential(exposedJSON: renewed) else { return nil }
      self.init(stored, by: .renewal(of: renewed))
    } else {
      self.init(stored, by: .signIn(over: json["signed_in_over"].flatMap(Credential.init(exposedJSON:))))
    }
  }
}

extension StoredCredential {
  /// Takes over the tokens that a renewal brought.
  fileprivate mutating func renew(as renewed: StoredCredential) {
    credential = renewed.credential
    obtainedAt = renewed.obtainedAt
    _ = move(to: renewed.machines.last)
    refreshAttempt = nil
    endedBecause = nil
  }
}
