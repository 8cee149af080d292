/// A point in time in whole seconds since 1970 UTC, as protocols write it.
///
/// Arithmetic saturates: no time that a server or a caller gives can make it trap.
public struct Instant: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var secondsSinceEpoch: Int64

  /// The instant so many seconds after 1970.
  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }

  /// The instant so much later; a fraction of a second is dropped.
  public static func + (instant: Instant, time: Duration) -> Instant { instant + time.wholeSeconds }

  /// The instant so much earlier; a fraction of a second is dropped.
  public static func - (instant: Instant, time: Duration) -> Instant {
    let seconds = time.wholeSeconds
    let (difference, overflow) = instant.secondsSinceEpoch.subtractingReportingOverflow(seconds)
    return Instant(secondsSinceEpoch: overflow ? (seconds < 0 ? .max : .min) : difference)
  }

  /// The time from `right` to `left`.
  public static func - (left: Instant, right: Instant) -> Duration {
    .seconds(left.secondsSinceEpoch) - .seconds(right.secondsSinceEpoch)
  }

  /// The instant so many seconds later, for a member as it stands on the wire, such as `expires_in`.
  package static func + (instant: Instant, seconds: Int64) -> Instant {
    let (sum, overflow) = instant.secondsSinceEpoch.addingReportingOverflow(seconds)
    return Instant(secondsSinceEpoch: overflow ? (seconds < 0 ? .min : .max) : sum)
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as RFC 3339 writes it, in UTC: `2026-11-20T08:15:00Z`.
  public var description: String {
    // Days since 0000-03-01, so that the leap day is the last day of a year; the arithmetic is that of the proleptic
    // Gregorian calendar. Beyond the year 9999 the bare seconds say more than a date.
    guard (-62_135_596_800...253_402_300_799).contains(secondsSinceEpoch) else { return "\(secondsSinceEpoch)s" }
    let days = secondsSinceEpoch.quotientRoundedDown(by: 86400)
    let second = secondsSinceEpoch - days * 86400
    let shifted = days + 719_468
    let era = shifted.quotientRoundedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
  }

  private func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Instant {
  /// Reads a time as RFC 3339 writes it, such as `2026-11-20T08:15:00.000+01:00`; nil for another text. A fraction of a
  /// second is dropped.
  package init?(timestamp text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40, let year = bytes.number(0..<4), bytes[4] == UInt8(ascii: "-"),
      let month = bytes.number(5..<7), bytes[7] == UInt8(ascii: "-"), let day = bytes.number(8..<10),
      "Tt ".utf8.contains(bytes[10]), let hour = bytes.number(11..<13), bytes[13] == UInt8(ascii: ":"),
      let minute = bytes.number(14..<16), bytes[16] == UInt8(ascii: ":"), let second = bytes.number(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60,
      let offset = Self.offset(bytes[19...].drop { $0 == UInt8(ascii: ".") || $0.isDigit })
    else { return nil }
    // Days since 1970 of the proleptic Gregorian calendar, in years that begin in March.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.quotientRoundedDown(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    self.init(secondsSinceEpoch: days * 86400 + hour * 3600 + minute * 60 + second - offset)
  }

  /// The seconds by which a zone is ahead of UTC: `Z`, `+01:00` or `+0100`.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
    let bytes = Array(zone.filter { $0 != UInt8(ascii: ":") })
    if bytes.count == 1, "Zz".utf8.contains(bytes[0]) { return 0 }
    guard bytes.count == 5, "+-".utf8.contains(bytes[0]), let hours = bytes.number(1..<3),
      let minutes = bytes.number(3..<5), hours < 24, minutes < 60
    else { return nil }
    return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

extension [UInt8] {
  fileprivate func number(_ range: Range<Int>) -> Int64? {
    self[range].allSatisfy(\.isDigit) ? Int64(String(decoding: self[range], as: UTF8.self)) : nil
  }
}

extension Int64 {
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
