import WayleaveWire

/// Reads one section of a provider's description, and knows at the end which keys are left.
struct ProviderReader {
  private var unread: JSON.Object
  private let path: String
  /// What an error calls the section.
  private let title: String
  /// The keys that were asked for.
  private var known: [String] = []
  /// The first key that is missing. A misspelt one explains it, and is found at the end.
  private var missing: OAuthError?
  let allowingHTTP: Bool
  /// Whether a program has written it and not a person: then any value is right that a provider can have.
  let isRecord: Bool

  init(_ json: JSON, path: String, allowingHTTP: Bool, isRecord: Bool = false) throws(OAuthError) {
    guard let object = json.object else {
      throw .malformedProvider(path.isEmpty ? "the entry" : path, "names with values")
    }
    unread = object
    title =
      path.isEmpty
      ? object["protocol"]?.string.map { "an \(DisplayText.clean($0, limit: 60)) entry" } ?? "an entry"
      : "“\(path.dropLast())”"
    self.path = path
    self.allowingHTTP = allowingHTTP
    self.isRecord = isRecord
  }

  mutating func text(_ key: String) throws(OAuthError) -> String? {
    switch take(key) {
    case nil, .null: return nil
    case .string(let text): return text
    case .number(let digits): return digits
    default: throw .malformedProvider(path + key, "a text")
    }
  }

  /// A text that must be there; where it is missing, ``finish()`` throws.
  mutating func required(_ key: String) throws(OAuthError) -> String {
    let text = try text(key)
    if let text, isRecord || !text.isEmpty { return text }
    try note(missing: key)
    return "missing"
  }

  mutating func endpoint(_ key: String) throws(OAuthError) -> Endpoint? {
    guard let text = try text(key) else { return nil }
    do throws(OAuthError) { return try Endpoint(template: text, allowingHTTP: allowingHTTP) } catch {
      throw error.worded("“\(path)\(key)”: \(error.message)")
    }
  }

  /// Notes that a key is missing; a record that lacks one is refused at once.
  mutating func note(missing key: String) throws(OAuthError) {
    let error = OAuthError.missingKey(path + key, in: title)
    guard !isRecord else { throw error }
    missing = missing ?? error
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

  mutating func texts(_ key: String) throws(OAuthError) -> [String] {
    guard let value = take(key), value != .null else { return [] }
    guard let elements = value.array, elements.allSatisfy({ $0.string != nil }) else {
      throw .malformedProvider(path + key, "a list of texts")
    }
    return elements.compactMap(\.string)
  }

  /// Whether something is said under a key that has not been read yet.
  func has(_ key: String) -> Bool { unread[key].map { $0 != .null } ?? false }

  /// Passes over a key that says nothing.
  mutating func pass(_ key: String) { _ = take(key) }

  mutating func pairs(_ key: String) throws(OAuthError) -> [String: String] {
    guard var section = try object(key) else { return [:] }
    var pairs: [String: String] = [:]
    for name in section.unread.members.map(\.name) { pairs[name] = try section.text(name) }
    return pairs
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
    .malformedProvider(path + key, "one of \(allowed.map(\.rawValue).joined(separator: ", "))", value: text)
  }

  mutating func object(_ key: String) throws(OAuthError) -> ProviderReader? {
    guard let value = take(key), value != .null else { return nil }
    return try ProviderReader(value, path: "\(path)\(key).", allowingHTTP: allowingHTTP, isRecord: isRecord)
  }

  /// The sections of a list.
  mutating func objects(_ key: String) throws(OAuthError) -> [ProviderReader] {
    guard let value = take(key), value != .null else { return [] }
    guard let elements = value.array else { throw .malformedProvider(path + key, "a list of names with values") }
    return try elements.map { (element) throws(OAuthError) in
      try ProviderReader(element, path: "\(path)\(key).", allowingHTTP: allowingHTTP, isRecord: isRecord)
    }
  }

  /// Checks that every key was read, and that none was missing.
  func finish() throws(OAuthError) {
    guard let member = unread.members.first else {
      if let missing { throw missing }
      return
    }
    guard !isRecord else { throw .recordOfLaterVersion(path + member.name) }
    throw .unknownKey(member.name, in: title, nearest: NearestNames.of(member.name, among: known).first)
  }

  private mutating func take(_ key: String) -> JSON? {
    defer { unread[key] = nil }
    known.append(key)
    return unread[key]
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

  static func malformedProvider(_ key: String, _ expected: String, value: String? = nil) -> OAuthError {
    let key = DisplayText.clean(key, limit: 100)
    let found = value.map { ", not “\(DisplayText.clean($0, limit: 100))”" } ?? ""
    return OAuthError(
      .malformedProvider, message: "“\(key)” has to be \(expected)\(found).", rule: formatOfEntries,
      expected: "\(expected) at “\(key)”", received: value.map { .text($0) } ?? .described("another value"),
      remedy: .correctEntry)
  }

  fileprivate static func missingKey(_ key: String, in section: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "“\(DisplayText.clean(key, limit: 100))” is missing in \(section).",
      rule: formatOfEntries, expected: "“\(DisplayText.clean(key, limit: 100))”", received: .nothing,
      remedy: .correctEntry)
  }

  fileprivate static func unknownKey(_ key: String, in section: String, nearest: String?) -> OAuthError {
    let key = DisplayText.clean(key, limit: 60)
    let question = nearest.map { "; did you mean \($0)?" } ?? "."
    return OAuthError(
      .malformedProvider, message: "“\(key)” is not a key of \(section)\(question)", rule: formatOfEntries,
      expected: "a key of the format", received: .text(key), remedy: .correctEntry)
  }

  private static var formatOfEntries: Rule { .wayleave("the format of a provider's description") }
}
