import Foundation

/// How much processor time a function takes on this thread. Other programs' load was seen to double it: a bound leaves
/// room for that.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  func used() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let begin = used()
  try body()
  return used() - begin
}
