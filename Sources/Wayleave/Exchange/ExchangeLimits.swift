/// What one exchange may cost.
public struct ExchangeLimits: Sendable, Hashable {
  /// When the whole exchange ends, from the connection to the last byte of the body.
  public var deadline: ContinuousClock.Instant
  /// How many bytes the body may have.
  public var maximumBodySize: Int

  /// Bounds for one exchange.
  public init(deadline: ContinuousClock.Instant, maximumBodySize: Int) {
    self.deadline = deadline
    self.maximumBodySize = maximumBodySize
  }

  /// Bounds for a token endpoint and its like: 30 seconds, 256 KiB.
  package static var token: ExchangeLimits { within(.seconds(30), maximumBodySize: 256 * 1024) }

  /// Bounds for metadata and keys: 30 seconds, 1 MiB.
  package static var metadata: ExchangeLimits { within(.seconds(30), maximumBodySize: 1024 * 1024) }

  /// Bounds for the requests of an account: 60 seconds, 64 MiB.
  public static var api: ExchangeLimits { within(timeForAPI, maximumBodySize: 64 * 1024 * 1024) }

  /// How long a request of an account may take.
  static let timeForAPI: Duration = .seconds(60)

  /// Waits until the deadline counts; throws where the task is cancelled.
  ///
  /// A process that was stopped, or whose machine slept, wakes behind the deadline, and what came meanwhile lies unread:
  /// that has a moment more.
  package func untilDeadline() async throws { try await Self.wait(until: deadline) }

  /// The same for a deadline of what is no exchange.
  static func wait(until deadline: ContinuousClock.Instant) async throws {
    let start = ContinuousClock.now
    try await Task.sleep(until: deadline, clock: .continuous)
    if let more = moreTime(wakingLateBy: .now - max(deadline, start)) { try await Task.sleep(for: more) }
  }

  /// The time to read what came while nothing of this process ran; nil where it woke in time.
  static func moreTime(wakingLateBy lateness: Duration) -> Duration? {
    lateness >= .seconds(1) ? .seconds(1) : nil
  }

  /// Bounds counted from now.
  public static func within(_ time: Duration, maximumBodySize: Int) -> ExchangeLimits {
    ExchangeLimits(deadline: .now + time, maximumBodySize: maximumBodySize)
  }
}
