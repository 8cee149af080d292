extension Accounts.SignInOptions {
  /// When a sign-in that begins to wait now stops waiting.
  package var deadline: ContinuousClock.Instant {
    ContinuousClock.now + min(max(timeout, .zero), Accounts.longestTimeout)
  }

  /// How long the sign-in is kept while it waits.
  package var wholeLifetime: Duration { max(lifetime, timeout) }
}
