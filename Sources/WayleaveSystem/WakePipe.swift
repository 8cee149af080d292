#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What wakes a thread that waits for sockets.
package struct WakePipe: Sendable {
  package let reading: FileDescriptor
  private let writing: FileDescriptor

  package init() throws(SystemError) {
    (reading, writing) = try FileDescriptor.pipe()
    try reading.stopWaiting()
    try writing.stopWaiting()
  }

  /// Wakes the thread; a pipe that is full has woken it already.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(writing.number, &byte, 1)
  }

  /// Takes out what woke the thread.
  package func drain() {
    var buffer = [UInt8](repeating: 0, count: 64)
    while read(reading.number, &buffer, buffer.count) == buffer.count {}
  }
}
