import WayleaveBackport

/// Waits for the first of several ends; later ones are of no interest, and what brings them is left to itself.
///
/// A task group would wait for all of its children, also for those that cannot be broken off.
final class FirstEnd<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>
  private enum State {
    case new
    case waiting(Waiter)
    case ended(Result<Value, any Error>)
  }

  private let state = Lock(State.new)

  /// Whether there is still a point in bringing an end about.
  var isWanted: Bool {
    state.withLock { if case .ended = $0 { false } else { true } }
  }

  /// The first end; to be asked for once.
  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      let result: Result<Value, any Error>? = state.withLock { state in
        if case .ended(let result) = state { return result }
        state = .waiting(waiter)
        return nil
      }
      if let result { waiter.resume(with: result) }
    }
  }

  /// Ends the wait, unless it has ended before.
  func end(_ result: Result<Value, any Error>) {
    let waiter: Waiter? = state.withLock { state in
      switch state {
      case .ended: return nil
      case .new:
        state = .ended(result)
        return nil
      case .waiting(let waiter):
        state = .ended(result)
        return waiter
      }
    }
    waiter?.resume(with: result)
  }
}
