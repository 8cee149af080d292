import WayleaveWire

extension Fault.Effect {
  /// What can be written in a rule.
  static let usage = [
    "pause-before-request, pause-before-answer, pause-in-body, trickle (milliseconds)", "cut-off (bytes)",
    "unavailable, too-many-requests, expires-in, skewed-clock (seconds)", "status (number)",
    "error, error-in-200 (error code)",
    "content-type (type)", "callback-altered, callback-without (parameter)", "callback-answer (pairs)",
    "end-tokens (reason)", "way (name of a way)",
    "drop-request, drop-answer, form-for-json, rotate-keys, refresh-reuse, deny, callback-twice, "
      + Fault.IDTokenFlaw.allCases.map(\.rawValue).joined(separator: ", ") + " (no value)",
  ]

  /// Reads `WORD` or `WORD=VALUE`; throws `configuration.invalid_value`.
  init(reading text: String) throws(OAuthError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    try self.init(word: parts.first ?? "", value: parts.count == 2 ? parts[1] : nil)
  }

  /// An effect by its word and its value; throws `configuration.invalid_value`, which names the one that is wrong.
  init(word: String, value: String?) throws(OAuthError) {
    guard FaultSettings.choices.contains(where: { $0.word.hasSameBytes(as: word) }) else { throw .unknownEffect(word) }
    guard let effect = Self(word, value) else { throw .wrongValue(value, of: word) }
    self = effect
  }

  /// An effect by its word and its value; nil where the two do not fit.
  init?(_ word: String, _ value: String?) {
    if let value {
      guard let effect = Self.withNumber(word, value) ?? Self.withText(word, value) else { return nil }
      self = effect
    } else if let flaw = Fault.IDTokenFlaw(rawValue: word) {
      self = .idToken(flaw)
    } else {
      guard let effect = Self.plain.first(where: { $0.word.hasSameBytes(as: word) }) else { return nil }
      self = effect
    }
  }

  private static let plain: [Fault.Effect] = [
    .dropRequest, .dropAnswer, .formForJSON, .rotateKeys, .refreshReuse, .deny, .callbackTwice,
  ]

  private static func withNumber(_ word: String, _ value: String) -> Fault.Effect? {
    // "+5" and "-0" are no numbers of a rule.
    guard let number = Int32(value), String(number).hasSameBytes(as: value) else { return nil }
    switch word {
    case "cut-off": return .cutOff(afterBytes: Int(number))
    case "unavailable": return .unavailable(retryAfter: .seconds(number))
    case "too-many-requests": return .tooManyRequests(retryAfter: .seconds(number))
    case "status": return .status(Int(number))
    case "trickle": return .trickle(.milliseconds(number))
    case "expires-in": return .expiresIn(.seconds(number))
    case "skewed-clock": return .skewedClock(.seconds(number))
    default: return Fault.Step(rawValue: word).map { .pause($0, .milliseconds(number)) }
    }
  }

  private static func withText(_ word: String, _ value: String) -> Fault.Effect? {
    switch word {
    case "error": .error(value)
    case "error-in-200": .errorInSuccess(value)
    case "content-type": .contentType(value)
    case "end-tokens": .endTokens(value)
    case "callback-altered": .callbackAltered(value)
    case "callback-without": .callbackWithout(value)
    case "way": Fault.Way(rawValue: value).map { .way($0) }
    case "callback-answer": (try? Form(decoding: value)).map { _ in .callbackAnswer(value) }
    default: nil
    }
  }

  /// Whether the value is one that the effect can have.
  var isSensible: Bool {
    switch self {
    case .skewedClock: true
    case .status(let number): (200...599).contains(number)
    case .endTokens(let word): TokenEnding(rawValue: word) != nil
    // RFC 6749 §5.2 and RFC 9110 §5.5: what a header or an error can hold.
    case .error(let text), .errorInSuccess(let text), .contentType(let text), .callbackAltered(let text),
      .callbackWithout(let text), .callbackAnswer(let text):
      (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    default: (value?.integer ?? 0) >= 0
    }
  }
}
