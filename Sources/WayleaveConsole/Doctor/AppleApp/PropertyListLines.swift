import WayleaveWire

/// What a user is to add to a property list, as it is written there.
enum PropertyListLines {
  static func array(_ key: String, _ texts: [String]) -> String { "<key>\(key)</key>\(array(texts))" }

  static func array(_ texts: [String]) -> String { "<array>\(texts.map(string).joined())</array>" }

  static func string(_ text: String) -> String { "<string>\(HTMLText.escaped(text))</string>" }

  static func flag(_ key: String) -> String { "<key>\(key)</key><true/>" }
}

extension JSON {
  /// The texts of a list; none where this is something else.
  var texts: [String] { array?.compactMap(\.string) ?? [] }
}

extension String {
  /// Whether Xcode puts something in when it builds the app, such as `$(PRODUCT_BUNDLE_IDENTIFIER)`.
  var isFilledInByXcode: Bool { contains("$(") || contains("${") }
}
