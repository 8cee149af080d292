#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import WayleaveWire

/// The clock on the wall, by which protocols count.
enum WallClock {
  static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(secondsSinceEpoch: Int64(time.tv_sec))
  }
}
