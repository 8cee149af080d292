import WayleaveSystem
package import WayleaveWire

/// The time of day, as the machine gives it.
package enum WallClock {
  /// The present.
  package static func now() -> Instant { Instant(secondsSinceEpoch: SystemClock.secondsSinceEpoch) }
}
