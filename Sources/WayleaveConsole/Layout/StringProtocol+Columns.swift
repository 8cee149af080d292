extension StringProtocol {
  /// How many columns of a terminal the text takes; what styles it takes none.
  package var columns: Int {
    var escape = EscapeSequence()
    return reduce(0) { $0 + (escape.takes($1) ? 0 : $1.columns) }
  }

  /// As much of the beginning as fits so many columns.
  package func prefix(columns limit: Int) -> SubSequence {
    var (escape, taken) = (EscapeSequence(), 0)
    return prefix { character in
      if !escape.takes(character) { taken += character.columns }
      return taken <= limit
    }
  }
}

extension Character {
  /// How many columns of a terminal the character takes: two for those that are wide.
  ///
  /// Unicode Standard Annex 11 §5.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first, !first.isASCII else { return 1 }
    if Isolation.marks.contains(first), unicodeScalars.count == 1 { return 0 }
    let isEmoji = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    return isEmoji || first.isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  /// Whether East Asian fonts draw it as a square.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0xA960...0xA97C, 0xAC00...0xD7A3: true  // Hangul
    case 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4C6: true  // Chinese, Japanese and Yi
    case 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B: true  // compatibility forms
    case 0xFF01...0xFF60, 0xFFE0...0xFFE6: true  // full-width forms
    case 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x20000...0x3FFFD: true  // Tangut, Kana and rare Chinese
    default: false
    }
  }
}
