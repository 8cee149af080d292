public import WayleaveOAuth2
public import WayleaveWire

extension Fault {
  /// A rule; throws `configuration.invalid_value` for a path that the playground does not have, for an effect that can
  /// never act at its path, and for numbers that make no sense.
  public init(
    at path: String?, where field: (name: String, value: String)? = nil, client: ClientID? = nil,
    on occurrence: Occurrence = .all, _ effect: Effect
  ) throws(OAuthError) {
    try self.init(
      at: path, where: field.map { [Form.Field(name: Array($0.name.utf8), value: Array($0.value.utf8))] } ?? [],
      client: client, on: occurrence, effect)
  }

  /// A rule for the first request alone, or for every one; as ``init(at:where:client:on:_:)``.
  public init(
    at path: String, where field: (name: String, value: String)? = nil, _ effect: Effect, isOnce: Bool
  ) throws(OAuthError) {
    try self.init(at: path, where: field, on: isOnce ? .nth(1) : .all, effect)
  }

  init(
    at path: String?, where fields: [Form.Field], client: ClientID?, on occurrence: Occurrence, _ effect: Effect
  ) throws(OAuthError) {
    if let path, !KnownPaths.contains(path) { throw .unknownPath(path) }
    if let path, let needed = effect.needs, !KnownPaths.has(needed, at: path) { throw .idle(effect, at: path, needed) }
    guard effect.isSensible else { throw .wrongValue(effect.value?.encodedText(), of: effect.word) }
    if let number = occurrence.number, number < 1 { throw .wrongNumber("\(number)", as: occurrence.word) }
    self.init(path: path, fields: fields, client: client, occurrence: occurrence, effect: effect)
  }

  /// Reads `PATH[?NAME=VALUE]:EFFECT[=VALUE][,OCCURRENCE][,client=ID]`, as `wayleave playground --fault` takes it.
  ///
  /// Such as `/tollgate/token?grant_type=refresh_token:cut-off=12,once`. An occurrence is `once`, `nth=3`, `from=3` or
  /// `every=3`; the path `*` is every path. Throws `configuration.invalid_value`.
  public init(_ text: String) throws(OAuthError) {
    // A grant type can contain colons, and an effect cannot.
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { throw .unknownFault(text) }
    let place = text[..<colon].split(separator: "?", maxSplits: 1).map(String.init)
    var parts = text[text.utf8.index(after: colon)...].split(separator: ",").map(String.init)
    guard let path = place.first, !parts.isEmpty else { throw .unknownFault(text) }
    let effect = try Effect(reading: parts.removeFirst())
    var fields: [Form.Field] = []
    if place.count == 2 {
      guard let (name, value) = Self.pair(place[1]), let value else { throw .unknownFault(text) }
      fields.append(Form.Field(name: Array(name.utf8), value: Array(value.utf8)))
    }
    var occurrence = Occurrence.all
    var client: ClientID?
    for part in parts {
      guard let (name, value) = Self.pair(part) else { throw .unknownFault(text) }
      if name == "client", let value {
        client = ClientID(value)
      } else if let read = Occurrence(name, value.flatMap { Int($0) }) {
        occurrence = read
      } else {
        throw .unknownFault(text)
      }
    }
    try self.init(at: path == "*" ? nil : path, where: fields, client: client, on: occurrence, effect)
  }

  private static func pair(_ text: String) -> (name: String, value: String?)? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return parts.first.map { ($0, parts.count == 2 ? parts[1] : nil) }
  }
}

extension OAuthError {
  /// The text of a rule does not have its form.
  static func unknownFault(_ text: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a fault names a path of the playground, an effect and a number"),
      expected: "PATH[?NAME=VALUE]:EFFECT[=VALUE][,once|nth=N|from=N|every=N][,client=ID]", received: .text(text),
      remedy: .advice("Effects: \(WayleavePlayground.Fault.Effect.usage.joined(separator: ", "))."))
  }

  /// No request of the playground has this path.
  static func unknownPath(_ path: String) -> OAuthError {
    let near = KnownPaths.nearest(to: path)
    return OAuthError(
      .invalidValue, rule: .wayleave("a fault names a path of the playground"),
      expected: near.isEmpty
        ? "a path of the playground" : "a path of the playground, such as \(near.joined(separator: " or "))",
      received: .text(path), remedy: "The front page of the playground lists its paths. `*` is every path.",
      member: "path")
  }

  /// No fault has this effect.
  static func unknownEffect(_ word: String) -> OAuthError {
    let words = FaultSettings.choices.map(\.word)
    let near = NearestNames.of(word, among: words)
    return OAuthError(
      .invalidValue, rule: .wayleave("a fault has one of the known effects"),
      expected: near.count == 1 ? near[0] : "one of \((near.isEmpty ? words : near).joined(separator: ", "))",
      received: .text(word),
      remedy: "Documentation/playground.md says what each effect does.", member: "effect")
  }

  /// The value is not one that the effect can have.
  static func wrongValue(_ value: String?, of word: String) -> OAuthError {
    let choice = FaultSettings.choices.first { $0.word.hasSameBytes(as: word) }
    return OAuthError(
      .invalidValue, rule: .wayleave("an effect has the value that it needs, and no other"),
      expected: "\(choice?.neededValue ?? "another value") with “\(word)”",
      received: value.map { .text($0) } ?? .nothing,
      remedy: "Documentation/playground.md lists the value of each effect.", member: "value")
  }

  /// The number of requests is no number from 1 on.
  static func wrongNumber(_ number: String, as word: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("requests are counted from 1"), expected: "a whole number from 1 on",
      received: .text(number), remedy: "The first request has the number 1.", member: word)
  }

  /// The effect can never act at the path.
  static func idle(_ effect: WayleavePlayground.Fault.Effect, at path: String, _ needed: Happening) -> OAuthError {
    let places = KnownPaths.paths(of: needed, near: path)
    return OAuthError(
      .invalidValue, rule: .wayleave("a fault names a path at which its effect can act"),
      expected: "a path at which “\(effect.word)” can act, such as \(places.joined(separator: " or "))",
      received: .text(path), remedy: "Documentation/playground.md says where each effect acts.", member: "path")
  }
}
