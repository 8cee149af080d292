#if canImport(Darwin)
  import os
#else
  package import Synchronization
#endif

/// A state that one thread at a time reads or changes.
///
/// `Mutex` of the standard library needs iOS 18 or macOS 15. So Apple's systems have their own lock here. Elsewhere
/// this is `Mutex`, and costs nothing more.
package struct Lock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin)
    private let lock = OSAllocatedUnfairLock()
    private let state: UnsafeMutablePointer<State>

    package init(_ state: consuming sending State) {
      self.state = .allocate(capacity: 1)
      self.state.initialize(to: state)
    }

    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
    }

    /// Waits for the lock, and does the work with the state.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&state.pointee)
    }

    /// Does the work with the state, unless another thread has the lock at the moment.
    package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      guard lock.lockIfAvailable() else { return nil }
      defer { lock.unlock() }
      return try body(&state.pointee)
    }
  #else
    @usableFromInline let mutex: Mutex<State>

    @inlinable package init(_ state: consuming sending State) {
      mutex = Mutex(state)
    }

    /// Waits for the lock, and does the work with the state.
    @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }

    /// Does the work with the state, unless another thread has the lock at the moment.
    @inlinable package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      try mutex.withLockIfAvailable(body)
    }
  #endif
}
