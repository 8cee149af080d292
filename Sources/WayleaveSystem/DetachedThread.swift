/// A thread of the system, for calls that wait: the threads that run tasks are few and must not.
package enum DetachedThread {
  /// Runs a function on a new thread; throws when the system has no thread to give.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    try SystemThread(body).detach()
  }
}
