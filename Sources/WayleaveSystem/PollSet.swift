#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Descriptors that a thread waits for together.
package struct PollSet {
  private var entries: [pollfd] = []

  package init() {}

  /// Adds a descriptor; gives its place, under which ``isReady(_:)`` reports on it.
  package mutating func add(_ descriptor: FileDescriptor, writing: Bool = false) -> Int {
    entries.append(pollfd(fd: descriptor.number, events: Int16(writing ? POLLOUT : POLLIN), revents: 0))
    return entries.count - 1
  }

  /// Waits until one is ready, or the time has come.
  package mutating func wait(until deadline: ContinuousClock.Instant?) {
    let milliseconds = deadline.map { Int32(min(60_000, max(0, ($0 - .now) / .milliseconds(1) + 1))) } ?? -1
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
  }

  /// Whether there is something to do with any of them.
  package var isAnyReady: Bool { entries.contains { $0.revents != 0 } }

  /// Whether there is something to do with it, be it only to see that it has ended.
  package func isReady(_ place: Int) -> Bool { entries[place].revents != 0 }
}
