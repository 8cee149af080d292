extension QRCode {
  /// The width of the light border, in modules: ISO/IEC 18004:2015 §6.3.8.
  private static let quietZone = 4

  /// How many characters wide the picture is on a terminal.
  package var columns: Int { modules.size + 2 * Self.quietZone }

  /// How many lines it has, each two modules high.
  package var rows: Int { (columns + 1) / 2 }

  /// The picture for a terminal, black on white whatever the terminal's own colours are.
  ///
  /// A character is about twice as high as wide: its halves are one module each.
  package var text: String {
    let edge = Self.quietZone
    let lines = (0..<rows).map { line in
      let row = 2 * line - edge
      let characters = (0..<columns).map { column in
        Self.character(
          upper: modules.isDark(row, column - edge), lower: modules.isDark(row + 1, column - edge))
      }
      return Self.blackOnWhite + characters.joined() + Self.plain
    }
    return lines.joined(separator: "\n")
  }

  private static let blackOnWhite = "\u{1B}[30;47m"
  private static let plain = "\u{1B}[0m"

  private static func character(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
