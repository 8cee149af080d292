import WayleaveWire

/// What a browser is called in a list of sessions: two words in place of what it says of itself.
///
/// It is for people alone: anyone can send any `User-Agent`.
enum BrowserName {
  /// The words of a `User-Agent` and what they mean; the first that is found counts, since most browsers name others too.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("Windows", "Windows"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
  ]

  /// The name for a `User-Agent`; its first words where no browser is known in it.
  static func shown(for userAgent: String?) -> String {
    guard let userAgent, !userAgent.isEmpty else { return "An unknown browser" }
    guard let browser = word(of: browsers, in: userAgent) else { return DisplayText.clean(userAgent, limit: 40) }
    return word(of: systems, in: userAgent).map { "\(browser) on \($0)" } ?? browser
  }

  private static func word(of table: [(mark: String, word: String)], in userAgent: String) -> String? {
    table.first { userAgent.contains($0.mark) }?.word
  }
}
