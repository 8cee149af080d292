/// What some texts of an entry look like, as a JSON Schema can say it.
///
/// Each pattern says what the reader checks. A URL has more rules than a pattern has room for.
package enum EntryTextShape: Sendable {
  /// The name of an entry in a file; the reader also takes the issuer of a provider that was found.
  case name
  /// What people also type for a provider.
  case alias
  /// The name of a variable.
  case variable
  /// A scope: RFC 6749 §3.3.
  case scope
  /// A URL of any scheme.
  case url
  /// An https URL for people.
  case page
  /// A day of the calendar, or `never`; the reader also knows how many days a month has.
  case day
  /// A domain of at least two labels. A place may stand for any part of it.
  case domain
  /// A text with places for members of an answer.
  case template
  /// The same with at least one place, and none for an email address.
  case subject

  /// The regular expression, as ECMA-262 has them.
  package var pattern: String {
    switch self {
    case .name: #"^(?=.{1,128}$)[a-z0-9-]+(\.[A-Za-z0-9_-]+)*$"#
    case .alias: #"^(?=.{1,64}$)[a-z0-9]+([.-][a-z0-9]+)*$"#
    case .variable: "^[a-z][a-z0-9_]{0,31}$"
    case .scope: #"^[\x21\x23-\x5B\x5D-\x7E]+$"#
    case .url: "^[A-Za-z][A-Za-z0-9+.-]*:[^ ]+$"
    case .page: "^https://[^ ]+$"
    case .day: "^(never|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))$"
    // A domain without places is measured as it stands.
    case .domain: #"^(?=.*\{|(?=.*\.).{1,100}$)\#(Self.label)(\.\#(Self.label))*$"#
    case .template: #"^([^{}]|\#(Self.place))*$"#
    case .subject: #"^[^{}]*(\#(Self.place)[^{}]*)+$"#
    }
  }

  /// What must not be found in such a text; nil for nothing.
  package var forbiddenPattern: String? {
    switch self {
    // A last member that has "email" in it, or is "mail", in any case and with any hyphens and underscores.
    case .subject: #"\{([^{}]*\.)?([^{}.]*[Ee][_-]*\#(Self.mail)[^{}.]*|[_-]*\#(Self.mail)[_-]*)\}"#
    case .variable: "^(\(EntryVariables.reserved.joined(separator: "|")))$"
    default: nil
    }
  }

  /// One label of a domain; a place counts as one character.
  private static let label = #"(\#(part)((\#(part)|-){0,61}\#(part))?)"#
  private static let part = #"([a-z0-9]|\{[a-z][a-z0-9_]{0,31}\})"#
  /// A place for a member of an answer: names with periods between them.
  private static let place = #"\{[^{}.]+(\.[^{}.]+)*\}"#
  private static let mail = "[Mm][_-]*[Aa][_-]*[Ii][_-]*[Ll]"
}
