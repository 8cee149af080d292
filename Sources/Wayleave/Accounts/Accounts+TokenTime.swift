import WayleaveSignIn
import WayleaveWire

extension Accounts {
  /// The time by which the ID tokens of a server are read.
  ///
  /// The user learns when its clock and ours are too far apart for both to be right.
  func tokenTime(at origin: Origin) -> Instant {
    let servers = exchange.servers.current
    if servers.isFar(at: origin) {
      exchange.tell(
        Event(
          .clocksDiffer, rule: .rfc(9110, "6.6.1"),
          "the clock of \(origin) is \(servers.difference(at: origin).wholeSeconds) seconds from ours: one of the two is wrong"
        ))
    }
    return servers.tokenTime(at: origin, now())
  }
}
