import WayleaveWire

/// Scopes as they were given: a text is taken apart when a caller asks for the names in it.
enum GrantedScopes: Sendable, Equatable {
  /// The names, one by one.
  case names([String])
  /// Names in one text, with a space or the dialect's separator between them.
  case text(String, separator: String)

  var names: [String] {
    switch self {
    case .names(let names): names
    case .text(let text, let separator): text.split { $0 == " " || String($0) == separator }.map(String.init)
    }
  }

  static func == (left: GrantedScopes, right: GrantedScopes) -> Bool {
    left.names.elementsEqual(right.names) { $0.hasSameBytes(as: $1) }
  }
}
