/// How text for people looks beyond its words: faint on a terminal that shows it, plain everywhere else.
package struct TextStyle: Sendable {
  private let isShown: Bool

  /// No style.
  package static let plain = TextStyle(isShown: false)

  private init(isShown: Bool) { self.isShown = isShown }

  /// The style for a stream, as the user's variables want it.
  ///
  /// `NO_COLOR` wins over `CLICOLOR_FORCE`, which wins over `TERM=dumb` and `CLICOLOR=0`; an empty variable says nothing.
  package init(onTerminal isTerminal: Bool, variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
    let isPossible = isTerminal && value("TERM") != "dumb" && value("CLICOLOR") != "0"
    self.init(isShown: value("NO_COLOR") == nil && (isForced || isPossible))
  }

  /// A line that is less important than the others.
  package func faint(_ line: String) -> String { isShown ? "\u{1B}[2m\(line)\u{1B}[22m" : line }
}
