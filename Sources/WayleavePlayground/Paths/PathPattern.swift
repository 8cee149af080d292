/// Paths with `*` in the place of any one segment, and `**` at the end for one or more.
enum PathPattern {
  /// Whether a path is one that a pattern with `*` for some segments stands for.
  static func matches(_ path: String, _ pattern: String) -> Bool {
    pattern.contains("*") && matches(segments(of: path), segments(of: pattern))
  }

  static func matches(_ path: [Substring], _ pattern: [Substring]) -> Bool {
    let isOpen = pattern.last == "**" && path.count >= pattern.count
    guard isOpen || path.count == pattern.count else { return false }
    return zip(isOpen ? pattern.dropLast() : pattern, path).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
  }

  static func segments(of path: String) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }
}
