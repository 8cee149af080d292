extension TextLayout {
  /// A whole text with its long lines broken between words, the rest of each as far in as its beginning asks.
  ///
  /// No word is cut: a URL or a code that is wider than the terminal stays in one piece, so that it can be copied.
  package func wrapped(_ text: String) -> String {
    guard width != .max else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap(broken).joined(separator: "\n")
  }

  private func broken(_ line: Substring) -> [String] {
    guard line.columns > width, !isCopied(line) else { return [String(line)] }
    if let start = startOfCommand(in: line) {
      return filled(line[start...], after: line[..<start], inside: margin(of: line) + 2, ending: " \\")
    }
    let start = beginning(of: line)
    let words = CommandWords.split(line[start...])
    let (inside, widest) = (line[..<start].columns, words.map(\.columns).max() ?? 0)
    return filled(line[start...], after: line[..<start], inside: inside + widest <= width ? inside : margin(of: line))
  }

  /// Whether a line is a command on a line of its own, which is copied whole. `wayleave` has lines in columns, too.
  private func isCopied(_ line: Substring) -> Bool {
    let words = line.drop { $0 == " " }
    return words.startIndex > line.startIndex && ["ssh -L ", "git config "].contains(where: words.hasPrefix)
  }

  /// Where a command of ours begins that is to be copied, after a label or on a line of its own; nil for other lines.
  private func startOfCommand(in line: Substring) -> Substring.Index? {
    if let command = line.firstRange(of: ": wayleave "), isLabel(line[..<command.lowerBound]) {
      return line.index(command.lowerBound, offsetBy: 2)
    }
    let words = line.drop { $0 == " " }
    let isCommand = words.startIndex > line.startIndex && words.hasPrefix("wayleave ")
    // Wide space stands in the rows of a table.
    return isCommand && words.firstRange(of: "  ") == nil ? words.startIndex : nil
  }

  /// Whether it can stand before a command to copy, as in `Next: wayleave login`. A usage line is not copied.
  private func isLabel(_ text: Substring) -> Bool { text.count < 24 && !text.hasSuffix("Usage") }

  /// Lines filled with the words of a text; `ending` stands at the end of each but the last, as a shell wants it.
  private func filled(
    _ text: Substring, after first: Substring, inside: Int, ending: String = ""
  ) -> [String] {
    var (lines, line, isEmpty) = ([String](), String(first), first.allSatisfy { $0 == " " })
    for (position, word) in CommandWords.split(text).filter({ !$0.isEmpty }).enumerated() {
      let gap = position == 0 ? "" : " "
      if !isEmpty, line.columns + gap.count + word.columns + ending.count > width {
        lines.append(line + ending)
        line = String(repeating: " ", count: inside) + String(word)
      } else {
        line += gap + String(word)
      }
      isEmpty = false
    }
    return lines + [line]
  }

  private func margin(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

  /// Where the text of a line begins: after its margin, a mark, and a name that wide space parts from its value.
  private func beginning(of line: Substring) -> Substring.Index {
    var start = line.firstIndex { $0 != " " } ?? line.startIndex
    if line[start...].hasPrefix("· ") { start = line.index(start, offsetBy: 2) }
    if let space = line[start...].firstRange(of: "  "),
      let value = line[space.upperBound...].firstIndex(where: { $0 != " " }), line[..<value].columns <= width / 2
    {
      start = value
    }
    return start
  }
}
