public import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The time of day, as the machine tells it.
public enum WallClock {
  /// The present.
  public static func now() -> Instant {
    Instant(secondsSinceEpoch: Int64(time(nil)))
  }
}
