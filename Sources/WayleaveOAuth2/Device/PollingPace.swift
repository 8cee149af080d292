public import WayleaveWire

/// When to poll next, and when to stop.
///
/// RFC 8628 §3.5; OpenID Connect Client-Initiated Backchannel Authentication §7.3 has the same rules.
public struct PollingPace: Sendable, Equatable {
  /// What became of a poll that brought no tokens.
  public enum Outcome: Sendable {
    /// The user has not answered yet.
    case pending
    /// The polls come too fast.
    case slowDown
    /// The server did not answer in time, or is in trouble for now.
    case unanswered
  }

  /// How long two polls lie apart at least: whole seconds.
  public private(set) var interval: Duration
  /// When the codes expire.
  public let expiresAt: Instant
  /// When the next poll is due.
  public private(set) var nextPoll: Instant

  /// The longest interval that a silent server leads to.
  package static let longestBackOff: Duration = .seconds(300)

  /// What `slow_down` adds to the interval.
  ///
  /// RFC 8628 §3.5: "the interval MUST be increased by 5 seconds for this and all subsequent requests".
  package static let slowDownStep: Duration = .seconds(5)

  /// A pace that begins now; the first poll comes after one interval, and in any case before the codes expire.
  ///
  /// RFC 8628 §3.2: the interval lies "between polling requests", so that nothing forbids an earlier first one.
  public init(interval: Duration? = nil, lifetime: Duration, startingAt now: Instant) {
    // No user waits longer than that, and arithmetic with it cannot overflow.
    let seconds = min((interval ?? .zero).wholeSeconds, TokenResponse.maximumExpiresIn)
    self.interval = .seconds(seconds > 0 ? seconds : DeviceAuthorizationResponse.defaultInterval)
    expiresAt = now + lifetime
    // Late, so that the user has time to answer.
    nextPoll = now + (self.interval < lifetime ? self.interval : max(lifetime - lifetime / 4, .zero))
  }

  /// The pace that an answer sets.
  public init(_ answer: DeviceAuthorizationResponse, startingAt now: Instant) {
    self.init(interval: .seconds(answer.interval), lifetime: .seconds(answer.expiresIn), startingAt: now)
  }

  /// Sets ``nextPoll``; throws `sign_in.timed_out` when the codes are expired by then.
  public mutating func poll(after outcome: Outcome, at now: Instant) throws(OAuthError) {
    switch outcome {
    case .pending: break
    case .slowDown: interval += Self.slowDownStep
    // "clients MUST unilaterally reduce their polling frequency"; the RFC proposes to double the interval.
    case .unanswered: interval = max(interval, min(interval * 2, Self.longestBackOff))
    }
    nextPoll = now + interval
    guard nextPoll < expiresAt else { throw .codesExpired() }
  }

  /// Whether the next poll is due.
  ///
  /// Also after the clock was set back: no wait is longer than the interval.
  public func isDue(at now: Instant) -> Bool { now >= nextPoll || nextPoll - now > interval }

  /// Makes the next poll due now: the server says that the user has answered.
  ///
  /// OpenID Connect Client-Initiated Backchannel Authentication §10.2.
  public mutating func wake(at now: Instant) { nextPoll = min(nextPoll, now) }
}

extension OAuthError {
  package static func codesExpired() -> OAuthError {
    OAuthError(
      .timedOut, message: "You did not answer on the other device in time.", rule: .rfc(8628, "3.5"),
      remedy: "Begin the sign-in again, and answer in time.")
  }
}
