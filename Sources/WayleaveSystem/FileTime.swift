#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A time of a file, as exactly as the file system has it.
package struct FileTime: Sendable, Hashable {
  package let seconds: Int64
  package let nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init(_ time: timespec) { self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) }

  /// The time so many seconds before.
  package func earlier(by seconds: Int64) -> FileTime {
    FileTime(seconds: self.seconds - seconds, nanoseconds: nanoseconds)
  }
}
