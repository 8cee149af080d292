/// How time passes for a program that waits: what time it is, and how to sleep until another.
///
/// It is the clock of the machine, unless a simulation hands in its own.
package struct PassingTime: Sendable {
  /// What time it is.
  package let now: @Sendable () -> ContinuousClock.Instant
  /// Sleeps until a time; throws when the task is cancelled.
  package let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = { try await Task.sleep(until: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }
}
