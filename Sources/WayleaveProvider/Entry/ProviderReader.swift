import WayleaveWire

/// Reads one section of a provider's description, and knows at the end which keys are left.
struct ProviderReader {
  private var unread: JSON.Object
  private let path: String
  let allowingHTTP: Bool
  /// Whether a program has written it and not a person: then any value is right that a provider can have.
  let isRecord: Bool

  init(_ json: JSON, path: String, allowingHTTP: Bool, isRecord: Bool = false) throws(OAuthError) {
    guard let object = json.object else { throw .malformedProvider(path, "names with values") }
    unread = object
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

  mutating func required(_ key: String) throws(OAuthError) -> String {
    guard let text = try text(key), isRecord || !text.isEmpty else { throw .malformedProvider(path + key, "a text") }
    return text
  }

  mutating func endpoint(_ key: String) throws(OAuthError) -> Endpoint? {
    guard let text = try text(key) else { return nil }
    return try Endpoint(text, allowingHTTP: allowingHTTP)
  }

  mutating func requiredEndpoint(_ key: String) throws(OAuthError) -> Endpoint {
    guard let endpoint = try endpoint(key) else { throw .malformedProvider(path + key, "an https address") }
    return endpoint
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

  mutating func pairs(_ key: String) throws(OAuthError) -> [String: String] {
    guard var section = try object(key) else { return [:] }
    var pairs: [String: String] = [:]
    for name in section.unread.members.map(\.name) { pairs[name] = try section.text(name) }
    return pairs
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String
  ) throws(OAuthError) -> Choice? {
    try text(key).map { (text) throws(OAuthError) in try choice(text, of: key) }
  }

  mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String
  ) throws(OAuthError) -> [Choice] {
    try texts(key).map { (text) throws(OAuthError) in try choice(text, of: key) }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, of key: String
  ) throws(OAuthError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      guard !isRecord else { throw .recordOfLaterVersion(path + key) }
      throw .malformedProvider(path + key, Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
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

  func finish() throws(OAuthError) {
    guard let member = unread.members.first else { return }
    guard !isRecord else { throw .recordOfLaterVersion(path + member.name) }
    throw .malformedProvider(path + DisplayText.clean(member.name, limit: 60), "a key of the format, or nothing")
  }

  private mutating func take(_ key: String) -> JSON? {
    defer { unread[key] = nil }
    return unread[key]
  }
}

extension OAuthError {
  static func recordOfLaterVersion(_ key: String) -> OAuthError {
    OAuthError(
      .storeTooNew, rule: .wayleave("what cannot be read is never overwritten"),
      expected: "what this version knows at “\(DisplayText.clean(key, limit: 100))”",
      received: .described("something else"), remedy: "Update this program.")
  }

  static func malformedProvider(_ key: String, _ expected: String) -> OAuthError {
    OAuthError(
      .malformedProvider, rule: .wayleave("the format of a provider's description"),
      expected: "\(expected) at “\(DisplayText.clean(key, limit: 100))”",
      received: .described("something else"),
      remedy: .correctEntry)
  }
}
