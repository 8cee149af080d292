/// When the revocations that sign-outs could not deliver are sent: by one process at a time, with pauses.
struct Revocations {
  /// The pause where nothing failed: what was sent is seen at the next look at the store.
  private static let usualPause = Duration.seconds(60)

  private var isRunning = false
  private var failure: FailurePause?
  private var pauseEnd: ContinuousClock.Instant?

  /// Whether they may be sent now.
  func mayBegin(at time: ContinuousClock.Instant) -> Bool { !isRunning && (pauseEnd.map { $0 <= time } ?? true) }

  /// When they may be sent again; nil for now, or while they are sent.
  func nextBegin(after time: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    isRunning ? nil : pauseEnd.flatMap { $0 > time ? $0 : nil }
  }

  mutating func begin() { isRunning = true }

  mutating func end(isDone: Bool, at time: ContinuousClock.Instant) {
    isRunning = false
    failure = isDone ? nil : FailurePause(after: failure, at: time)
    pauseEnd = failure?.end ?? time + Self.usualPause
  }
}
