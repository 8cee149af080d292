/// Text from outside, made fit to be shown to a person.
package enum DisplayText {
  /// Replaces what moves cursors, turns lines around or hides itself by its visible escape, and cuts what is too long.
  ///
  /// C0, DEL, C1, bidirectional controls, zero-width characters and those that join with what follows them become
  /// `\u{1b}` and the like. `limit` is in characters.
  package static func clean(_ text: String, limit: Int = 300) -> String {
    var cleaned = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return cleaned + "…" }
      count += 1
      if scalar.isHiddenInText {
        cleaned += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        cleaned.unicodeScalars.append(scalar)
      }
    }
    return cleaned
  }

  /// Words that a server chose, such as scopes, made fit to stand in a sentence of ours: in one pair of quotation marks,
  /// which none of them ends, and without backticks, between which our commands stand. Empty for none.
  ///
  /// RFC 6749 §3.3: a scope has printable ASCII, so a sentence can be written in them. Those that go beyond `limit`
  /// characters are counted.
  package static func quoted(_ words: [String], limit: Int = 2000) -> String {
    var shown: [String] = []
    var room = limit
    for word in words {
      let cleaned = clean(word)
      room -= cleaned.unicodeScalars.count + 1
      guard room >= 0 || shown.isEmpty else { break }
      shown.append(String(String.UnicodeScalarView(cleaned.unicodeScalars.map { $0.isQuotation ? "'" : $0 })))
    }
    guard !shown.isEmpty else { return "" }
    let more = words.count - shown.count
    return "“\(shown.joined(separator: " "))”" + (more == 0 ? "" : " and \(more) more")
  }

  /// Reads bytes as UTF-8, replacing what is not, and cleans them.
  package static func clean(_ bytes: some Sequence<UInt8>, limit: Int = 300) -> String {
    // Four bytes make a character at most: there is no need to look at the rest of a large body.
    clean(String(decoding: Array(bytes.prefix(limit * 4 + 4)), as: UTF8.self), limit: limit)
  }
}

extension Unicode.Scalar {
  /// Whether it ends what is quoted, or looks as if it did; or begins or ends a command.
  fileprivate var isQuotation: Bool { "\"`“”„‟«»″".unicodeScalars.contains(self) }

  /// Whether a terminal or a page would obey the character, or hide it, instead of showing it.
  var isHiddenInText: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E: true  // bidirectional controls
    case 0x00AD, 0x180E, 0x200B...0x200D, 0x2028, 0x2029, 0x2060...0x206F, 0xFEFF: true  // invisible or line-breaking
    case 0x115F, 0x1160, 0x3164, 0xFFA0: true  // Hangul fillers, which are blank
    // Format controls that take the next character into their own: Unicode Standard Annex 29 §3.1, Prepend.
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: true
    // Format controls of hieroglyphs, shorthand and musical notation, which other fonts show as nothing.
    case 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // annotations and tags, which hide whole words
    default: false
    }
  }
}
