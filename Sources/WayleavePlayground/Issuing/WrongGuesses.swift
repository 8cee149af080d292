import WayleaveWire

/// How often something short enough to be guessed was guessed wrong.
struct WrongGuesses: Sendable {
  let maximum: Int
  let window: Duration
  private var instants: [Instant] = []

  init(maximum: Int, window: Duration) {
    self.maximum = maximum
    self.window = window
  }

  mutating func note(at now: Instant) {
    instants = instants.filter { now - $0 < window }
    if instants.count < maximum { instants.append(now) }
  }

  func areTooMany(at now: Instant) -> Bool { instants.count { now - $0 < window } >= maximum }
}
