import HTTPTypes
import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire

/// What servers have said about themselves: the nonces that they want in proofs, and how far their clocks are from ours.
///
/// RFC 9449 §8.2 and §9; RFC 9110 §6.6.1, `Date`. Each origin's word counts for that origin alone. A value without effects.
package struct ServerKnowledge: Sendable, Equatable {
  private var nonces = DPoPNonces()
  private var differences = BoundedMemory<Origin, Duration>()
  private var corrections = BoundedMemory<Origin, Duration>()

  /// A difference as small as this is taken for travel time and rounding.
  package static let negligible = Duration.seconds(-5)...Duration.seconds(5)
  /// A server's clock decides the times of its ID tokens only when it is as near to ours as this.
  ///
  /// Beyond that one of the two clocks is wrong, and nothing says which one.
  package static let trustedDifferences = Duration.seconds(-300)...Duration.seconds(300)

  package init() {}

  /// Learns from an answer that has just come. `role` is the part in which the server was asked.
  package mutating func learn(
    from response: ResponseMessage, of origin: Origin, as role: DPoPNonces.Role, at now: Instant
  ) {
    nonces.receive(response, from: origin, as: role)
    guard let difference = Self.difference(in: response, at: now) else { return }
    differences[origin] = difference == .zero ? nil : difference
  }

  /// How far the server's clock is ahead, as its answer says; nil when the answer says nothing to be believed.
  private static func difference(in response: ResponseMessage, at now: Instant) -> Duration? {
    // What comes from a cache has the date of when it was made: RFC 9111 §5.1.
    guard let date = response.date, response.head.headerFields[.age] == nil else { return nil }
    let difference = date - now
    guard SigningClock.corrections.contains(difference) else { return nil }
    return negligible.contains(difference) ? .zero : difference
  }

  /// The nonce for the next proof at a server; nil as long as it gave none.
  package func nonce(for origin: Origin, as role: DPoPNonces.Role) -> String? { nonces.nonce(for: origin, as: role) }

  /// How far a server's clock is ahead of ours, as far as it is known.
  package func difference(at origin: Origin) -> Duration { differences[origin] ?? .zero }

  /// The time by a server's clock, which is ours as long as nothing else is known.
  package func now(at origin: Origin, _ now: Instant) -> Instant { now + difference(at: origin) }

  /// The time by which a server's ID tokens are read: its own clock as long as that is near ours, else ours.
  ///
  /// OpenID Connect Core §3.1.3.7, rules 9 and 10: "possibly allowing for some small leeway to account for clock skew".
  package func tokenTime(at origin: Origin, _ now: Instant) -> Instant {
    isFar(at: origin) ? now : self.now(at: origin, now)
  }

  /// Whether a server's clock and ours are so far apart that one of them is wrong.
  package func isFar(at origin: Origin) -> Bool { !Self.trustedDifferences.contains(difference(at: origin)) }

  /// How much the times of proofs and assertions for a server are corrected: not at all until it has refused one, or
  /// demanded another nonce.
  ///
  /// What stands in a `Date` is seldom what a proof is measured by, and our own clock is right as a rule.
  package func correction(at origin: Origin) -> Duration { corrections[origin] ?? .zero }

  /// Takes the server's clock for what it refused; whether that changes anything.
  package mutating func correct(at origin: Origin) -> Bool {
    guard difference(at: origin) != correction(at: origin) else { return false }
    corrections[origin] = difference(at: origin)
    return true
  }

  /// Goes back to our own clock: the server's was no better. Gives whether that changes anything.
  package mutating func forgetCorrection(at origin: Origin) -> Bool {
    defer { corrections[origin] = nil }
    return corrections[origin] != nil
  }

  /// Takes over the corrections that another has come to.
  package mutating func adoptCorrections(of other: ServerKnowledge) { corrections = other.corrections }
}
