/// How text for people looks beyond its words: bold, coloured or faint on a terminal that shows it, plain everywhere else.
package struct TextStyle: Sendable {
  private let isShown: Bool
  private let showsLinks: Bool

  /// No style.
  package static let plain = TextStyle(isShown: false, showsLinks: false)

  private init(isShown: Bool, showsLinks: Bool) {
    self.isShown = isShown
    self.showsLinks = showsLinks
  }

  /// The style for a stream, as the user's variables want it.
  ///
  /// `NO_COLOR` wins over `CLICOLOR_FORCE`, which wins over `TERM=dumb` and `CLICOLOR=0`; an empty variable says nothing.
  /// Links are for terminals alone: nothing forces them into a pipe.
  package init(onTerminal isTerminal: Bool, variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
    let isPossible = isTerminal && value("TERM") != "dumb" && value("CLICOLOR") != "0"
    let isShown = value("NO_COLOR") == nil && (isForced || isPossible)
    self.init(isShown: isShown, showsLinks: isShown && isTerminal && value("TERM") != "dumb")
  }

  /// A line that is less important than the others.
  package func faint(_ line: String) -> String { styled(line, 2, 22) }

  /// What must catch the eye: a code to type, a URL to open.
  package func bold(_ text: String) -> String { styled(text, 1, 22) }

  /// What is good.
  package func green(_ text: String) -> String { styled(text, 32, 39) }

  /// What failed.
  package func red(_ text: String) -> String { styled(text, 31, 39) }

  /// What needs care.
  package func yellow(_ text: String) -> String { styled(text, 33, 39) }

  /// A URL that can be clicked; plain where it is not a whole http or https URL.
  ///
  /// A server may have chosen it: a character that could end the sequence makes it plain text, not a link.
  package func link(_ url: String) -> String {
    let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://")
    guard showsLinks, isWeb, url.utf8.count <= Self.longestLink, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return url }
    return "\u{1B}]8;;\(url)\u{1B}\\\(url)\u{1B}]8;;\u{1B}\\"
  }

  /// Terminals ignore longer links, or worse.
  private static let longestLink = 2000

  /// The label of an error in red and bold, that of a warning in yellow, all else as it is.
  package func labelled(_ text: String) -> String {
    let (label, rest) = (text.prefix { $0 != " " }, text.drop { $0 != " " })
    switch label {
    case "wayleave:": return bold(red("wayleave:")) + rest
    case "Warning:": return yellow("Warning:") + rest
    default: return text
    }
  }

  private func styled(_ text: String, _ start: Int, _ end: Int) -> String {
    isShown ? "\u{1B}[\(start)m\(text)\u{1B}[\(end)m" : text
  }
}
