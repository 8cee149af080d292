import WayleaveBackport
package import WayleaveWire

/// The walk over all records of a kind, a few with each one that is put, so that none pays for all the others.
///
/// More are looked at than are put, so that the ended ones cannot pile up. The order is random: of many processes that
/// put one each, every one looks at others.
package final class RecordSweep: Sendable {
  private struct State {
    var left: [String] = []
    var listed: Instant?
  }

  private static let step = 8
  private let state = Lock(State())

  /// A walk that has not begun.
  package init() {}

  /// Whether the list is at its end and, since a list names all, a minute old; the answer is yes once.
  package func wantsList(at now: Instant) -> Bool {
    state.withLock { state in
      guard state.left.isEmpty else { return false }
      if let listed = state.listed, (Duration.zero ..< .seconds(60)).contains(now - listed) { return false }
      state.listed = now
      return true
    }
  }

  /// Begins with what the records are found by.
  package func begin(with ids: [String]) {
    let shuffled = ids.shuffled()
    state.withLock { $0.left = shuffled }
  }

  /// The next few.
  package func next() -> [String] {
    state.withLock { state in
      defer { state.left.removeLast(min(Self.step, state.left.count)) }
      return state.left.suffix(Self.step)
    }
  }
}
