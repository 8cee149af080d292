import WayleaveWire

/// The clock of one tenant, which can be moved.
struct VirtualClock: Sendable {
  private let original: @Sendable () -> Instant
  private(set) var offset: Duration = .zero

  init(_ original: @escaping @Sendable () -> Instant) {
    self.original = original
  }

  var now: Instant { original() + offset }

  /// The time of the clock that it began with.
  var realNow: Instant { original() }

  /// Whether it shows another time than the clock that it began with.
  var isMoved: Bool { offset != .zero }

  /// Moves it forwards, or backwards by less than nothing.
  mutating func advance(by time: Duration) {
    offset = .seconds((now + time).secondsSinceEpoch) - .seconds(original().secondsSinceEpoch)
  }

  /// Shows the time of the clock that it began with.
  mutating func setRight() { offset = .zero }

  /// Reads `{"advance": SECONDS}` or `{"set": SECONDS SINCE 1970}`; throws `configuration.invalid_value`.
  mutating func change(by json: JSON) throws(OAuthError) {
    guard let object = json.object, object.members.count == 1, let member = object.members.first,
      let seconds = member.value.integer, Self.range.contains(seconds)
    else { throw .unreadableTime() }
    switch member.name {
    case "advance": advance(by: .seconds(seconds))
    case "set": advance(by: Instant(secondsSinceEpoch: seconds) - now)
    default: throw .unreadableTime()
    }
  }

  /// Two thousand years in both directions: nothing that is computed from it overflows.
  private static let range: ClosedRange<Int64> = -63_000_000_000...63_000_000_000
}

extension OAuthError {
  fileprivate static func unreadableTime() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a clock is moved by one number of seconds"),
      expected: "{\"advance\": SECONDS} or {\"set\": SECONDS SINCE 1970}", received: .described("another value"),
      remedy: .advice("Send one of the two members, with a whole number."))
  }
}
