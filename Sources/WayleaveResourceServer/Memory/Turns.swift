import WayleaveBackport

/// A number of things that are done at once; all others wait for their turn, in order and for a bounded time.
final class Turns: Sendable {
  private struct State {
    var free: Int
    var added = 0
    var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
  }

  private let state: Lock<State>

  init(_ count: Int) { state = Lock(State(free: count)) }

  /// Waits for a turn, which ``end()`` ends; false where none came within the time.
  func begin(within time: Duration) async -> Bool {
    let number: Int? = state.withLock { state in
      guard state.free == 0 else {
        state.free -= 1
        return nil
      }
      state.added += 1
      return state.added
    }
    guard let number else { return true }
    let timer = Task {
      try await Task.sleep(for: time)
      self.giveUp(number)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { turn in
      // Between the two looks, a turn may have ended.
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append((number, turn))
        return false
      }
      if isFree { turn.resume(returning: true) }
    }
  }

  /// Ends a turn: the next one has it.
  func end() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().turn
    }
    next?.resume(returning: true)
  }

  private func giveUp(_ number: Int) {
    let late = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).turn }
    }
    late?.resume(returning: false)
  }
}
