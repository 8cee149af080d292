#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system. The one who starts it waits for its end, or lets it go.
struct SystemThread {
  private let thread: pthread_t

  /// Runs a function on a new thread; throws when the system has no thread to give.
  init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let number = pthread_create(&started, nil, threadMain, context.toOpaque())
    guard number == 0 else {
      context.release()
      throw SystemError(call: "pthread_create", number: number)
    }
    #if canImport(Darwin)
      guard let started else { throw SystemError(call: "pthread_create", number: EAGAIN) }
    #endif
    thread = started
  }

  /// Waits until the function has returned.
  func join() { pthread_join(thread, nil) }

  /// Lets the thread go on alone.
  func detach() { pthread_detach(thread) }

  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

#if canImport(Darwin)
  private func threadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<SystemThread.Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
#else
  private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<SystemThread.Work>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }
#endif
