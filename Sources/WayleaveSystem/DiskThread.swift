import WayleaveBackport

/// Does the work of the disk in order, one thing at a time, away from the threads that run tasks.
///
/// The thread waits a second for more: work that follows soon, as that of a sign-in does, needs no new one. Then it
/// ends, so that no thread has to be stopped.
package final class DiskThread: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Lock(State())
  private let bell = ThreadBell()
  private let patience: Int

  /// A thread that waits so many seconds for more.
  package init(waitingSeconds: Int = 1) { patience = waitingSeconds }

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
    guard mustStart else { return bell.ring() }
    // When the system has no thread to give, the work is done here: waiting is better than not doing it.
    do throws(SystemError) { try DetachedThread.start { self.work(waitingSeconds: self.patience) } } catch {
      work(waitingSeconds: 0)
    }
  }

  private func work(waitingSeconds: Int) {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
      for job in jobs { job() }
      if jobs.isEmpty, !bell.wait(seconds: waitingSeconds), hasEnded() { return }
    }
  }

  /// Ends the thread, unless there is work that came after it had ceased to wait.
  private func hasEnded() -> Bool {
    state.withLock { state in
      state.isRunning = !state.jobs.isEmpty
      return !state.isRunning
    }
  }
}
