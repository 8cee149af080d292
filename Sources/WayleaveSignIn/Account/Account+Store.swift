import WayleaveWire

extension Account {
  /// What the record of the account is found by.
  package var nameParts: [[UInt8]] { [Array(provider.utf8), Array(client.utf8), Array(subject.utf8)] }

  /// Whether two accounts are one, by their bytes: `==` on texts is canonical equivalence.
  package func hasSameBytes(as other: Account) -> Bool { nameParts == other.nameParts }

  /// Whether this account stands before another in a list: by provider, then subject, then client.
  package func isListed(before other: Account) -> Bool {
    for (left, right) in [(provider, other.provider), (subject, other.subject), (client, other.client)] {
      if !left.hasSameBytes(as: right) { return left.utf8.lexicographicallyPrecedes(right.utf8) }
    }
    return false
  }
}
