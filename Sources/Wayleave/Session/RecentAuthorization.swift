import WayleaveBackport
import WayleaveWire
import WayleaveSignIn

/// What a session has authorized requests with a moment ago: used again for that long, so that a store is not read, and
/// a file not decrypted, for each of many requests.
///
/// What this process changes is seen at once. What another process changes, a sign-out above all, is seen after
/// ``lifetime`` at the latest, as it would be by a request that has just gone out. Safe to use from any thread.
final class RecentAuthorization: Sendable {
  private struct Held {
    let authorization: HeldAuthorization
    let changes: Int
    let heldAt: ContinuousClock.Instant
  }

  private let held = Lock<Held?>(nil)

  /// How long it is used without another look at the store.
  static let lifetime = Duration.seconds(1)

  /// What is held, when it is recent and its credential need not be renewed.
  ///
  /// `now` is the time of day, and `present` the one by which a moment is measured.
  func authorization(
    at now: Instant, after changes: Int, present: ContinuousClock.Instant = .now
  ) -> HeldAuthorization? {
    guard let held = held.withLock({ $0 }), held.changes == changes, present - held.heldAt < Self.lifetime,
      held.authorization.authorization.isFresh(at: now)
    else { return nil }
    return held.authorization
  }

  /// Holds what was read of the store when it had seen so many changes.
  func hold(_ authorization: HeldAuthorization, after changes: Int, present: ContinuousClock.Instant = .now) {
    held.withLock { $0 = Held(authorization: authorization, changes: changes, heldAt: present) }
  }
}
