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

  /// The credential of a grant, as it was had before where `isGood` lets it pass, or as `ask` brings it.
  func credential(
    of grant: [UInt8], lasting seconds: Int64, at now: Instant, isGood: @Sendable (StoredCredential) -> Bool,
    by ask: @escaping @Sendable () async -> Result<StoredCredential, OAuthError>
  ) async -> Result<StoredCredential, OAuthError> {
    if let stored = held[grant], stored.lasts(seconds, at: now), isGood(stored) { return .success(stored) }
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
    if held.count >= Self.maximumCount { held = held.filter { $0.value.lasts(1, at: now) } }
    if held.count >= Self.maximumCount, let first = held.min(by: { $0.value.end < $1.value.end }) {
      held[first.key] = nil
    }
    held[grant] = stored
  }
}

extension StoredCredential {
  /// Whether it is good for so many seconds more, or, where it never was good for that long, for half of its time.
  fileprivate func lasts(_ seconds: Int64, at now: Instant) -> Bool {
    end - now >= min(seconds, (end - obtainedAt) / 2) && end > now
  }

  /// When it is no longer used. One whose end nobody told is asked for anew after five minutes.
  fileprivate var end: Instant { credential.expiresAt ?? obtainedAt + 300 }
}
