import WayleaveWire

extension ProviderVariable: EntrySection {
  static let common = ProviderVariable("missing", .label, "missing")

  static let fields: [EntryField<Self>] = [
    EntryField(
      needed: "name", \.name, .variableName,
      "its name, which stands in braces where its value goes: `https://{tenant}.example.com`"),
    EntryField(needed: "meaning", \.meaning, .nonEmptyText, "what to type, in a few words for people"),
    EntryField(needed: "example", \.example, .nonEmptyText, "a value to show"),
    EntryField("usual", \.usual, .nonEmptyText, "the value where none is typed", absent: "one must be typed"),
    EntryField(
      "form", .choice,
      "what a value is: one label of a host name, a whole host name, either of them, or a part of a path",
      absent: "`label`",
      excluding: "words", value: { $0.form.name }, isCommon: { $0.form == .label }
    ) { (variable, name) throws(OAuthError) in variable.form = name.form },
    EntryField(
      "words", .texts, "the only values that there are, in the place of `form`",
      value: { if case .words(let words) = $0.form { words } else { nil } }
    ) { (variable, words) throws(OAuthError) in variable.form = .words(words) },
    EntryField(
      "exceptions", \.exceptions, .exceptions,
      "for a value, the keys of the entry that differ for it in other ways: see below", absent: "none"),
  ]
}

extension ProviderVariable.Form {
  /// The word of a form in an entry.
  enum Name: String, CaseIterable {
    case label
    case host
    case labelOrHost = "label_or_host"
    case segment

    var form: ProviderVariable.Form {
      switch self {
      case .label: .label
      case .host: .host
      case .labelOrHost: .labelOrHost
      case .segment: .segment
      }
    }
  }

  /// Its word; nil for a list of words.
  fileprivate var name: Name? { Name.allCases.first { $0.form == self } }
}
