import WayleaveAgentProtocol
import WayleaveSignIn
import WayleaveWire

/// What programs are allowed now.
struct Grants: Sendable {
  private(set) var all: [Grant]

  init(_ all: [Grant] = []) { self.all = all }

  /// The grant that allows something at a time; nil when none does.
  func grant(
    for program: String, hash: String, _ stored: StoredCredential, _ scope: AgentScope,
    at time: ContinuousClock.Instant
  ) -> Grant? {
    all.first { grant in
      grant.scope == scope && grant.isGood(at: time) && grant.hash.hasSameBytes(as: hash)
        && grant.program.hasSameBytes(as: program) && grant.isForSignIn(of: stored)
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

  /// Removes the grants for accounts that were signed out since, of which these are left; gives the ids of the saved ones.
  mutating func removeAll(notOf accounts: [StoredCredential]) -> [String] {
    let signedIn = Dictionary(
      accounts.filter { !$0.isSignedOut }.map { ($0.account, $0) }, uniquingKeysWith: { first, _ in first })
    let isGone = { (grant: Grant) in signedIn[grant.account].map(grant.isForSignIn) != true }
    let gone = all.filter(isGone)
    if !gone.isEmpty { all.removeAll(where: isGone) }
    return gone.filter { $0.until == nil }.map(\.id)
  }

  /// Forgets those that have ended.
  mutating func removeEnded(at time: ContinuousClock.Instant) { all.removeAll { !$0.isGood(at: time) } }
}

extension Grant {
  /// Whether it is for this account, and from no time before its last sign-out.
  fileprivate func isForSignIn(of stored: StoredCredential) -> Bool {
    account == stored.account && enrollment == stored.enrollment
  }

  fileprivate func isGood(at time: ContinuousClock.Instant) -> Bool { until.map { time < $0 } ?? true }
}
