import WayleaveWire

/// Text that is safe inside an HTML page.
enum HTMLText {
  /// The text with control characters made visible and markup escaped.
  ///
  /// Unicode scalars are escaped, not characters: after U+0600 or before U+0301 a `<` is part of a longer `Character`, and
  /// a search for the character `<` would miss it.
  static func escaped(_ text: String, limit: Int = 600) -> String {
    DisplayText.clean(text, limit: limit).unicodeScalars.reduce(into: "") { escaped, scalar in
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
