/// How long nothing is tried after a failure: five seconds or another first pause, and twice as long after each further
/// one, up to 15 minutes; longer where the server wants to be left alone for longer (RFC 9110 §10.2.3), up to an hour.
struct FailurePause {
  private static let longest = Duration.seconds(900)
  private static let longestOfServer = Duration.seconds(3600)

  private let length: Duration
  let end: ContinuousClock.Instant

  /// The pause after a failure; `earlier` is that of the failure just before, nil where that went well, and `wanted` what
  /// the server asked for.
  init(
    after earlier: FailurePause?, at time: ContinuousClock.Instant, startingWith first: Duration = .seconds(5),
    atLeast wanted: Duration? = nil
  ) {
    length = min((earlier?.length).map { $0 * 2 } ?? first, Self.longest)
    end = time + max(length, min(wanted ?? .zero, Self.longestOfServer))
  }
}
