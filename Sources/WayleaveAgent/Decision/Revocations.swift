/// When the revocations that sign-outs could not deliver are sent: by one process at a time, with pauses.
struct Revocations {
  /// The pause where nothing failed: what was sent is seen at the next look at the store.
  private static let usualPause = Duration.seconds(60)
  /// How long an agent that has just begun waits for a request: that opens the store, which says whether there are any.
  private static let firstPause = Duration.seconds(2)

  /// Until when that is; nil once none can have waited since before the agent began.
  private(set) var firstLook: ContinuousClock.Instant?
  private var isRunning = false
  /// Whether what runs only looks whether there are any.
  private var isLook = false
  private var failure: FailurePause?
  private var pauseEnd: ContinuousClock.Instant?

  init(beginningAt time: ContinuousClock.Instant) { firstLook = time + Self.firstPause }

  /// Whether they may be sent now, though nothing says that there are any.
  func mayBeginUnseen(at time: ContinuousClock.Instant) -> Bool {
    firstLook.map { $0 <= time && mayBegin(at: time) } ?? false
  }

  /// Whether they may be sent now.
  func mayBegin(at time: ContinuousClock.Instant) -> Bool { !isRunning && (pauseEnd.map { $0 <= time } ?? true) }

  /// When they may be sent again; nil for now, or while they are sent.
  func nextBegin(after time: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    isRunning ? nil : pauseEnd.flatMap { $0 > time ? $0 : nil }
  }

  /// Waits for a request, which opens the store.
  mutating func endFirstLook() { firstLook = nil }

  mutating func begin(unseen: Bool = false) { (isRunning, isLook) = (true, unseen) }

  mutating func end(isDone: Bool, foundNone: Bool = false, at time: ContinuousClock.Instant) {
    isRunning = false
    if isDone { firstLook = nil }
    failure = isDone ? nil : FailurePause(after: failure, at: time)
    // After a look that found none there is nothing to wait for: a sign-out of the first minute is sent at once.
    pauseEnd = failure?.end ?? (isLook && foundNone ? nil : time + Self.usualPause)
  }
}
