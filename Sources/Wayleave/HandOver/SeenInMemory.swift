public import WayleaveWire

/// What was handed over to this process, bounded in time and in number.
public actor SeenInMemory: SeenOnce {
  /// How many hand-overs are remembered at most.
  public nonisolated let capacity: Int
  private var ends: [String: Instant] = [:]

  /// An empty memory.
  public init(capacity: Int = 100_000) { self.capacity = capacity }

  /// Whether a mark is remembered and its time is not over.
  public func contains(_ mark: String, at now: Instant) -> Bool { ends[mark].map { now < $0 } ?? false }

  /// Remembers a mark; false when it is remembered already. Throws `hand_over.memory_full`.
  public func remember(_ mark: String, until end: Instant, at now: Instant) throws(OAuthError) -> Bool {
    guard !contains(mark, at: now) else { return false }
    if ends.count >= capacity { ends = ends.filter { now < $0.value } }
    guard ends.count < capacity else { throw .handOverMemoryFull(capacity) }
    ends[mark] = end
    return true
  }
}

extension OAuthError {
  fileprivate static func handOverMemoryFull(_ capacity: Int) -> OAuthError {
    OAuthError(
      .handOverMemoryFull, rule: .wayleave("a full memory refuses rather than forgets"),
      expected: "at most \(capacity) hand-overs that are still valid", received: .described("one more"),
      remedy: "Give the memory more capacity.")
  }
}
