import Wayleave

/// What a built-in provider costs: three that a program names at its start, then one by its name the first time, when
/// others have been read before, and later.
enum Lookup {
  static func measure() {
    let clock = ContinuousClock()
    var names = 0
    let three = clock.measure {
      names += Provider.google.title.utf8.count + Provider.microsoft.title.utf8.count + Provider.slack.title.utf8.count
    }
    let first = clock.measure { names += found("github") }
    let second = clock.measure { names += found("gitlab") }
    let each = others.map { name in clock.measure { names += found(name) } }.sorted()
    let count = 100_000
    let later = clock.measure { for _ in 0..<count { names += found("github") } }
    print(
      "three \(nanoseconds(three)) first \(nanoseconds(first)) second \(nanoseconds(second))",
      "median of \(each.count) \(nanoseconds(each[each.count / 2])) later \(nanoseconds(later) / Double(count)) (\(names))"
    )
  }

  private static let others: [ProviderName] = [
    "airtable", "bitbucket", "box", "codeberg", "discord", "dropbox", "facebook", "figma", "hubspot", "instagram",
    "linear",
    "linkedin", "notion", "patreon", "pinterest", "reddit", "spotify", "strava", "todoist", "trello", "twitch", "zoom",
  ]

  private static func found(_ name: ProviderName) -> Int {
    Provider.builtIn(named: name)?.title.utf8.count ?? 0
  }

  private static func nanoseconds(_ time: Duration) -> Double { time / .nanoseconds(1) }
}
