import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension Account {
  /// What the record of the account is found by.
  ///
  /// The first credential of a user has the name that it had before there could be others.
  package var nameParts: [[UInt8]] {
    [Array(provider.text.utf8), Array(client.text.utf8), Array(subject.utf8)] + (isFirst ? [] : [Array(grant.utf8)])
  }

  /// Whether it is the first credential of its user.
  package var isFirst: Bool { grant.isEmpty }

  /// The key of the user's first credential.
  package var first: Account { of(grant: "") }

  /// The key of another credential of the same user.
  package func of(grant: String) -> Account {
    Account(provider: provider, client: client, subject: subject, grant: grant)
  }

  /// Whether both are credentials of one user through one client.
  package func isOfSameUser(as other: Account) -> Bool {
    provider == other.provider && client == other.client && subject.hasSameBytes(as: other.subject)
  }

  /// What is locked by those that give a name to an account: no account is stored under it.
  package static let allNames = Account(provider: "", client: "", subject: "names")

  /// Whether this account stands before another in a list: by provider, subject, client and grant.
  package func isListed(before other: Account) -> Bool {
    if provider != other.provider { return provider < other.provider }
    guard subject.hasSameBytes(as: other.subject) else {
      return subject.utf8.lexicographicallyPrecedes(other.subject.utf8)
    }
    if client != other.client { return client < other.client }
    return grant.utf8.lexicographicallyPrecedes(other.grant.utf8)
  }
}
