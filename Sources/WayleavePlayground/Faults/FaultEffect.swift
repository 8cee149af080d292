import HTTPTypes
import WayleaveWire

extension Fault {
  /// When a pause begins.
  public enum Step: String, Sendable, CaseIterable {
    /// The request has arrived. Nothing was done with it, so no token is spent.
    case beforeRequest = "pause-before-request"
    /// The request was handled, so its code or refresh token is spent. No byte of the answer is written.
    case beforeAnswer = "pause-before-answer"
    /// The header and the first half of the body are written.
    case inBody = "pause-in-body"
  }

  /// What is wrong with an ID token.
  public enum IDTokenFlaw: String, Sendable, CaseIterable {
    /// It repeats another nonce.
    case nonce = "wrong-nonce"
    /// It is for another client.
    case audience = "wrong-aud"
    /// It names another issuer.
    case issuer = "wrong-iss"
    /// It names a key that is not published.
    case keyID = "wrong-kid"
    /// It is signed by PS256, which the server does not offer.
    case algorithm = "wrong-alg"
    /// Its signature is not right.
    case signature = "wrong-signature"
  }

  /// How it goes wrong.
  public enum Effect: Sendable, Equatable {
    /// Nothing happens for so long, then it goes on.
    case pause(Step, Duration)
    /// The connection ends after so many bytes of the body; the header promised all of them.
    case cutOff(afterBytes: Int)
    /// The request is answered with 503 and `Retry-After`, and nothing is done with it.
    ///
    /// RFC 7009 §2.2.1: a client must assume that the token still exists.
    case unavailable(retryAfter: Duration)
    /// The request is answered with 429 and `Retry-After`, and nothing is done with it.
    ///
    /// RFC 6585 §4.
    case tooManyRequests(retryAfter: Duration)
    /// The request is answered with this status, and nothing is done with it.
    case status(Int)
    /// The request is answered with 400 and this error, such as `slow_down`, and nothing is done with it.
    ///
    /// RFC 6749 §5.2.
    case error(String)
    /// The same with the status 200, as some providers have it.
    case errorInSuccess(String)
    /// The connection ends before anything is done with the request.
    case dropRequest
    /// The request is handled, and the connection ends without a byte of the answer.
    case dropAnswer
    /// The body comes byte by byte, each after so long.
    case trickle(Duration)
    /// The answer has this `Content-Type`.
    case contentType(String)
    /// What is an object of JSON comes as a form.
    case formForJSON
    /// The provider's clock is wrong by so much, for this request: in `Date`, in ID tokens, and in what it accepts.
    case skewedClock(Duration)
    /// The ID token has a flaw.
    case idToken(IDTokenFlaw)
    /// The keys of ID tokens are replaced before the request is handled; the ones before stay published.
    case rotateKeys
    /// The refresh token counts as used before, so its whole grant ends.
    ///
    /// RFC 9700 §4.14.2.
    case refreshReuse
    /// Every token of an entry ends before the request is handled, for this reason, such as `password-changed`.
    case endTokens(String)
    /// The person says no, without being asked.
    case deny
    /// The playground itself calls the callback first, so that the application gets it twice.
    ///
    /// Only callbacks on this machine, by http.
    case callbackTwice
    /// This parameter of the callback has another value.
    case callbackAltered(String)
  }
}

extension Fault.Effect {
  /// What can be written in a rule.
  static let usage = [
    "pause-before-request, pause-before-answer, pause-in-body, trickle (milliseconds)", "cut-off (bytes)",
    "unavailable, too-many-requests, skewed-clock (seconds)", "status (number)", "error, error-in-200 (error code)",
    "content-type (type)", "callback-altered (parameter)", "end-tokens (reason)",
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
    default: nil
    }
  }

  /// The word for it, in a rule and in the log.
  var word: String {
    switch self {
    case .pause(let step, _): step.rawValue
    case .cutOff: "cut-off"
    case .unavailable: "unavailable"
    case .tooManyRequests: "too-many-requests"
    case .status: "status"
    case .error: "error"
    case .errorInSuccess: "error-in-200"
    case .dropRequest: "drop-request"
    case .dropAnswer: "drop-answer"
    case .trickle: "trickle"
    case .contentType: "content-type"
    case .formForJSON: "form-for-json"
    case .skewedClock: "skewed-clock"
    case .idToken(let flaw): flaw.rawValue
    case .rotateKeys: "rotate-keys"
    case .refreshReuse: "refresh-reuse"
    case .endTokens: "end-tokens"
    case .deny: "deny"
    case .callbackTwice: "callback-twice"
    case .callbackAltered: "callback-altered"
    }
  }

  /// The value behind the word; nil where there is none.
  var value: JSON? {
    switch self {
    case .pause(_, let time), .trickle(let time): JSON(time.wholeMilliseconds)
    case .unavailable(let time), .tooManyRequests(let time), .skewedClock(let time): JSON(time.wholeSeconds)
    case .cutOff(let number), .status(let number): JSON(Int64(number))
    case .error(let text), .errorInSuccess(let text), .contentType(let text), .callbackAltered(let text),
      .endTokens(let text):
      .string(text)
    default: nil
    }
  }

  /// The effect as it is written.
  var text: String { value.map { "\(word)=\($0.string ?? $0.encodedText())" } ?? word }

  /// Whether the value is one that the effect can have.
  var isSensible: Bool {
    switch self {
    case .skewedClock: true
    case .status(let number): (200...599).contains(number)
    case .endTokens(let word): TokenEnding(rawValue: word) != nil
    // RFC 6749 §5.2 and RFC 9110 §5.5: what a header or an error can hold.
    case .error(let text), .errorInSuccess(let text), .contentType(let text), .callbackAltered(let text):
      (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    default: (value?.integer ?? 0) >= 0
    }
  }

  /// Whether the effect is on the callback, which may come many requests later.
  var isOnCallback: Bool {
    switch self {
    case .callbackTwice, .callbackAltered: true
    default: false
    }
  }
}
