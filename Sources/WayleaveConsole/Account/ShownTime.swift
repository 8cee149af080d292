package import WayleaveWire

/// Times as people read them: how far off, and by the clock on their wall. The clock and the time zone are handed in.
package struct ShownTime: Sendable {
  /// The present.
  package let now: Instant
  private let secondsAheadOfUTC: @Sendable (Int64) -> Int64

  /// - Parameter secondsAheadOfUTC: the time zone: how many seconds it is ahead of UTC at a moment since 1970.
  package init(now: Instant, secondsAheadOfUTC: @escaping @Sendable (Int64) -> Int64 = { _ in 0 }) {
    self.now = now
    self.secondsAheadOfUTC = secondsAheadOfUTC
  }

  /// The time of the clock, such as `09:12`; with the date, where that is not today's.
  package func clock(_ instant: Instant) -> String {
    let (day, time) = local(instant)
    return day == local(now).day ? time : "\(day) \(time)"
  }

  /// How far off a coming time is, such as `in 4 minutes`, or `now`.
  package func distance(to instant: Instant) -> String {
    let seconds = (instant - now).wholeSeconds.magnitude
    return seconds == 0 ? "now" : "in \(DateNote.words(for: seconds))"
  }

  /// Day and time by the user's clock.
  private func local(_ instant: Instant) -> (day: String, time: String) {
    let moved = instant.secondsSinceEpoch.addingReportingOverflow(secondsAheadOfUTC(instant.secondsSinceEpoch))
    let text = Instant(secondsSinceEpoch: moved.partialValue).description
    let parts = text.split(separator: "T")
    guard parts.count == 2 else { return (text, "") }
    return (String(parts[0]), String(parts[1].prefix(5)))
  }
}
