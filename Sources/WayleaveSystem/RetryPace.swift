/// The pauses between tries for something that is taken: short at first, then 25 milliseconds each.
package struct RetryPace {
  private var pause = Duration.milliseconds(1)

  package init() {}

  /// Sleeps before the next try; false when the deadline has come. Throws when the task is cancelled.
  package mutating func wait(until deadline: ContinuousClock.Instant) async throws(CancellationError) -> Bool {
    let now = ContinuousClock.now
    guard now < deadline else { return false }
    do { try await Task.sleep(until: min(now + pause, deadline)) } catch { throw CancellationError() }
    pause = min(pause * 2, .milliseconds(25))
    return true
  }
}
