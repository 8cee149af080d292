import HTTPTypes

extension ResponseMessage {
  /// When the server made the answer, by its own clock; nil when it does not say in the form that may still be written.
  ///
  /// RFC 9110 §6.6.1.
  package var date: Instant? { head.headerFields[.date].flatMap(HTTPDate.read) }
}

/// The date of an HTTP header: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// RFC 9110 §5.6.7, in the one form that may still be written; the two older ones are not read.
enum HTTPDate {
  static func read(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    guard bytes.count == 29, weekdays.contains(where: { bytes.starts(with: $0.utf8) }), bytes[3] == UInt8(ascii: ","),
      [4, 7, 11, 16, 25].allSatisfy({ bytes[$0] == UInt8(ascii: " ") }), bytes[19] == UInt8(ascii: ":"),
      bytes[22] == UInt8(ascii: ":"), bytes[26...].elementsEqual("GMT".utf8),
      let month = months.firstIndex(where: { bytes[8..<11].elementsEqual($0.utf8) }),
      let day = number(bytes[5..<7]), let year = number(bytes[12..<16]), let hour = number(bytes[17..<19]),
      let minute = number(bytes[20..<22]), let second = number(bytes[23..<25]),
      (1...31).contains(day), year >= 1970, hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    return Instant(secondsSinceEpoch: days * 86400 + hour * 3600 + minute * 60 + second)
  }

  /// The proleptic Gregorian calendar, years counted from March so that the leap day is the last.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.allSatisfy(\.isDigit) ? Int64(String(decoding: digits, as: UTF8.self)) : nil
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
