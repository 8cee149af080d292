/// What a page is filled with: a template gets no text that is not escaped.
package enum PageValue: Sendable, Equatable {
  case escaped(String)
  case flag(Bool)
  case list([PageValue])
  case record([String: PageValue])

  /// A text of any origin.
  package static func text(_ raw: String) -> PageValue { .escaped(HTMLText.escaped(raw)) }

  /// An address of any origin, which can be broken after each slash and nowhere else in a path.
  package static func address(_ raw: String) -> PageValue {
    // No character reference holds a slash.
    .escaped(HTMLText.escaped(raw).split(separator: "/", omittingEmptySubsequences: false).joined(separator: "/<wbr>"))
  }

  /// Texts of any origin.
  package static func texts(_ raw: [String]) -> PageValue { .list(raw.map(text)) }

  /// The form that the template library takes.
  package var rendered: any Sendable {
    switch self {
    case .escaped(let html): html
    case .flag(let flag): flag
    case .list(let values): values.map(\.rendered)
    case .record(let members): members.mapValues(\.rendered)
    }
  }
}
