public import WayleaveWire

/// One rule of what goes wrong: at which path, for which requests, and how.
public struct Fault: Sendable, Equatable {
  /// When a pause begins.
  public enum Step: String, Sendable, CaseIterable {
    /// The request has arrived. Nothing was done with it, so no token is spent.
    case beforeRequest = "pause-before-request"
    /// The request was handled, so its code or refresh token is spent. No byte of the answer is written.
    case beforeAnswer = "pause-before-answer"
    /// The header and the first half of the body are written.
    case inBody = "pause-in-body"
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
  }

  /// The path, such as `/tollgate/token`.
  package let path: String
  /// A pair that the form of the request must contain, such as `grant_type=refresh_token`; nil for any request.
  public let field: Form.Field?
  /// How it goes wrong.
  public let effect: Effect
  /// Whether the rule is used up by the first request that it concerns.
  public let isOnce: Bool

  /// A rule; throws `configuration.invalid_value` for a path that the playground does not have, and for negative numbers.
  public init(
    at path: String, where field: (name: String, value: String)? = nil, _ effect: Effect, isOnce: Bool = false
  ) throws(OAuthError) {
    guard KnownPaths.contains(path) else { throw .unknownFault(path) }
    guard effect.number >= 0 else { throw .unknownFault("\(effect.number)") }
    self.path = path
    self.field = field.map { Form.Field(name: Array($0.name.utf8), value: Array($0.value.utf8)) }
    self.effect = effect
    self.isOnce = isOnce
  }

  /// Whether a request is one that the rule is about.
  func concerns(path: String, _ form: Form) -> Bool {
    self.path.hasSameBytes(as: path) && (field.map(form.fields.contains) ?? true)
  }
}

extension Fault.Effect {
  fileprivate var number: Int64 {
    switch self {
    case .pause(_, let time): time.wholeMilliseconds
    case .cutOff(let bytes): Int64(bytes)
    case .unavailable(let time): time.wholeSeconds
    }
  }

  /// The word for it, in the text of a rule and in the log.
  var word: String {
    switch self {
    case .pause(let step, _): step.rawValue
    case .cutOff: "cut-off"
    case .unavailable: "unavailable"
    }
  }
}

extension Fault {
  /// Reads `PATH[?NAME=VALUE]:EFFECT=NUMBER[,once]`, as `wayleave playground --fault` takes it.
  ///
  /// Such as `/tollgate/token?grant_type=refresh_token:cut-off=12,once`. Throws `configuration.invalid_value`.
  public init(_ text: String) throws(OAuthError) {
    // A grant type can contain colons, and an effect cannot.
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { throw .unknownFault(text) }
    let place = text[..<colon].split(separator: "?", maxSplits: 1).map(String.init)
    let effect = text[text.utf8.index(after: colon)...].split(separator: ",", maxSplits: 1).map(String.init)
    guard let path = place.first, let described = effect.first, effect.count == 1 || effect[1] == "once" else {
      throw .unknownFault(text)
    }
    var field: (name: String, value: String)?
    if place.count == 2 {
      let pair = place[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 else { throw .unknownFault(text) }
      field = (pair[0], pair[1])
    }
    try self.init(at: path, where: field, Effect(described), isOnce: effect.count == 2)
  }
}

extension Fault.Effect {
  fileprivate init(_ text: String) throws(OAuthError) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[1].utf8.allSatisfy(\.isDigit), let number = Int32(parts[1]) else {
      throw .unknownFault(text)
    }
    switch parts[0] {
    case "cut-off": self = .cutOff(afterBytes: Int(number))
    case "unavailable": self = .unavailable(retryAfter: .seconds(number))
    default:
      guard let step = Fault.Step(rawValue: parts[0]) else { throw .unknownFault(text) }
      self = .pause(step, .milliseconds(number))
    }
  }
}

extension OAuthError {
  fileprivate static func unknownFault(_ text: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a fault names a path of the playground, an effect and a number"),
      expected: "PATH[?NAME=VALUE]:EFFECT=NUMBER[,once]", received: .text(text),
      remedy: .advice(
        "Effects: pause-before-request, pause-before-answer, pause-in-body (milliseconds), "
          + "cut-off (bytes), unavailable (seconds)."))
  }
}
