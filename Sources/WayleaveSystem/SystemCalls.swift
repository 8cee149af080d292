/// The place at which tests look at system calls, and let some of them fail.
///
/// It exists in debug builds only: in a release build a call costs nothing more than itself.
package enum SystemCalls {
  #if DEBUG
    /// Sees each call by its name before it is made; the call fails with the number that it gives, if it gives one.
    @TaskLocal package static var watcher: (@Sendable (_ call: String) -> Int32?)?
  #endif

  /// Throws when a test lets the call fail.
  static func look(at call: String) throws(SystemError) {
    #if DEBUG
      guard let watcher else { return }
      // A call that a signal interrupts is made again.
      while let number = watcher(call) {
        guard number == interruption else { throw SystemError(call: call, number: number) }
      }
    #endif
  }

  /// The work, seen by the watcher of this task on whichever thread it is done.
  static func watched(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    #if DEBUG
      guard let watcher else { return work }
      return { $watcher.withValue(watcher, operation: work) }
    #else
      return work
    #endif
  }

  /// `EINTR`, which has this value on every system that we know.
  private static let interruption: Int32 = 4
}
