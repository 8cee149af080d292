import WayleaveBackport

/// A number of things that are done at once; all others wait for their turn, in order and for a bounded time.
final class Turns: Sendable {
  private struct Waiter {
    let number: Int
    let turn: CheckedContinuation<Bool, Never>
    let timer: Task<Void, any Error>
  }

  private struct State {
    var free: Int
    var added = 0
    var waiting: [Waiter] = []
  }

  private let state: Lock<State>

  init(_ count: Int) { state = Lock(State(free: count)) }

  /// Waits for a turn, which ``end()`` ends; false where none came within the time.
  func begin(within time: Duration) async -> Bool {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.added += 1
        let number = state.added
        let timer = Task {
          try await Task.sleep(for: time)
          self.giveUp(number)
        }
        state.waiting.append(Waiter(number: number, turn: turn, timer: timer))
        return false
      }
      if isFree { turn.resume(returning: true) }
    }
  }

  /// Ends a turn: the next one has it.
  func end() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.timer.cancel()
    next?.turn.resume(returning: true)
  }

  private func giveUp(_ number: Int) {
    let late = state.withLock { state -> Waiter? in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: place)
    }
    late?.turn.resume(returning: false)
  }
}
