#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// CPU and wall time of a piece of work, in seconds.
struct Stopwatch {
  private let cpu = Stopwatch.cpuSeconds()
  private let wall = Stopwatch.wallSeconds()

  func read() -> (cpu: Double, wall: Double) {
    (Self.cpuSeconds() - cpu, Self.wallSeconds() - wall)
  }

  /// User and system time of this process.
  private static func cpuSeconds() -> Double {
    var usage = rusage()
    // RUSAGE_SELF, which Glibc's headers give as another type than the function takes.
    getrusage(0, &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func wallSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
