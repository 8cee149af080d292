import WayleaveBackport
import WayleaveWire

/// Lets a failure through that anyone can bring about, once a minute: no one fills the log with it.
final class FailurePace: Sendable {
  private let last = Lock<Instant?>(nil)

  /// Whether this one goes through.
  func admits(at now: Instant) -> Bool {
    last.withLock { last in
      if let last, (Duration.zero ..< .seconds(60)).contains(now - last) { return false }
      last = now
      return true
    }
  }
}
