#if canImport(Darwin) || WAYLEAVE_STAND_INS
  #if canImport(Darwin)
    import os
  #endif

  /// A state that one thread at a time reads or changes.
  ///
  /// `Mutex` of the standard library, which it stands for, needs iOS 18 or macOS 15.
  package struct Lock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
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
  }
#else
  @_exported public import Synchronization

  /// A state that one thread at a time reads or changes.
  ///
  /// Apple's systems have a lock of ours, since `Mutex` needs iOS 18 or macOS 15 there.
  package typealias Lock = Mutex
#endif
