#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Wakes a thread that waits for work, and stays rung until the thread has heard it.
final class ThreadBell: @unchecked Sendable {
  // `isRung` is read and changed under the mutex only.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRung = false

  init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // The clock of the calendar can be set.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func ring() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isRung = true
    pthread_cond_signal(condition)
  }

  /// Waits until it is rung, at most so many seconds; false when it was not.
  func wait(seconds: Int) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    #if canImport(Darwin)
      var time = timespec(tv_sec: seconds, tv_nsec: 0)
      while !isRung, pthread_cond_timedwait_relative_np(condition, mutex, &time) == 0 {}
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_sec += seconds
      while !isRung, pthread_cond_timedwait(condition, mutex, &end) == 0 {}
    #endif
    defer { isRung = false }
    return isRung
  }
}
