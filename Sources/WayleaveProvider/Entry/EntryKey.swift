package import WayleaveWire

/// What the documentation and the schema say of a key of an entry.
package struct EntryKey: Sendable {
  /// The key.
  package let key: String
  /// What it says, in Markdown.
  package let meaning: String
  /// What holds where it is missing, in Markdown; nil for a key that is needed.
  package let absent: String?
  /// Which values it has.
  package let form: Form

  /// Which values a key has.
  package indirect enum Form: Sendable {
    /// A text; a number stands for its digits.
    case text
    /// A text of a certain shape.
    case shaped(EntryTextShape)
    /// The URL of an endpoint; `takesPlaces` says that path and query may have places for what an answer said.
    case endpoint(takesPlaces: Bool = false)
    /// `true` or `false`.
    case flag
    /// `true` or `false`, or one of these words.
    case flagOr([String])
    /// One of these words.
    case choice([String])
    /// This value and no other.
    case constant(JSON)
    /// Names with texts.
    case pairs
    /// A section with keys of its own.
    case section([EntryKey])
    /// A list of such values.
    case list(Form)
    /// Keys of the entry itself, by the values of a variable.
    case exceptions
  }

  /// A value as the documentation shows it.
  static func shown(_ value: JSON) -> String {
    switch value {
    case .string(" "): "a space"
    case .string(let text): "`\(text)`"
    case .array(let elements) where elements.isEmpty: "none"
    case .object(let object) where object.members.isEmpty: "none"
    default: "`\(String(decoding: value.encoded(), as: UTF8.self))`"
    }
  }
}

extension EntryKey.Form {
  /// Whether the values of variables go into such a text: not where a place stands for a member of an answer.
  var takesVariables: Bool {
    switch self {
    case .shaped(.template), .shaped(.subject): false
    default: true
    }
  }

  /// Whether such a URL has places of its own.
  var takesPlaces: Bool { if case .endpoint(true) = self { true } else { false } }
}
