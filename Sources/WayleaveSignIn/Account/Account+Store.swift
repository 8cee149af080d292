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

extension [Account] {
  /// The places of these accounts in the order of a list.
  ///
  /// The place of the provider and the first bytes of the subject decide nearly always: to compare numbers is much faster
  /// than to compare texts.
  package var placesInList: [Int] {
    // For a few, the tables would take longer to make.
    guard count > 32 else { return indices.sorted { self[$0].isListed(before: self[$1]) } }
    let providers = Set(map(\.provider)).sorted()
    let ranks = Dictionary(zip(providers, providers.indices)) { first, _ in first }
    let keys = indices.map {
      (provider: ranks[self[$0].provider] ?? 0, subject: self[$0].subject.firstEight, place: $0)
    }
    return keys.sorted { left, right in
      if left.provider != right.provider { return left.provider < right.provider }
      if left.subject != right.subject { return left.subject < right.subject }
      return self[left.place].isListed(before: self[right.place])
    }.map(\.place)
  }
}

extension String {
  /// The first eight bytes as a number: of two texts, the one with the smaller number is the first in order.
  fileprivate var firstEight: UInt64 {
    let first = utf8.prefix(8)
    return first.reduce(0) { $0 << 8 | UInt64($1) } << (8 * UInt64(8 - first.count))
  }
}
