/// A value of a YAML text, and where it stands.
struct YAMLNode {
  enum Content {
    /// A text; plain where it stands without quotes, so that it may mean a number or a truth value.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  let content: Content
  let place: TextPlace

  /// The text; nil for a list and a section.
  var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }
}
