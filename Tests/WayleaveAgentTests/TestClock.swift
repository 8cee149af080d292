import WayleaveBackport
import WayleaveWire

/// The two clocks of an agent, which stand still until a test moves them.
final class TestClock: Sendable {
  private let dayTime = Lock(Instant(secondsSinceEpoch: 1_700_000_000))
  private let start = ContinuousClock.now
  private let offset = Lock(Duration.zero)

  var now: Instant { dayTime.withLock { $0 } }
  var elapsed: ContinuousClock.Instant { start + offset.withLock { $0 } }

  /// Lets time pass on both.
  func pass(_ time: Duration) {
    offset.withLock { $0 += time }
    jump(by: time)
  }

  /// Sets the time of day alone.
  func jump(by time: Duration) { dayTime.withLock { $0 = $0 + time } }
}
