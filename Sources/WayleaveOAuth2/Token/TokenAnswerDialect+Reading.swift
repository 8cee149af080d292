import WayleaveWire

extension TokenAnswerDialect {
  /// The members of an answer where RFC 6749 §5.1 has them: those of the envelope before those next to it, and under
  /// their standard names. What belongs to another token next to the envelope, as to the bot's at Slack, is left out.
  func standard(_ object: JSON.Object) -> JSON.Object {
    var standard = object
    if let (path, inner) = envelope(in: object) {
      let outermost = path.prefix { $0 != "." }
      let ofToken = inner["access_token"] == nil ? [] : TokenMembers.names
      let inside = Set((inner.members.map(\.name) + ofToken + [String(outermost)]).map { Array($0.utf8) })
      standard = JSON.Object(members: object.members.filter { !inside.contains(Array($0.name.utf8)) } + inner.members)
    }
    for (name, own) in names {
      guard let value = JSON.object(standard).value(at: own), value != .null else { continue }
      if !own.contains(".") { standard[own] = nil }
      standard[name] = value
    }
    if expiry == .milliseconds, let milliseconds = standard["expires_in"]?.wholeNumber {
      standard["expires_in"] = JSON(milliseconds / 1000)
    }
    return standard
  }

  /// The members without an expiry that names a time: the reader of members knows seconds only.
  func withoutExpiryTime(_ object: JSON.Object) -> JSON.Object {
    guard expiry == .time || expiry == .timestamp else { return object }
    var rest = object
    rest["expires_in"] = nil
    return rest
  }

  /// When the token expires, where the provider names the time; nil where it does not, or names none that can be read.
  func expiresAt(_ object: JSON.Object) -> Instant? {
    switch expiry {
    case .seconds, .milliseconds: nil
    case .time: object["expires_in"]?.wholeNumber.map(Instant.init(secondsSinceEpoch:))
    case .timestamp: object["expires_in"]?.string.flatMap(Instant.init(timestamp:))
    }
  }

  /// What the answer says against the request by the member that the entry names; nil where it says nothing.
  func refusal(in answer: JSON, status: Int) -> ProviderRefusal? {
    guard let errorPath, let error = answer.value(at: errorPath) else { return nil }
    let word: String
    switch error {
    case .null, .bool(false), .array, .object: return nil
    case .bool(true): word = "http_\(status)"
    case .string(let text):
      guard !text.isEmpty, text != "0" else { return nil }
      word = text
    case .number(let digits):
      guard digits != "0" else { return nil }
      word = digits
    }
    return ProviderRefusal(
      error: word, description: errorDescriptionPath.flatMap { answer.value(at: $0)?.string }, status: status,
      shape: .other)
  }

  private func envelope(in object: JSON.Object) -> (path: String, members: JSON.Object)? {
    for path in envelopes {
      if let inner = JSON.object(object).value(at: path)?.object { return (path, inner) }
    }
    return nil
  }
}

extension JSON {
  /// A whole number, perhaps in quotes; nil for anything else.
  fileprivate var wholeNumber: Int64? { integer ?? string.flatMap { Int64($0) } }
}
