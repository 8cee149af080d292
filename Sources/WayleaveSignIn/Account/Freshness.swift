package import WayleaveWire

/// How long an access token must still live to be used: the one rule for when a credential is renewed.
///
/// A token that lives shorter than what is wanted is used for half of its life, so that a refresh always buys time.
package struct Freshness: Sendable, Equatable {
  /// How long before its end a credential is renewed when the caller wants nothing else.
  package static let margin = Duration.seconds(60)

  /// What the caller wants; nil for ``margin``.
  private let minimum: Duration?

  /// At least so long, as far as the provider's tokens live that long.
  package static func atLeast(_ minimum: Duration?) -> Freshness { Freshness(minimum: minimum) }

  /// What every request wants.
  package static let usual = Freshness(minimum: nil)

  /// Whether a credential need not be renewed now.
  package func isMet(by stored: StoredCredential, at now: Instant) -> Bool { period(of: stored).contains(now) }

  /// The time in which a credential need not be renewed.
  package func period(of stored: StoredCredential) -> FreshPeriod {
    guard let expiresAt = stored.credential.expiresAt else { return FreshPeriod(first: nil, last: nil) }
    return FreshPeriod(
      // Before that, the clock was set back since the token came, and how long it still lives is not known.
      first: stored.obtainedAt + -Self.margin.wholeSeconds,
      // At the instant at which it expires a token is no longer good, however short its life is.
      last: min(renewal(of: stored.credential, from: stored.obtainedAt, until: expiresAt), expiresAt + -1))
  }

  private func renewal(
    of credential: Credential, from obtainedAt: Instant, until expiresAt: Instant
  ) -> Instant {
    let life = max(0, (expiresAt - obtainedAt).wholeSeconds)
    let wanted = (minimum ?? Self.margin).wholeSeconds
    // A token that brings the next one itself cannot do so when it has expired.
    if case .oauth2(let tokens) = credential, tokens.isItsOwnRefreshToken { return expiresAt + -(life / 3) }
    // An explicit wish counts as long as a new token meets it; the usual margin gives way to a life of under two minutes.
    let isMetByNewToken = minimum == nil ? life / 2 >= wanted : life >= wanted
    return expiresAt + -(isMetByNewToken ? wanted : life / 2)
  }
}

extension Credential {
  /// Whether the access token has ended, and a refresh token brings the next one.
  package func mustBeRenewed(at now: Instant) -> Bool {
    guard case .oauth2 = self else { return false }
    return isRefreshable && !isAlive(at: now)
  }

  /// Whether the access token can still be used, and for so long from now; one without an end can.
  package func isAlive(for time: Duration = .zero, at now: Instant) -> Bool {
    expiresAt.map { now < $0 && time <= $0 - now } ?? true
  }
}
