import Foundation
import WayleaveBackport

/// Runs the tasks of one simulation on the thread that asks for it, one piece of work at a time, in an order by chance.
final class Scheduler: TaskExecutor {
  private let state = Lock(State())

  private struct State {
    var jobs: [UnownedJob] = []
    var thread = pthread_self()
    var strangers = 0
  }

  /// How often another thread had work for a task of this simulation: then the order was not ours.
  var strangers: Int { state.withLock { $0.strangers } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { state in
      state.jobs.append(job)
      if pthread_equal(state.thread, pthread_self()) == 0 { state.strangers += 1 }
    }
  }

  /// Runs what is ready until nothing is.
  func runReady(by chance: Chance) {
    while let job = next(by: chance) { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next(by chance: Chance) -> UnownedJob? {
    state.withLock { state in
      state.jobs.isEmpty ? nil : state.jobs.remove(at: chance.index(below: state.jobs.count))
    }
  }
}
