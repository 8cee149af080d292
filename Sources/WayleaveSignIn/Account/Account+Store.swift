import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension Account {
  /// What the record of the account is found by.
  package var nameParts: [[UInt8]] { [Array(provider.text.utf8), Array(client.text.utf8), Array(subject.utf8)] }

  /// Whether this account stands before another in a list: by provider, then subject, then client.
  package func isListed(before other: Account) -> Bool {
    if provider != other.provider { return provider < other.provider }
    guard subject.hasSameBytes(as: other.subject) else {
      return subject.utf8.lexicographicallyPrecedes(other.subject.utf8)
    }
    return client < other.client
  }
}
