#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of the machine.
package enum SystemClock {
  /// The seconds since the beginning of 1970.
  package static var secondsSinceEpoch: Int64 { Int64(time(nil)) }

  /// The microseconds since the beginning of 1970.
  package static var microsecondsSinceEpoch: Int64 {
    var moment = timespec()
    clock_gettime(CLOCK_REALTIME, &moment)
    return Int64(moment.tv_sec) * 1_000_000 + Int64(moment.tv_nsec) / 1000
  }

  /// How many seconds the user's time zone is ahead of UTC at a moment; 0 where the system does not know.
  package static func secondsAheadOfUTC(at secondsSinceEpoch: Int64) -> Int64 {
    guard var moment = time_t(exactly: secondsSinceEpoch) else { return 0 }
    var fields = tm()
    return localtime_r(&moment, &fields) == nil ? 0 : Int64(fields.tm_gmtoff)
  }
}
