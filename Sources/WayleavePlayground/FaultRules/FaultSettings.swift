import WayleaveOAuth2
import WayleaveWire

/// The form of the front page by which a person switches faults on and off, and moves the clock.
enum FaultSettings {
  /// One fault that can be picked.
  struct Choice: Sendable {
    /// The word of the rule.
    let word: String
    /// What goes wrong.
    let sentence: String
    /// What its value is; nil for none.
    var unit: String?
    /// The value where none is typed.
    var usual: String?

    /// A value with its unit, in brackets.
    func shown(_ value: String) -> String {
      guard let unit, ["seconds", "milliseconds", "bytes"].contains(unit) else { return " (\(value))" }
      return " (\(value) \(unit))"
    }

    /// What its value has to be, in words.
    var neededValue: String {
      switch unit {
      case nil: "no value"
      case "seconds"?, "milliseconds"?, "bytes"?: "a whole number of \(unit ?? "")"
      case "number"?: "a status from 200 to 599"
      case let unit?: "the \(unit), such as \(usual ?? "")"
      }
    }

    fileprivate init(_ word: String, _ sentence: String, _ unit: String? = nil, usual: String? = nil) {
      (self.word, self.sentence, self.unit, self.usual) = (word, sentence, unit, usual)
    }
  }

  /// Every fault in groups, as a person looks for it.
  static let groups: [(title: String, choices: [Choice])] = [
    ("The server refuses", refusals), ("The network", network), ("The answer", answers), ("ID tokens and keys", tokens),
    ("The person and the callback", callbacks),
  ]

  static var choices: [Choice] { groups.flatMap(\.choices) }

  private static let refusals = [
    Choice("unavailable", "503, with Retry-After", "seconds", usual: "30"),
    Choice("too-many-requests", "429, with Retry-After", "seconds", usual: "5"),
    Choice("status", "Another status", "number", usual: "500"),
    Choice("error", "400, with an error code", "error code", usual: "slow_down"),
    Choice("error-in-200", "200, with an error code", "error code", usual: "invalid_grant"),
    Choice("refresh-reuse", "The refresh token was used before"),
    Choice("end-tokens", "The tokens of an entry end first", "reason", usual: "password-changed"),
    Choice("way", "A way of real servers", "name of a way", usual: Fault.Way.noChallenge.rawValue),
  ]
  private static let network = [
    Choice("drop-request", "The connection closes; nothing was done"),
    Choice("drop-answer", "The connection closes; the token is spent"),
    Choice("cut-off", "The connection closes in the body", "bytes", usual: "12"),
    Choice("pause-before-request", "A pause before the request is handled", "milliseconds", usual: "5000"),
    Choice("pause-before-answer", "A pause before the answer", "milliseconds", usual: "5000"),
    Choice("pause-in-body", "A pause in the body", "milliseconds", usual: "5000"),
    Choice("trickle", "The body comes byte by byte", "milliseconds", usual: "50"),
  ]
  private static let answers = [
    Choice("content-type", "Another Content-Type", "type", usual: "text/html"),
    Choice("form-for-json", "A form in place of JSON"),
    Choice("expires-in", "The token is said to end so soon", "seconds", usual: "1"),
    Choice("skewed-clock", "The clock of the server is wrong", "seconds", usual: "3600"),
  ]
  private static let tokens = [
    Choice("wrong-nonce", "Another nonce"), Choice("wrong-aud", "Another audience"),
    Choice("wrong-iss", "Another issuer"), Choice("wrong-kid", "A key that is not published"),
    Choice("wrong-alg", "Another algorithm"), Choice("wrong-signature", "A wrong signature"),
    Choice("rotate-keys", "The keys are replaced"),
  ]
  private static let callbacks = [
    Choice("deny", "The person says no"),
    Choice("callback-twice", "The callback is called twice"),
    Choice("callback-altered", "A parameter of the callback is altered", "parameter", usual: "state"),
    Choice("callback-without", "A parameter of the callback is left out", "parameter", usual: "state"),
    Choice("callback-answer", "The callback answers otherwise", "pairs", usual: "denied=1"),
  ]

  /// Reads the fault that a form describes; throws `configuration.invalid_value`.
  static func fault(of form: Form) throws(OAuthError) -> Fault {
    let typed = { (name: String) in (try? form.nonEmptyText(of: name)).flatMap { $0.trimmed } }
    let choice = choices.first { $0.word.hasSameBytes(as: typed("effect") ?? "") }
    let value = choice?.unit == nil ? nil : typed("value") ?? choice?.usual
    let effect = try Fault.Effect(word: typed("effect") ?? "", value: value)
    let path = typed("path")
    let number = typed("number") ?? "1"
    guard let occurrence = occurrence(typed("when") ?? "all", Int(number)) else {
      throw .wrongNumber(number, as: "number")
    }
    return try Fault(
      at: path == "*" ? nil : path, where: [], client: typed("client").map { ClientID($0) }, on: occurrence, effect)
  }

  private static func occurrence(_ name: String, _ number: Int?) -> Fault.Occurrence? {
    name == "all" ? .all : Fault.Occurrence(name, number)
  }

  /// How far the clock can be moved by one button.
  static let steps: [(title: String, seconds: Int64)] = [
    ("1 minute", 60), ("5 minutes", 300), ("1 hour", 3600), ("1 day", 86_400), ("30 days", 2_592_000),
  ]
}

extension Fault {
  /// The rule in words, for a person.
  var sentence: String {
    let choice = FaultSettings.choices.first { $0.word.hasSameBytes(as: effect.word) }
    let value = effect.value.map { $0.string ?? $0.encodedText() }
    return (choice?.sentence ?? effect.word) + (value.flatMap { choice?.shown($0) } ?? "")
  }

  /// Which requests it is about, for a person.
  var place: String {
    let fields = fields.map {
      "\(String(decoding: $0.name, as: UTF8.self))=\(String(decoding: $0.value, as: UTF8.self))"
    }
    let conditions = (client.map { ["client \($0.text)"] } ?? []) + fields
    return DisplayText.clean(([path ?? "every path"] + conditions).joined(separator: ", "), limit: 300)
  }
}

extension Fault.Occurrence {
  /// How often it happens, for a person.
  var sentence: String {
    switch self {
    case .all: "each time"
    case .nth(let number): "request \(number) only"
    case .from(let number): "request \(number) and all later ones"
    case .every(let number): "one request in \(number)"
    }
  }
}

extension String {
  /// Without spaces at both ends; nil where nothing is left.
  fileprivate var trimmed: String? {
    let inner = drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    return inner.isEmpty ? nil : String(inner)
  }
}
