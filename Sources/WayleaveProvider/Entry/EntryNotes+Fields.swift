import WayleaveWire

extension EntryCodec<AbsoluteURL> {
  /// A page for people that others cannot change on its way.
  static let page = EntryCodec(form: .shaped(.page)) { (reader, key) throws(OAuthError) in
    guard let text = try reader.text(key) else { return nil }
    guard let url = try? AbsoluteURL(text), url.scheme == "https", url.host != nil else {
      throw reader.malformed(key, "an https URL", value: text)
    }
    return url
  } write: {
    .string($0.text)
  }
}

extension EntryCodec<[String]> {
  /// Names in small Latin letters, since none may look like another one in other letters.
  static let aliases = EntryCodec(form: .list(.shaped(.alias))) { (reader, key) throws(OAuthError) in
    try reader.texts(
      key, allowing: isAlias, as: "a name of small Latin letters and digits, with hyphens or periods between them")
  } write: {
    JSON($0)
  }

  private static func isAlias(_ text: String) -> Bool {
    text.utf8.count <= 64
      && text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0.isDigit || $0.isLetter && $0 == $0.lowercased }
      }
  }
}

extension EntryCodec<String> {
  /// A day of the calendar, or that there was none.
  static let day = EntryCodec(form: .shaped(.day)) { (reader, key) throws(OAuthError) in
    let text = try reader.text(key)
    if let text, text != "never", !isDay(text) {
      throw reader.malformed(key, "a date such as 2026-11-29, or never", value: text)
    }
    return text
  } write: {
    .string($0)
  }

  /// ISO 8601-1 §5.2.2.1, with hyphens.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
    else { return false }
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
