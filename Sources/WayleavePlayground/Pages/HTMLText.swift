/// Text made safe for HTML: between tags, and in attribute values in quotes.
///
/// Escaped by unicode scalars, as a browser reads them. A `Character` can be several scalars: after U+0600, or before
/// U+0301, a `<` is no `Character` of its own, and to a browser it still begins a tag.
struct HTMLText: Sendable, Equatable {
  /// The escaped text.
  let text: String

  /// Escapes a text of any origin.
  init(_ raw: String) {
    text = raw.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
