import WayleaveWire

/// Reads one section of a provider's description, and knows at the end which keys are left.
struct ProviderReader {
  private let given: JSON.Object
  private var unread: JSON.Object
  private let path: String
  /// What an error calls the section.
  private let title: String
  /// The keys that were asked for.
  private var known: [String] = []
  /// The keys that are missing. A misspelt one explains a missing one, and is found at the end.
  private var missing: [String] = []
  let allowingHTTP: Bool
  /// Whether a program has written it and not a person: then any value is right that a provider can have.
  let isRecord: Bool
  /// What collects everything that is wrong; nil to throw the first.
  private let faults: EntryFaults?

  init(
    _ json: JSON, path: String, allowingHTTP: Bool, isRecord: Bool = false, faults: EntryFaults? = nil
  ) throws(OAuthError) {
    guard let object = json.object else {
      throw .malformedProvider(path.isEmpty ? nil : String(path.dropLast()), "keys with values, such as “name: shop”")
    }
    (given, unread) = (object, object)
    title =
      path.isEmpty
      ? object["protocol"]?.string.flatMap { $0.isEmpty ? nil : "an \(DisplayText.clean($0, limit: 60)) entry" }
        ?? "an entry"
      : "“\(path.dropLast())”"
    self.path = path
    self.allowingHTTP = allowingHTTP
    self.isRecord = isRecord
    self.faults = faults
  }

  mutating func text(_ key: String) throws(OAuthError) -> String? {
    switch take(key) {
    case nil, .null: return nil
    case .string(let text): return text
    case .number(let digits): return digits
    default: throw .malformedProvider(path + key, "a text")
    }
  }

  /// A text with places for values; a record may have any.
  mutating func template(_ key: String) throws(OAuthError) -> String? {
    guard let text = try text(key) else { return nil }
    guard isRecord || Self.isTemplate(text) else {
      throw .malformedProvider(path + key, "a text with a path between “{” and “}”, such as {user.id}", value: text)
    }
    return text
  }

  private static func isTemplate(_ text: String) -> Bool {
    // Most texts have no place.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return true }
    let template = TextTemplate(text)
    return template.isWellFormed
      && template.places.allSatisfy { place in
        place.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
      }
  }

  /// What is wrong with the value of a key.
  func malformed(_ key: String, _ expected: String, value: String? = nil) -> OAuthError {
    .malformedProvider(path + key, expected, value: value)
  }

  /// A text that must be there; where it is missing, ``finish()`` throws.
  mutating func required(_ key: String) throws(OAuthError) -> String {
    let text = try text(key)
    if let text, isRecord || !text.isEmpty { return text }
    try note(missing: key)
    return "missing"
  }

  /// A text without which the rest cannot be read. Where it is missing, throws so, or names the misspelt key that explains it.
  mutating func decisive(_ key: String) throws(OAuthError) -> String {
    if let text = try text(key), isRecord || !text.isEmpty { return text }
    guard !isRecord else { throw .missingKey(path + key, in: title) }
    let misspelt = unread.members.prefix(Self.maximumUnknown).first { !NearestNames.of($0.name, among: [key]).isEmpty }
    let error =
      misspelt.map { OAuthError.unknownKey($0.name, at: path, in: title, nearest: key) }
      ?? .missingKey(path + key, in: title)
    try note(error, at: misspelt == nil ? .absence : .key)
    throw error
  }

  mutating func endpoint(_ key: String) throws(OAuthError) -> Endpoint? {
    guard let text = try template(key) else { return nil }
    do throws(OAuthError) { return try Endpoint(template: text, allowingHTTP: allowingHTTP) } catch {
      throw error.inEntry(at: path + key, value: text)
    }
  }

  /// The URL of a page or an app.
  mutating func url(_ key: String) throws(OAuthError) -> AbsoluteURL? {
    guard let text = try text(key) else { return nil }
    do throws(OAuthError) { return try AbsoluteURL(text) } catch {
      throw error.inEntry(at: path + key, value: text)
    }
  }

  /// Notes that a key is missing; a record that lacks one is refused at once.
  mutating func note(missing key: String) throws(OAuthError) {
    guard !isRecord else { throw .missingKey(path + key, in: title) }
    missing.append(key)
  }

  /// Notes what is wrong with the value of a key, so that the rest is read too; throws it where nothing collects it.
  func note(_ error: OAuthError, of key: String) throws(OAuthError) {
    try note(error.member == nil && !isRecord ? error.inEntry(at: path + key) : error)
  }

  /// Notes what is wrong.
  func note(_ error: OAuthError, at part: EntryFault.Part = .value) throws(OAuthError) {
    guard let faults else { throw error }
    faults.all.append(EntryFault(error: error, part: part))
  }

  mutating func integer(_ key: String) throws(OAuthError) -> Int64? {
    guard let value = take(key), value != .null else { return nil }
    guard let number = value.integer else { throw .malformedProvider(path + key, "a whole number") }
    return number
  }

  mutating func bool(_ key: String) throws(OAuthError) -> Bool? {
    guard let value = take(key), value != .null else { return nil }
    guard let bool = value.bool else { throw .malformedProvider(path + key, "true or false") }
    return bool
  }

  /// A flag where one stands there; nil, and nothing is read, where there is something else.
  mutating func flag(_ key: String) throws(OAuthError) -> Bool? { try unread[key]?.bool == nil ? nil : bool(key) }

  mutating func texts(_ key: String) throws(OAuthError) -> [String] {
    guard let value = take(key), value != .null else { return [] }
    guard let elements = value.array else { throw .malformedProvider(path + key, "a list of texts") }
    return try elements.enumerated().map { (index, element) throws(OAuthError) in
      guard let text = element.string else { throw .malformedProvider("\(path)\(key)[\(index)]", "a text") }
      return text
    }
  }

  /// Texts of a certain kind; a record may have any.
  mutating func texts(
    _ key: String, allowing isAllowed: (String) -> Bool, as expected: String
  ) throws(OAuthError) -> [String] {
    let texts = try texts(key)
    if !isRecord, let index = texts.firstIndex(where: { !isAllowed($0) }) {
      throw malformed("\(key)[\(index)]", expected, value: texts[index])
    }
    return texts
  }

  /// Whether something is said under a key that has not been read yet.
  func has(_ key: String) -> Bool { Self.says(unread[key]) }

  /// Whether something is said under a key, read or not.
  func wasGiven(_ key: String) -> Bool { Self.says(given[key]) }

  private static func says(_ value: JSON?) -> Bool { value.map { $0 != .null } ?? false }

  /// Whether something is said under a key that has not been read yet; else the key is passed over.
  mutating func hasOrPasses(_ key: String) -> Bool {
    switch unread[key] {
    case nil: known.append(key)
    case .null: _ = take(key)
    default: return true
    }
    return false
  }

  mutating func pairs(_ key: String) throws(OAuthError) -> [String: String] {
    guard var section = try object(key) else { return [:] }
    var pairs: [String: String] = [:]
    for name in section.unread.members.map(\.name) { pairs[name] = try section.text(name) }
    return pairs
  }

  /// Sections by names that are not those of keys, as they stand.
  mutating func sections(_ key: String) throws(OAuthError) -> [String: JSON] {
    guard let section = try object(key) else { return [:] }
    var sections: [String: JSON] = [:]
    for member in section.unread.members {
      guard member.value.object != nil else {
        throw section.malformed(member.name, "keys with values, such as “token_endpoint: https://…”")
      }
      sections[member.name] = member.value
    }
    return sections
  }

  /// The choice that a word names.
  func choice<Choice: RawRepresentable<String> & CaseIterable & Equatable>(
    _ text: String, of key: String, among allowed: [Choice]
  ) throws(OAuthError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      guard !isRecord else { throw .recordOfLaterVersion(path + key) }
      throw malformed(key, allowed, text)
    }
    guard isRecord || allowed.contains(choice) else { throw malformed(key, allowed, text) }
    return choice
  }

  private func malformed<Choice: RawRepresentable<String>>(_ key: String, _ allowed: [Choice], _ text: String)
    -> OAuthError
  {
    malformed(key, "one of \(allowed.map(\.rawValue).joined(separator: ", "))", value: text)
  }

  mutating func object(_ key: String) throws(OAuthError) -> ProviderReader? {
    guard let value = take(key), value != .null else { return nil }
    return try section(value, at: key)
  }

  /// The sections of a list.
  mutating func objects(_ key: String) throws(OAuthError) -> [ProviderReader] {
    guard let value = take(key), value != .null else { return [] }
    guard let elements = value.array else {
      throw .malformedProvider(path + key, "a list whose elements have keys with values")
    }
    return try elements.enumerated().map { (index, element) throws(OAuthError) in
      try section(element, at: "\(key)[\(index)]")
    }
  }

  private func section(_ value: JSON, at key: String) throws(OAuthError) -> ProviderReader {
    try ProviderReader(value, path: "\(path)\(key).", allowingHTTP: allowingHTTP, isRecord: isRecord, faults: faults)
  }

  /// Checks that every key was read, and that none was missing.
  func finish() throws(OAuthError) {
    var explained: [String] = []
    // A file of nothing else is not searched for what each of its keys may mean.
    for member in unread.members.prefix(Self.maximumUnknown) {
      guard !isRecord else { throw .recordOfLaterVersion(path + member.name) }
      let nearest = NearestNames.of(member.name, among: known).first
      try note(.unknownKey(member.name, at: path, in: title, nearest: nearest), at: .key)
      if let nearest { explained.append(nearest) }
    }
    for key in missing where !explained.contains(key) {
      try note(.missingKey(path + key, in: title), at: .absence)
    }
  }

  private static let maximumUnknown = 50

  private mutating func take(_ key: String) -> JSON? {
    known.append(key)
    return unread.removeValue(of: key)
  }
}

extension OAuthError {
  static func recordOfLaterVersion(_ key: String) -> OAuthError {
    OAuthError(
      .storeTooNew, message: "A later version of this program has written “\(DisplayText.clean(key, limit: 100))”.",
      rule: .wayleave("what cannot be read is never overwritten"),
      expected: "what this version knows at “\(DisplayText.clean(key, limit: 100))”",
      received: .described("something else"), remedy: "Update this program.")
  }

  /// `key` is nil for the entry as a whole.
  static func malformedProvider(_ key: String?, _ expected: String, value: String? = nil) -> OAuthError {
    let title = key.map { "“\(DisplayText.clean($0, limit: 100))”" } ?? "the entry"
    let found = value.map { ", not “\(DisplayText.clean($0, limit: 100))”" } ?? ""
    return OAuthError(
      .malformedProvider, message: "\(key == nil ? "The entry" : title) has to be \(expected)\(found).",
      rule: formatOfEntries, expected: "\(expected) at \(title)",
      received: value.map { .text($0) } ?? .described("another value"), remedy: .correctEntry, member: key)
  }

  /// The same failure of a value, named by its key.
  func inEntry(at key: String, value: String? = nil) -> OAuthError {
    let found = value.map { ", not “\(DisplayText.clean($0, limit: 100))”" } ?? ""
    let reason = expected.map { " has to be \($0)\(found)." } ?? ": \(message)"
    return worded("“\(DisplayText.clean(key, limit: 100))”\(reason)").blamedOn(fault, member: key)
  }

  fileprivate static func missingKey(_ key: String, in section: String) -> OAuthError {
    let shown = DisplayText.clean(key, limit: 100)
    return OAuthError(
      .malformedProvider, message: "“\(shown)” is missing in \(section).", rule: formatOfEntries,
      expected: "“\(shown)”", received: .nothing, remedy: .addToEntry(key), member: key)
  }

  fileprivate static func unknownKey(
    _ key: String, at path: String, in section: String, nearest: String?
  ) -> OAuthError {
    let shown = DisplayText.clean(key, limit: 60)
    let question = nearest.map { "; did you mean \($0)?" } ?? "."
    return OAuthError(
      .malformedProvider, message: "“\(shown)” is not a key of \(section)\(question)", rule: formatOfEntries,
      expected: "a key of the format", received: .text(key),
      remedy: nearest.map { "Write “\($0)” in its place, or remove it." } ?? .correctEntry, member: path + key)
  }

  private static var formatOfEntries: Rule { .wayleave("the format of a provider's description") }
}
