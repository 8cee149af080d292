/// The pauses between tries for something that is taken: short at first, then 25 milliseconds each, or another time.
package struct RetryPace {
  private var pause = Duration.milliseconds(1)
  private let longest: Duration
  private let time: PassingTime

  package init(upTo longest: Duration = .milliseconds(25), in time: PassingTime = PassingTime()) {
    (self.longest, self.time) = (longest, time)
  }

  /// Sleeps before the next try; false when the deadline has come. Throws when the task is cancelled.
  package mutating func wait(until deadline: ContinuousClock.Instant) async throws(CancellationError) -> Bool {
    let now = time.now()
    guard now < deadline else { return false }
    do { try await time.sleep(min(now + pause, deadline)) } catch { throw CancellationError() }
    pause = min(pause * 2, longest)
    return true
  }
}
