import WayleaveAgentProtocol
import WayleaveSignIn

/// The renewals that run, and those that may not begin yet.
struct Renewals {
  /// The pause after a renewal before one that no one waits for; it doubles with each failure.
  private static let unattendedPause = Duration.seconds(60)
  private static let shortestInterval = Duration.seconds(30)

  /// A failure, which is the answer to those who wait until the pause is over.
  private struct Failed {
    let failure: AgentFailure
    let pause: FailurePause
  }

  private(set) var running: [Account: Renewal] = [:]
  /// The accounts that were asked for since the agent began.
  private(set) var asked: Set<Account> = []
  private var failures: [Account: Failed] = [:]
  private var renewed: [Account: ContinuousClock.Instant] = [:]
  private var refused: [Account: ContinuousClock.Instant] = [:]
  private var unattended: [Account: FailurePause] = [:]

  mutating func wasAsked(_ account: Account) { asked.insert(account) }

  /// Remembers a renewal; false where one of the account runs already.
  mutating func begin(_ renewal: Renewal) -> Bool {
    guard running[renewal.account] == nil else { return false }
    running[renewal.account] = renewal
    return true
  }

  mutating func end(_ renewal: Renewal, _ failure: AgentFailure?, at time: ContinuousClock.Instant) {
    running[renewal.account] = nil
    // A first pause follows a renewal that went well, too.
    let earlier = failure == nil ? nil : unattended[renewal.account]
    unattended[renewal.account] = FailurePause(
      after: earlier, at: time, startingWith: Self.unattendedPause, atLeast: failure?.pause)
    guard let failure else {
      failures[renewal.account] = nil
      renewed[renewal.account] = time
      return
    }
    let pause = FailurePause(after: failures[renewal.account]?.pause, at: time, atLeast: failure.pause)
    failures[renewal.account] = Failed(failure: failure, pause: pause)
  }

  /// The failure of the last renewal, while it is too early for another; nil while one runs.
  func failure(for account: Account, at time: ContinuousClock.Instant) -> AgentFailure? {
    guard running[account] == nil, let failed = failures[account], time < failed.pause.end else { return nil }
    return failed.failure
  }

  /// Whether a renewal went well just now: another would bring no longer life.
  func isJustRenewed(_ account: Account, at time: ContinuousClock.Instant) -> Bool {
    renewed[account].map { time < $0 + Self.shortestInterval } ?? false
  }

  /// Whether the refusal of an API may cause a renewal now, which begins the next pause. One that runs is joined.
  mutating func takeRefusal(of account: Account, at time: ContinuousClock.Instant) -> Bool {
    guard running[account] == nil else { return true }
    guard refused[account].map({ $0 + RefusalPause.duration <= time }) ?? true else { return false }
    refused[account] = time
    return true
  }

  /// Whether a renewal that no one waits for may begin.
  func mayBegin(for account: Account, at time: ContinuousClock.Instant) -> Bool {
    running[account] == nil && asked.contains(account) && (unattended[account].map { $0.end <= time } ?? true)
  }
}
