/// Lines that fit a terminal: words stay whole where possible, and names and values stand in columns.
package struct TextLayout {
  /// How many columns a line may have.
  package let width: Int

  /// The least width of a line.
  private static let minimumWidth = 24
  /// The widest column of names.
  private static let widestNames = 26

  package init(width: Int) { self.width = max(width, Self.minimumWidth) }

  /// A name and its value, which stands next to it.
  package struct Row {
    package let name: String
    package let value: String
    /// What the value means, on lines of its own; nil for nothing.
    package let note: String?

    package init(name: String, value: String, note: String? = nil) {
      self.name = name
      self.value = value
      self.note = note
    }
  }

  /// A text in lines, the first after `first`, the others as far in as that is long.
  package func lines(_ text: String, after first: String = "", keepingURLs: Bool = false) -> [String] {
    lines(text, after: first, inside: first.columns, keepingURLs: keepingURLs)
  }

  /// A text in lines, the first after `first`, the others `inside` characters in.
  ///
  /// A word that fits no line is cut, as a token is; a command between backticks is not. With `keepingURLs` a URL is not: it is to be copied.
  package func lines(_ text: String, after first: String, inside: Int, keepingURLs: Bool = false) -> [String] {
    var (lines, line, isEmpty) = ([String](), first, true)
    for word in CommandWords.split(text[...]) {
      var rest = isEmpty ? word[...] : " " + word
      // A long word begins further left than the others, before it is cut.
      let start = word.columns > width ? inside : min(inside, width - word.columns)
      if line.columns + rest.columns > width, !isEmpty || start + word.columns <= width {
        lines.append(line)
        (line, rest) = (Self.spaces(start), word[...])
      }
      let isKept = keepingURLs && word.contains("://") || word.contains("`") && word.contains(" ")
      while !isKept, line.columns + rest.columns > width, width > line.columns {
        let piece = rest.prefix(columns: width - line.columns)
        // Not even one character fits.
        if piece.isEmpty, line.columns <= inside { break }
        lines.append(line + piece)
        rest = rest.dropFirst(piece.count)
        line = Self.spaces(inside)
      }
      line += rest
      isEmpty = false
    }
    return lines + [line]
  }

  /// Rows in two columns, `inside` characters in.
  ///
  /// With `keepingURLs` a URL that does not fit next to its name stands below it, and is not cut.
  package func columns(_ rows: [Row], inside: Int, keepingURLs: Bool = false) -> [String] {
    let longest = rows.map(\.name.columns).max() ?? 0
    let limit = width == .max ? Self.widestNames : min(Self.widestNames, (width - inside) / 3)
    let start = inside + min(longest, limit) + 2
    return rows.flatMap { row in
      if keepingURLs, row.value.contains("://"), start > width - row.value.columns {
        let name = row.name.split(separator: " ").joined(separator: " ")
        return self.lines(name, after: Self.spaces(inside))
          + self.lines(row.value, after: Self.spaces(inside + 2), keepingURLs: true)
      }
      let name = Self.spaces(inside) + row.name
      var lines = [String]()
      if name.columns + 2 > start { lines += self.lines(row.name, after: Self.spaces(inside)) }
      let first = lines.isEmpty ? name + Self.spaces(start - name.columns) : Self.spaces(start)
      lines += self.lines(row.value, after: first, inside: start)
      if let note = row.note { lines += self.lines(note, after: Self.spaces(start) + "· ") }
      return lines
    }
  }

  /// A row on a line of its own where it fits; else its value stands below its name, at the full width.
  package func row(_ row: Row, inside: Int) -> [String] {
    let head = "\(Self.spaces(inside))\(row.name)"
    let line = "\(head)  \(row.value)"
    guard line.columns > width else { return [line] }
    return lines(row.name, after: Self.spaces(inside)) + lines(row.value, after: Self.spaces(inside + 2))
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
