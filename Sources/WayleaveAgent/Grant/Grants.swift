import WayleaveAgentProtocol
import WayleaveSignIn
import WayleaveWire

/// What programs are allowed now.
struct Grants: Sendable {
  private(set) var all: [Grant]

  init(_ all: [Grant] = []) { self.all = all }

  /// The grant that allows something at a time; nil when none does.
  func grant(
    for program: String, hash: String, _ account: Account, _ scope: AgentScope, at time: ContinuousClock.Instant
  ) -> Grant? {
    all.first { grant in
      grant.scope == scope && grant.isGood(at: time) && grant.hash.hasSameBytes(as: hash)
        && grant.program.hasSameBytes(as: program) && grant.account == account
    }
  }

  /// Whether a program of this path was allowed it that was another file.
  func isReplaced(_ program: String, hash: String, _ account: Account, _ scope: AgentScope) -> Bool {
    all.contains { grant in
      grant.scope == scope && grant.account == account && grant.program.hasSameBytes(as: program)
        && !grant.hash.hasSameBytes(as: hash)
    }
  }

  /// The accounts that a program may know of.
  func accounts(for program: String, hash: String, at time: ContinuousClock.Instant) -> [Account] {
    all.filter { $0.isGood(at: time) && $0.hash.hasSameBytes(as: hash) && $0.program.hasSameBytes(as: program) }
      .map(\.account)
  }

  /// Adds a grant in place of those for the same; gives the ids of the saved ones that are gone.
  mutating func add(_ grant: Grant) -> [String] {
    let replaced = all.filter { old in
      old.scope == grant.scope && old.account == grant.account && old.program.hasSameBytes(as: grant.program)
        && (grant.until == nil || !old.hash.hasSameBytes(as: grant.hash))
    }
    all.removeAll { old in replaced.contains { $0.id.hasSameBytes(as: old.id) } }
    all.append(grant)
    return replaced.filter { $0.until == nil }.map(\.id)
  }

  /// Takes a grant away; nil when there is none of that id.
  mutating func remove(_ id: String) -> Grant? {
    guard let place = all.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else { return nil }
    return all.remove(at: place)
  }

  /// Removes the grants for some accounts; gives the ids of the saved ones.
  mutating func removeAll(where isGone: (Account) -> Bool) -> [String] {
    let gone = all.filter { isGone($0.account) }
    if !gone.isEmpty { all.removeAll { isGone($0.account) } }
    return gone.filter { $0.until == nil }.map(\.id)
  }

  /// Forgets those that have ended.
  mutating func removeEnded(at time: ContinuousClock.Instant) { all.removeAll { !$0.isGood(at: time) } }
}

extension Grant {
  fileprivate func isGood(at time: ContinuousClock.Instant) -> Bool { until.map { time < $0 } ?? true }
}
