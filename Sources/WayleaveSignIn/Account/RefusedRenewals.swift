package import WayleaveWire

/// The APIs that refused a token at once after it was renewed, and when: another renewal would bring them nothing.
///
/// They are stored with the account, so that all programs and processes that have it renew it once, and not once for each
/// request. A provider may allow few renewals.
package struct RefusedRenewals: Sendable, Equatable {
  private var times: [Origin: Instant] = [:]

  /// None.
  package init() {}

  /// Whether the refusal of an API causes no renewal now.
  package func isPaused(at origin: Origin?, at now: Instant) -> Bool {
    guard let time = origin.flatMap({ times[$0] }) else { return false }
    // Where the clock was set back, the pause is not known, and no reason to wait.
    return time <= now && now < time + RefusalPause.duration
  }

  /// Notes that an API has refused a token that was just renewed; what is noted already begins no new pause.
  package mutating func note(_ origin: Origin, at now: Instant) {
    let paused = times.keys.filter { isPaused(at: $0, at: now) }
    times = times.filter { paused.contains($0.key) }
    if times[origin] == nil { times[origin] = now }
  }
}

extension RefusedRenewals {
  /// The origins with their times; null for none.
  var json: JSON {
    guard !times.isEmpty else { return .null }
    var object = JSON.Object()
    for (origin, time) in times.sorted(by: { $0.key.description < $1.key.description }) {
      object[origin.description] = JSON(time.secondsSinceEpoch)
    }
    return .object(object)
  }

  /// Reads what ``json`` wrote; what it cannot read causes one more renewal, and is left out.
  init(json: JSON?) {
    guard let object = json?.object else { return }
    for member in object.members {
      guard let origin = try? Origin(member.name), let seconds = member.value.integer else { continue }
      times[origin] = Instant(secondsSinceEpoch: seconds)
    }
  }
}
