#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import WayleaveBackport

/// The processors of this machine, among which work on many things is shared out.
package enum Processors {
  /// How many things a thread takes at a time. For fewer, another thread takes longer to start than it saves.
  package static let portion = 256
  /// More threads than these wait for the disk and for memory.
  private static let most = 8

  /// How many there are for this process.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// What is made of each thing, in their order, by as many threads as there are processors.
  ///
  /// Each thread has a worker of its own, which may remember what it has seen. The thread of the caller is one of them, and
  /// does the work alone where the things are few or the system has no other thread to give.
  package static func map<Thing: Sendable, Made: Sendable>(
    _ things: [Thing], by worker: @escaping @Sendable () -> (Thing) -> Made
  ) -> [Made] {
    let portions = (things.count + portion - 1) / portion
    let threads = min(count, most, portions)
    guard threads > 1 else { return things.map(worker()) }
    return [Made](unsafeUninitializedCapacity: things.count) { places, written in
      let work = SharedWork(things: things, places: places, worker: worker)
      let helpers = (1..<threads).compactMap { _ in try? started { work.doPortions() } }
      work.doPortions()
      for helper in helpers { helper.join() }
      written = things.count
    }
  }

  private static func started(_ work: @escaping @Sendable () -> Void) throws(SystemError) -> SystemThread {
    try SystemCalls.look(at: "pthread_create")
    return try SystemThread(SystemCalls.watched(work))
  }
}

/// Work that is shared out in portions: each thread takes the next one when it is done with the one before.
private final class SharedWork<Thing: Sendable, Made: Sendable>: Sendable {
  private let things: [Thing]
  // Each place is written once, by the thread that took its portion, and read after all threads have ended. The compiler
  // cannot see that.
  nonisolated(unsafe) private let places: UnsafeMutableBufferPointer<Made>
  private let worker: @Sendable () -> (Thing) -> Made
  private let taken = Lock(0)

  init(
    things: [Thing], places: UnsafeMutableBufferPointer<Made>, worker: @escaping @Sendable () -> (Thing) -> Made
  ) {
    (self.things, self.places, self.worker) = (things, places, worker)
  }

  func doPortions() {
    let make = worker()
    while true {
      let start = taken.withLock { taken in
        defer { taken += Processors.portion }
        return taken
      }
      guard start < things.count else { return }
      for place in start..<min(start + Processors.portion, things.count) {
        places.initializeElement(at: place, to: make(things[place]))
      }
    }
  }
}
