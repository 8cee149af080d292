package import WayleaveWire

/// What an entry says for people alone: it changes no message.
///
/// Two providers differ by none of it, and no record has it: else an entry that was only looked at again would be another
/// one than that of a stored account.
struct EntryNotes: Sendable, Equatable {
  private var boxed = Boxed<Notes>.absent

  private struct Notes: Sendable, Equatable {
    var documentation: AbsoluteURL?
    var checked: String?
    var isClosed = false
  }

  private var notes: Notes {
    get { boxed.value ?? Notes() }
    set { boxed = newValue == Notes() ? .absent : .present(newValue) }
  }

  var documentation: AbsoluteURL? {
    get { notes.documentation }
    set { notes.documentation = newValue }
  }

  var checked: String? {
    get { notes.checked }
    set { notes.checked = newValue }
  }

  /// Whether the provider takes no new clients.
  var isClosed: Bool {
    get { notes.isClosed }
    set { notes.isClosed = newValue }
  }

  static func == (one: Self, other: Self) -> Bool { true }
}

extension Provider {
  /// The provider's page that says what the entry says; nil where the entry names none.
  package var documentation: AbsoluteURL? {
    get { notes.documentation }
    set { notes.documentation = newValue }
  }

  /// The day on which someone compared the entry with that page, such as `2026-11-29`, or `never`; nil where the entry
  /// does not say.
  package var checked: String? {
    get { notes.checked }
    set { notes.checked = newValue }
  }

  /// Whether someone who is new can use it.
  package var status: EntryStatus {
    get { isRetired ? .ended : notes.isClosed ? .closed : .live }
    set { (isRetired, notes.isClosed) = (newValue == .ended, newValue == .closed) }
  }

  /// Whether clients can be registered there.
  package var takesNewClients: Bool { status == .live }
}

extension ProviderTemplate {
  /// Whether someone who is new can use it.
  package var status: EntryStatus {
    if description["retired"]?.bool == true { return .ended }
    return description["status"]?.string.flatMap(EntryStatus.init) ?? .live
  }
}

extension EntryCodec<AbsoluteURL> {
  /// A page for people that others cannot change on its way.
  static let page = EntryCodec(form: .shaped(.page)) { (reader, key) throws(OAuthError) in
    let url = try reader.url(key)
    if let url, url.scheme != "https" || url.host == nil {
      throw reader.malformed(key, "an https URL", value: url.text)
    }
    return url
  } write: {
    .string($0.text)
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
