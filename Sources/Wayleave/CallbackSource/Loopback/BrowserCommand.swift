import WayleaveWire

/// A command that shows an address: one of the list in `$BROWSER`.
struct BrowserCommand: Sendable, Equatable {
  /// The words, the first of which names the program.
  let words: [String]

  /// Takes a command apart without a shell; nil when there is no word in it or a quote is not closed.
  ///
  /// Spaces part words, quotes of either kind keep them together, a backslash takes the next character as it is.
  init?(_ text: some StringProtocol) {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        word = word ?? .init()
        word?.append(scalar)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case _ where scalar == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = scalar
        word = word ?? .init()
      case " " where quote == nil, "\t" where quote == nil:
        if let word { words.append(String(word)) }
        word = nil
      default:
        word = word ?? .init()
        word?.append(scalar)
      }
    }
    if let word { words.append(String(word)) }
    guard let program = words.first, !program.isEmpty, quote == nil, !isEscaped else { return nil }
    self.words = words
  }

  /// The commands of a list, which are tried in order.
  static func list(_ text: String) -> [BrowserCommand] {
    text.split(separator: ":").compactMap { BrowserCommand($0) }
  }

  /// The words with the address in them: in place of `%s`, or at the end. `%%` stands for one sign.
  func words(showing url: AbsoluteURL) -> [String] {
    var hasPlace = false
    let filled = words.map { word in
      var result = ""
      var rest = word[...]
      while let sign = rest.firstIndex(of: "%") {
        result += rest[..<sign]
        let next = rest[sign...].dropFirst()
        switch next.first {
        case "s":
          hasPlace = true
          result += url.text
          rest = next.dropFirst()
        case "%":
          result += "%"
          rest = next.dropFirst()
        default:
          result += "%"
          rest = next
        }
      }
      return result + rest
    }
    return hasPlace ? filled : filled + [url.text]
  }
}
