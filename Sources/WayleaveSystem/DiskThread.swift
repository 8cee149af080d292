import WayleaveBackport

/// Does the work of the disk in order, one thing at a time, away from the threads that run tasks.
///
/// The thread lives while there is work: no thread idles, and none has to be stopped.
package final class DiskThread: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Lock(State())

  package init() {}

  /// Does a piece of work and returns its result.
  package func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      enqueue {
        do throws(Failure) { continuation.resume(returning: .success(try work())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  private func enqueue(_ job: @escaping @Sendable () -> Void) {
    let job = SystemCalls.watched(job)
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    // When the system has no thread to give, the work is done here: waiting is better than not doing it.
    do throws(SystemError) { try DetachedThread.start { self.work() } } catch { work() }
  }

  private func work() {
    while true {
      let jobs = state.withLock { state in
        if state.jobs.isEmpty { state.isRunning = false }
        defer { state.jobs = [] }
        return state.jobs
      }
      guard !jobs.isEmpty else { return }
      for job in jobs { job() }
    }
  }
}
