/// A text with places for values, such as `{response.user.id}`.
enum EntryTemplate {
  /// Whether each brace belongs to a pair, and a path of names stands in each pair.
  static func isWellFormed(_ text: String) -> Bool {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.contains("}") else { return false }
    return parts.dropFirst().allSatisfy { part in
      let pieces = part.split(separator: "}", omittingEmptySubsequences: false)
      return pieces.count == 2 && isPath(pieces[0])
    }
  }

  /// Whether there is a place at all.
  static func hasPlaces(_ text: String) -> Bool { text.contains("{") }

  private static func isPath(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }
}
