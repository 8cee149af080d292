public import WayleaveWire

/// A memory of what was handed over, so that an ID token and an OAuth Echo sign a user in once.
///
/// Several processes of one backend share one: a table with a unique key, for example. It throws what it likes; then the
/// hand-over is refused.
public protocol SeenOnce: Sendable {
  /// Whether a mark is remembered and its time is not over; it remembers nothing.
  func contains(_ mark: String, at now: Instant) async throws -> Bool

  /// Remembers a mark until a time in one indivisible step; false when it is remembered already.
  ///
  /// It is called only after every other check has passed, so that no one can fill the memory. One that is full refuses:
  /// to forget would let a replay pass.
  func remember(_ mark: String, until end: Instant, at now: Instant) async throws -> Bool
}
