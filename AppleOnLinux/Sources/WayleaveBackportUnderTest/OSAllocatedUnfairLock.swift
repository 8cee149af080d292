import Glibc

// The module `os` has no stand-in, as other packages ask for it by `canImport`. So its one type that is used stands in
// this target, which has the sources of WayleaveBackport as Apple's systems compile them.

/// https://developer.apple.com/documentation/os/osallocatedunfairlock
struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>
}

extension OSAllocatedUnfairLock where State == () {
  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/init()
  init() {
    // Never freed: the real one is freed with its last copy.
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/lock()
  func lock() { pthread_mutex_lock(mutex) }

  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/unlock()
  func unlock() { pthread_mutex_unlock(mutex) }

  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/lockifavailable()
  func lockIfAvailable() -> Bool { pthread_mutex_trylock(mutex) == 0 }
}
