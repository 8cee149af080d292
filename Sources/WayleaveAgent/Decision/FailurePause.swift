/// How long nothing is tried after a failure: five seconds or another first pause, and twice as long after each further
/// one, up to 15 minutes.
struct FailurePause {
  private static let longest = Duration.seconds(900)

  private let length: Duration
  let end: ContinuousClock.Instant

  /// The pause after a failure; `earlier` is that of the failure just before, nil where that went well.
  init(after earlier: FailurePause?, at time: ContinuousClock.Instant, startingWith first: Duration = .seconds(5)) {
    length = min((earlier?.length).map { $0 * 2 } ?? first, Self.longest)
    end = time + length
  }
}
