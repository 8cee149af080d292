import Wayleave

/// What a built-in provider costs: by its name, the first time and later, and three of them named by a program.
enum Lookup {
  static func measure() {
    let clock = ContinuousClock()
    var names = 0
    let three = clock.measure {
      names += Provider.google.title.utf8.count + Provider.microsoft.title.utf8.count + Provider.slack.title.utf8.count
    }
    let first = clock.measure { names += found("github") }
    let second = clock.measure { names += found("gitlab") }
    let count = 100_000
    let later = clock.measure { for _ in 0..<count { names += found("github") } }
    print(
      "three \(nanoseconds(three)) first \(nanoseconds(first)) second \(nanoseconds(second))",
      "later \(nanoseconds(later) / Double(count)) (\(names))")
  }

  private static func found(_ name: ProviderName) -> Int {
    Provider.builtIn(named: name)?.title.utf8.count ?? 0
  }

  private static func nanoseconds(_ time: Duration) -> Double { time / .nanoseconds(1) }
}
