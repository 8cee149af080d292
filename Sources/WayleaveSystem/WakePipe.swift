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
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { pipe(&ends) }
    (reading, writing) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    for end in [reading, writing] {
      try end.keepFromChildren()
      try end.stopWaiting()
    }
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
