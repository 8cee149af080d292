import WayleaveWire

/// A number of seconds since 1970 as people read it: the date, and how far off it is.
enum DateNote {
  static func text(_ seconds: Int64, at now: Instant) -> String {
    let instant = Instant(secondsSinceEpoch: seconds)
    let distance = (instant - now).wholeSeconds
    guard distance.magnitude < longest else { return instant.description }
    guard distance != 0 else { return "\(instant), now" }
    let words = words(for: distance.magnitude)
    return "\(instant), \(distance < 0 ? "\(words) ago" : "in \(words)")"
  }

  /// Two hundred years: beyond that, the distance says nothing useful.
  private static let longest: UInt64 = 200 * 31_557_600

  /// A length of time in its largest unit.
  static func words(for seconds: UInt64) -> String {
    for (length, unit) in [(31_557_600, "year"), (86400, "day"), (3600, "hour"), (60, "minute")] as [(UInt64, String)]
    where seconds >= length {
      let count = seconds / length
      return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    return "\(seconds) second\(seconds == 1 ? "" : "s")"
  }
}
