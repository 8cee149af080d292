package import WayleaveWire

/// The callbacks of the last time that no one asked for: whether the person sees the next one.
///
/// Any website can have the desktop start this program again and again. A notification each time would tire the person
/// into a yes.
package struct StrayCallbacks: Sendable, Equatable {
  /// What the person learns of a callback.
  package enum Notice: Sendable, Equatable {
    /// That it came.
    case shown
    /// That it came, and that for some time no more is said.
    case shownLast
    /// Nothing.
    case silent
  }

  private var times: [Instant] = []
  private var silentUntil: Instant?

  /// So many within a minute are shown.
  private static let most = 3
  private static let period = Duration.seconds(60)
  /// How long nothing is said then, and after a no.
  package static let silence = Duration.seconds(600)

  package init() {}

  /// Whether nothing is said and nothing is asked.
  package func isSilent(at now: Instant) -> Bool {
    // A clock that was set back makes no longer silence.
    silentUntil.map { now < $0 && $0 - now <= Self.silence } ?? false
  }

  /// Notes one more.
  package mutating func add(at now: Instant) -> Notice {
    guard !isSilent(at: now) else { return .silent }
    times = times.filter { (Duration.zero..<Self.period).contains(now - $0) } + [now]
    guard times.count >= Self.most else { return .shown }
    beSilent(at: now)
    return .shownLast
  }

  /// Says nothing for some time: the person said no, or has heard enough.
  package mutating func beSilent(at now: Instant) { (times, silentUntil) = ([], now + Self.silence) }
}

extension StrayCallbacks {
  /// Reads ``json``; anything else is none.
  package init(json: JSON?) {
    times = (json?["times"]?.array ?? []).suffix(Self.most).compactMap(\.integer)
      .map(Instant.init(secondsSinceEpoch:))
    silentUntil = json?["silent_until"]?.integer.map(Instant.init(secondsSinceEpoch:))
  }

  /// As it is left for the next process.
  package var json: JSON {
    [
      "times": .array(times.map { JSON($0.secondsSinceEpoch) }),
      "silent_until": JSON(silentUntil?.secondsSinceEpoch),
    ]
  }
}
