import WayleaveBackport

/// A number of things that are done at once; all others wait for their turn, for a bounded time.
///
/// Of those who wait, the client comes next that has the fewest turns at this moment, and of these the one who came first:
/// who sends much waits behind those who send little.
final class Turns: Sendable {
  private struct Waiter {
    let number: Int
    let client: String?
    let turn: CheckedContinuation<Bool, Never>
    let timer: Task<Void, any Error>
  }

  private struct State {
    var free: Int
    var added = 0
    /// How many turns each client has at this moment.
    var held: [String?: Int] = [:]
    var waiting: [Waiter] = []
  }

  private let state: Lock<State>

  init(_ count: Int) { state = Lock(State(free: count)) }

  /// How many wait.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for a turn, which ``end(for:)`` ends; false where none came within the time. Nil is one client.
  func begin(for client: String? = nil, within time: Duration) async -> Bool {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          state.held[client, default: 0] += 1
          return true
        }
        state.added += 1
        let number = state.added
        let timer = Task {
          try await Task.sleep(for: time)
          self.giveUp(number)
        }
        state.waiting.append(Waiter(number: number, client: client, turn: turn, timer: timer))
        return false
      }
      if isFree { turn.resume(returning: true) }
    }
  }

  /// Ends a turn of a client: the next one has it.
  func end(for client: String? = nil) {
    let next = state.withLock { state -> Waiter? in
      if let count = state.held[client] { state.held[client] = count > 1 ? count - 1 : nil }
      let held = state.held
      let place = state.waiting.indices.min {
        held[state.waiting[$0].client, default: 0] < held[state.waiting[$1].client, default: 0]
      }
      guard let place else {
        state.free += 1
        return nil
      }
      let next = state.waiting.remove(at: place)
      state.held[next.client, default: 0] += 1
      return next
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
