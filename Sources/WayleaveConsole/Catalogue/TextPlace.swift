/// A place in a text; both numbers begin at 1.
package struct TextPlace: Sendable, Hashable {
  /// The line.
  package let line: Int
  /// The character of the line.
  package let column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

extension TextPlace: Comparable {
  package static func < (first: TextPlace, second: TextPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }

  /// A place after all others.
  static let end = TextPlace(line: .max, column: 1)
}
