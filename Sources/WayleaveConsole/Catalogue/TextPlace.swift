import Yams

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

extension TextPlace {
  init(_ mark: Mark) { self.init(line: max(mark.line, 1), column: max(mark.column, 1)) }

  /// The place of the first tab that indents a line, if a reader of YAML can have stopped there.
  init?(ofTabAbout mark: Mark, in lines: [Substring]) {
    for line in [mark.line, mark.line - 1] where lines.indices.contains(line - 1) {
      let indentation = lines[line - 1].unicodeScalars.prefix { $0 == " " || $0 == "\t" }
      guard let column = indentation.firstIndex(of: "\t") else { continue }
      self.init(line: line, column: indentation.distance(from: indentation.startIndex, to: column) + 1)
      return
    }
    return nil
  }
}
