import WayleaveWire

extension Instant {
  /// The instant as an HTTP header has it: `Sun, 06 Nov 1994 08:49:37 GMT`; nil before 1970 and after 9999.
  ///
  /// RFC 9110 §5.6.7.
  var httpDate: String? {
    guard (0...253_402_300_799).contains(secondsSinceEpoch) else { return nil }
    // 2026-11-20T08:15:00Z
    let text = description
    let month = Self.months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
    // 1970 began on a Thursday.
    let weekday = Self.weekdays[Int(secondsSinceEpoch / 86_400 % 7)]
    let (year, day, time) = (text.prefix(4), text.dropFirst(8).prefix(2), text.dropFirst(11).prefix(8))
    return "\(weekday), \(day) \(month) \(year) \(time) GMT"
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
