import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

/// The credentials that were had without a user, in memory alone, for as long as they are good; of those who want the
/// same at once, one asks.
actor DirectCredentials {
  private var held: [[UInt8]: StoredCredential] = [:]
  private var flights: [[UInt8]: Task<Result<StoredCredential, OAuthError>, Never>] = [:]

  /// How many are held: beyond that the one that ends first goes.
  static let maximumCount = 1000

  /// The credential of a grant, a cached one where `isGood` lets it pass, or as `ask` brings it.
  func credential(
    of grant: [UInt8], lasting minimum: Duration?, at now: Instant, isGood: @Sendable (StoredCredential) -> Bool,
    by ask: @escaping @Sendable () async -> Result<StoredCredential, OAuthError>
  ) async -> Result<StoredCredential, OAuthError> {
    if let stored = held[grant], stored.lasts(minimum, at: now), isGood(stored) { return .success(stored) }
    if let flight = flights[grant] { return await flight.value }
    // A task of its own: a waiter who is cancelled takes nothing from the others.
    let flight = Task {
      let result = await ask()
      flights[grant] = nil
      if case .success(let stored) = result { hold(stored, for: grant, at: now) }
      return result
    }
    flights[grant] = flight
    return await flight.value
  }

  private func hold(_ stored: StoredCredential, for grant: [UInt8], at now: Instant) {
    if held.count >= Self.maximumCount { held = held.filter { now < $0.value.end } }
    if held.count >= Self.maximumCount, let first = held.min(by: { $0.value.end < $1.value.end }) {
      held[first.key] = nil
    }
    held[grant] = stored
  }
}

extension StoredCredential {
  /// This credential with an end, so that ``Freshness`` can say when it is renewed: without one it is asked for again
  /// after five minutes.
  fileprivate var ending: StoredCredential {
    guard credential.expiresAt == nil, case .oauth2(var tokens) = credential else { return self }
    tokens.expiresAt = end
    var stored = self
    stored.credential = .oauth2(tokens)
    return stored
  }

  /// Whether it can be used for so long.
  func lasts(_ minimum: Duration?, at now: Instant) -> Bool {
    Freshness.atLeast(minimum).isMet(by: ending, at: now)
  }

  fileprivate var end: Instant { credential.expiresAt ?? obtainedAt + .seconds(300) }
}
