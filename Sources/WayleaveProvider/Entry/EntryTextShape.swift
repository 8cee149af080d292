/// What some texts of an entry look like, as a JSON Schema can say it.
package enum EntryTextShape: Sendable {
  /// The name of an entry.
  case name
  /// The name of a variable.
  case variable
  /// A scope: RFC 6749 §3.3.
  case scope
  /// A URL of any scheme.
  case url
  /// A domain of at least two labels.
  case domain
  /// A text with places for members of an answer.
  case template
  /// The same with at least one place, and none for an email address.
  case subject

  /// The regular expression, as ECMA-262 has them.
  package var pattern: String {
    switch self {
    case .name: #"^[a-z0-9-]+(\.[A-Za-z0-9_-]+)*$"#
    case .variable: "^[a-z][a-z0-9_]{0,31}$"
    case .scope: #"^[\x21\x23-\x5B\x5D-\x7E]+$"#
    case .url: "^[A-Za-z][A-Za-z0-9+.-]*:[^ ]+$"
    case .domain: #"^[a-z0-9{][a-z0-9_{}-]*(\.[a-z0-9_{}-]+)*$"#
    case .template: #"^([^{}]|\{[^{}]+\})*$"#
    case .subject: #"^[^{}]*(\{[^{}]+\}[^{}]*)+$"#
    }
  }

  /// What must not be found in such a text; nil for nothing.
  package var forbiddenPattern: String? {
    self == .subject ? #"\{([^{}]*\.)?([^{}.]*[Ee][-_]?[Mm]ail[^{}.]*|[Mm]ail)\}"# : nil
  }
}
