package import WayleaveWire

/// The time in which a credential need not be renewed, as ``Freshness`` found it.
package struct FreshPeriod: Sendable, Equatable {
  /// The first instant of it; nil when the provider has not said that the credential ends.
  let first: Instant?
  /// The last instant of it; nil likewise.
  let last: Instant?

  /// Whether the credential need not be renewed at this instant.
  package func contains(_ now: Instant) -> Bool {
    (first.map { $0 <= now } ?? true) && (last.map { now <= $0 } ?? true)
  }
}
