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
}
