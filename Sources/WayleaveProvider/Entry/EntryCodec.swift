import WayleaveOAuth2
import WayleaveWire

/// How one kind of value stands in an entry.
struct EntryCodec<Value: Sendable>: Sendable {
  private let document: @Sendable () -> EntryKey.Form
  /// Reads the value under a key, which is there.
  let read: @Sendable (inout ProviderReader, String) throws(OAuthError) -> Value?
  /// The value as a file has it; nil for one that is said by leaving out the key.
  let write: @Sendable (Value) -> JSON?

  /// A codec; the form is for documentation, and is made when that is asked for.
  init(
    form: @escaping @autoclosure @Sendable () -> EntryKey.Form,
    read: @escaping @Sendable (inout ProviderReader, String) throws(OAuthError) -> Value?,
    write: @escaping @Sendable (Value) -> JSON?
  ) {
    (document, self.read, self.write) = (form, read, write)
  }

  /// Which values there are.
  var form: EntryKey.Form { document() }

  /// The same for another type, which wraps the value.
  func map<Other: Sendable>(
    _ wrap: @escaping @Sendable (Value) -> Other, _ unwrap: @escaping @Sendable (Other) -> Value
  ) -> EntryCodec<Other> {
    EntryCodec<Other>(form: document()) { [read] (reader, key) throws(OAuthError) in
      try read(&reader, key).map(wrap)
    } write: { [write] in
      write(unwrap($0))
    }
  }
}

extension EntryCodec<String> {
  static let text = EntryCodec(form: .text) { (reader, key) throws(OAuthError) in
    try reader.text(key)
  } write: {
    .string($0)
  }

  /// A text that says something; a record may have any.
  static let nonEmptyText = EntryCodec(form: .text) { (reader, key) throws(OAuthError) in
    let text = try reader.text(key)
    return text?.isEmpty == true && !reader.isRecord ? nil : text
  } write: {
    .string($0)
  }
}

extension EntryCodec<String> {
  /// The name of a user, which other programs get on a line of its own: it has visible characters of ASCII alone.
  ///
  /// In a record another one is none, so that the account can still be used.
  static let userName = EntryCodec(form: .text) { (reader, key) throws(OAuthError) in
    guard let text = try reader.text(key), !text.isEmpty else { return nil }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isPlain || reader.isRecord else {
      throw reader.malformed(key, "a name of letters, digits and signs, on one line", value: text)
    }
    return isPlain ? text : nil
  } write: {
    .string($0)
  }
}

extension EntryCodec<String> {
  /// The name of a variable; ``EntryVariables`` checks it.
  static let variableName = EntryCodec(form: .shaped(.variable)) { (reader, key) throws(OAuthError) in
    try reader.text(key)
  } write: {
    .string($0)
  }

  /// A text with places for values.
  static let template = EntryCodec(form: .shaped(.template)) { (reader, key) throws(OAuthError) in
    try reader.template(key)
  } write: {
    .string($0)
  }

  /// A template with at least one place: what is the same for all users names none of them. No place is an email address,
  /// which its owner may lose to another person; a record may have any.
  static let subjectTemplate = EntryCodec(form: .shaped(.subject)) { (reader, key) throws(OAuthError) in
    let text = try reader.template(key)
    guard let text, !reader.isRecord else { return text }
    if text.isEmpty { return nil }
    let places = TextTemplate(text).places
    guard !places.isEmpty else {
      throw reader.malformed(key, "a text with a place for a value, such as {id}", value: text)
    }
    guard !places.contains(where: isEmailAddress) else {
      throw reader.malformed(key, "a name that never becomes another person's, as an email address can", value: text)
    }
    return text
  } write: {
    .string($0)
  }

  /// Whether a path ends at a member for an email address.
  private static func isEmailAddress(_ path: Substring) -> Bool {
    let member = Array(path.utf8).split(separator: UInt8(ascii: ".")).last ?? []
    let plain = member.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(\.lowercased)
    return plain.contains(part: Array("email".utf8)) || plain == Array("mail".utf8)
  }
}

extension EntryCodec<Issuer> {
  static let issuer = EntryCodec<String>.text.map(Issuer.init, \.text)
}

extension EntryCodec<[String]> {
  static let texts = EntryCodec(form: .list(.text)) { (reader, key) throws(OAuthError) in
    try reader.texts(key)
  } write: {
    JSON($0)
  }
}

extension EntryCodec<[String]> {
  /// Domains of at least two labels in lower case, below which not anyone can have a host; a record may have any texts.
  static let domains = EntryCodec(form: .list(.shaped(.domain))) { (reader, key) throws(OAuthError) in
    try reader.texts(
      key, allowing: { ProviderVariable.isDomain($0) && !SharedDomain.contains($0) },
      as: "a domain of one owner in lower case, such as example.com")
  } write: {
    JSON($0)
  }

  /// Scopes: RFC 6749 §3.3. A record may have any texts.
  static let scopes = EntryCodec(form: .list(.shaped(.scope))) { (reader, key) throws(OAuthError) in
    try reader.texts(
      key,
      allowing: { scope in
        !scope.isEmpty && scope.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
      },
      as: "a scope without spaces and quotes")
  } write: {
    JSON($0)
  }
}

extension EntryCodec<Bool> {
  static let flag = EntryCodec(form: .flag) { (reader, key) throws(OAuthError) in
    try reader.bool(key)
  } write: {
    .bool($0)
  }
}

extension EntryCodec<AbsoluteURL> {
  /// An address for people, to which nothing secret is sent.
  static let url = EntryCodec(form: .shaped(.url)) { (reader, key) throws(OAuthError) in
    try reader.url(key)
  } write: {
    .string($0.text)
  }
}

extension EntryCodec<Endpoint> {
  static let endpoint = url(takingPlaces: false)
  /// With places in its path or query for what an answer said.
  static let endpointWithPlaces = url(takingPlaces: true)

  private static func url(takingPlaces takesPlaces: Bool) -> EntryCodec {
    EntryCodec(form: .endpoint(takesPlaces: takesPlaces)) { (reader, key) throws(OAuthError) in
      try reader.endpoint(key)
    } write: {
      .string($0.template)
    }
  }
}

extension EntryCodec<[String: String]> {
  static let pairs = EntryCodec(form: .pairs) { (reader, key) throws(OAuthError) in
    try reader.pairs(key)
  } write: {
    .pairs($0) ?? .object(JSON.Object())
  }
}

extension EntryCodec<[EndpointName: Endpoint]> {
  /// Endpoints by their names in metadata.
  static let endpoints = EntryCodec(
    form: .section(
      EndpointName.allCases.map {
        EntryKey(
          key: $0.rawValue, meaning: "its URL for clients with a certificate", absent: "as above", form: .endpoint())
      })
  ) { (reader, key) throws(OAuthError) in
    guard var section = try reader.object(key) else { return nil }
    var endpoints: [EndpointName: Endpoint] = [:]
    for name in EndpointName.allCases { endpoints[name] = try section.endpoint(name.rawValue) }
    try section.finish()
    return endpoints
  } write: { endpoints in
    .pairs(Dictionary(uniqueKeysWithValues: endpoints.map { ($0.key.rawValue, $0.value.url.text) }))
  }
}

extension EntryCodec where Value: RawRepresentable<String> & CaseIterable & Equatable {
  /// One of the words of a type.
  static var choice: EntryCodec { choice(of: Array(Value.allCases)) }

  /// One of some words of a type; a record may have any of them.
  static func choice(of allowed: [Value]) -> EntryCodec {
    EntryCodec(form: .choice(allowed.map(\.rawValue))) { (reader, key) throws(OAuthError) in
      try reader.text(key).map { (text) throws(OAuthError) in try reader.choice(text, of: key, among: allowed) }
    } write: {
      .string($0.rawValue)
    }
  }
}

extension EntryCodec {
  /// A list of the words of a type, in the order of the file.
  static func choices<Choice>(
    of allowed: [Choice] = Array(Choice.allCases)
  ) -> Self where Value == [Choice], Choice: RawRepresentable<String> & CaseIterable & Equatable & Sendable {
    EntryCodec(form: .list(.choice(allowed.map(\.rawValue)))) { (reader, key) throws(OAuthError) in
      try reader.texts(key).enumerated().map { (index, text) throws(OAuthError) in
        try reader.choice(text, of: "\(key)[\(index)]", among: allowed)
      }
    } write: {
      JSON($0.map(\.rawValue))
    }
  }

  /// Some of the words of a type, in any order.
  static func set<Choice>(
    of allowed: [Choice] = Array(Choice.allCases)
  ) -> Self where Value == Set<Choice>, Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
    EntryCodec<[Choice]>.choices(of: allowed).map(Set.init) { $0.sorted { $0.rawValue < $1.rawValue } }
  }

  /// A list of sections.
  static func sections<Section: EntrySection>() -> Self where Value == [Section] {
    EntryCodec(form: .list(.section(Section.fields.map(\.documentation)))) { (reader, key) throws(OAuthError) in
      try reader.objects(key).map { (section) throws(OAuthError) in
        var section = section
        return try Section(&section)
      }
    } write: {
      .array($0.map(\.json))
    }
  }
}

extension EntryCodec where Value: EntrySection {
  /// A section of its own.
  static var section: EntryCodec {
    EntryCodec(form: .section(Value.fields.map(\.documentation))) { (reader, key) throws(OAuthError) in
      guard var section = try reader.object(key) else { return nil }
      return try Value(&section)
    } write: {
      $0.json
    }
  }
}
