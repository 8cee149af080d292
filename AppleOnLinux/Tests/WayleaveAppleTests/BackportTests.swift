import Synchronization
import Testing
@testable import WayleaveBackportUnderTest

@Suite("What floor 0 has on Apple's systems", .timeLimit(.minutes(1)))
struct BackportTests {
  @Test func `one thread at a time has the state`() async {
    let lock = Shared(Lock(0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { lock.value.withLock { $0 += 1 } } } }
    }
    #expect(lock.value.withLock { $0 } == 8000)
  }

  @Test func `a lock that another has is not waited for, and is free again after the work, also after an error`() {
    struct Failure: Error {}
    let lock = Lock("a")
    #expect(lock.withLock { _ in lock.withLockIfAvailable { $0 } } == nil)
    #expect(throws: Failure.self) { try lock.withLock { (_) throws(Failure) in throw Failure() } }
    #expect(throws: Failure.self) { try lock.withLockIfAvailable { (_) throws(Failure) in throw Failure() } }
    #expect(lock.withLockIfAvailable { $0 } == "a")
  }

  @Test func `the state ends with the lock`() {
    final class State: Sendable {}
    weak var seen: State?
    do {
      let lock = Lock(State())
      lock.withLock { seen = $0 }
      #expect(seen != nil)
    }
    #expect(seen == nil)
  }

  @Test func `a count has what every thread added`() async {
    let count = Shared(SharedCount())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { count.value.add() } } }
    }
    #expect(count.value.value == 8000)
  }

  @Test(
    arguments: [
      ([], ""), ([0x61, 0xC3, 0xA9], "aé"), ([0xFF], nil), ([0xC3], nil), ([0xC0, 0x80], nil),
      ([0xED, 0xA0, 0x80], nil),
      ([0xEF, 0xBF, 0xBD], "\u{FFFD}"),
    ] as [([UInt8], String?)])
  func `bytes that are no text give none`(bytes: [UInt8], text: String?) { #expect(String(utf8: bytes) == text) }
}

/// What has no copies, for several tasks.
private final class Shared<Value: ~Copyable & Sendable>: Sendable {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}
